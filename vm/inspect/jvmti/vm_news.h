// What the VM tells (vm/java/vm_events.h), as JVMTI events. Proved by tests/vm/jvmti.
#pragma once

namespace minijvm::vm::jvmti {

// From now on. Idempotent.
void listen_to_vm();

}  // namespace minijvm::vm::jvmti
