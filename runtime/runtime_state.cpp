// Defines the one variable of runtime's state; each unit uses its own part of it.
#include "runtime/runtime_state.h"

namespace minijvm::runtime {

constinit RuntimeState runtime_state;

}  // namespace minijvm::runtime
