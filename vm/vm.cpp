// Defines the one machine of the process.
#include "vm/vm.h"

namespace minijvm::vm {

constinit Vm the_vm;
// No destructor runs at exit: threads may still read the machine then.
static_assert(std::is_trivially_destructible_v<Vm>);

}  // namespace minijvm::vm
