// Describes the heap in a few lines, in the form in which HotSpot's ParallelGC prints it at the end
// of a thread dump.
// Tested by tests/vm/thread_dump.
#pragma once

#include <string>

namespace minijvm::gc {

// Returns one line per generation and space. REQUIRES: the world is stopped, so that the numbers
// are of one moment.
std::string heap_summary();

}  // namespace minijvm::gc
