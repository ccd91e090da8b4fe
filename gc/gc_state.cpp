// Defines the one variable of gc's state; each unit uses its own part of it.
#include "gc/gc_state.h"

namespace minijvm::gc {

constinit GcState gc_state;

}  // namespace minijvm::gc
