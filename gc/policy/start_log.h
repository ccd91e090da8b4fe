// Logs the heap's initial state: HotSpot's lines with the tag gc,init, as far as they have a
// meaning here.
// Tested by tests/vm/heap_options.
#pragma once

#include "gc/fwd.h"

namespace minijvm::gc {

void log_start(const Heap& heap, const HeapOptions& options);

}  // namespace minijvm::gc
