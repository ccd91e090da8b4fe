// What the VM tells (vm/java/vm_events.h), as JVMTI events. Proved by tests/vm/jvmti.
#pragma once

namespace minijvm::vm::jvmti {

// From now on. Idempotent.
void listen_to_vm();
// Looks at the enabled events again: are objects to be told of? REQUIRES: kInVm on an attached thread, or no Java has run.
void refresh_object_news();

}  // namespace minijvm::vm::jvmti
