// What the heap begins with, in the log: HotSpot's lines of tag gc,init, as far as they say something here. Proved by tests/vm/heap_options.
#pragma once

namespace minijvm::gc {

class Heap;
struct HeapOptions;

void log_start(const Heap& heap, const HeapOptions& options);

}  // namespace minijvm::gc
