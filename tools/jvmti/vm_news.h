// Observes the VM for JVMTI (vm/observer.h): threads, classes, monitors, natives, objects and
// collections become JVMTI events here. debug_hooks.h has the events of running code.
// Tested by tests/vm/jvmti.
#pragma once

namespace minijvm::vm::jvmti {

// Registers the observer for what the environments want now. Idempotent.
void listen_to_vm();
// Registers for allocations and samples while an agent wants them, since only these cost something
// each time. REQUIRES: kInVm on an attached thread, or no Java code has run.
void refresh_object_news();

}  // namespace minijvm::vm::jvmti
