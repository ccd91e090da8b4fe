// The heap in a few lines, as HotSpot's ParallelGC prints it at the end of a thread dump. Proved by tests/vm/thread_dump.
#pragma once

#include <string>

namespace minijvm::gc {

// REQUIRES: the world is stopped, so that the numbers belong together.
std::string heap_summary();

}  // namespace minijvm::gc
