// Door: who looks at each object before its monitor is entered (thread_blocking.h). Proved by tests/java/monitors/ValueBasedLocks.java.
#pragma once

#include "runtime/handle.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

using EnterObserver = void (*)(runtime::JavaThread& self, runtime::Handle<> object);
// At boot, before Java runs, in a lock mode without fast paths: those ask nobody.
void set_enter_observer(EnterObserver observer);

}  // namespace minijvm::vm
