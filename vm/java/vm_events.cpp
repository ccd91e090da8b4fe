#include "vm/java/vm_events.h"

namespace minijvm::vm {

std::atomic<VmListener*> the_vm_listener{nullptr};

void set_vm_listener(VmListener& listener) { the_vm_listener.store(&listener, std::memory_order_release); }

}  // namespace minijvm::vm
