// The extension events of JVMTI: a virtual thread has come to a carrier, or is about to leave it.
// Tested by tests/vm/jvmti with JDK 25.
#pragma once

#include "tools/jvmti/env.h"

namespace minijvm::vm::jvmti {

// Enables or disables an extension event for all threads; an agent names it by a number below those
// of JVMTI's own events. Returns false if the number is another one's.
bool set_extension_event(Env& env, jint index, bool on);
// Posts the event to the environments that have enabled it. REQUIRES: kInVm.
void tell_switch(JavaThread& self, ExtensionEvent event);

}  // namespace minijvm::vm::jvmti
