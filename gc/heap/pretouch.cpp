// Touches pages, alone or as a task of the gang. The gang's task runs when the heap is made; the
// spaces call touch_pages() when they commit more.
#include "gc/heap/pretouch.h"

#include <algorithm>

#include "base/virtual_memory.h"
#include "gc/heap/space.h"

namespace minijvm::gc {

// The address sanitizer must not check the stores: memory above a space's top is poisoned.
__attribute__((no_sanitize("address"))) void touch_pages(volatile std::byte* start,
                                                         std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += page_size()) {
    // One store per page makes the kernel allocate the page. volatile keeps the compiler from
    // removing the store, although the memory is zero already.
    start[at] = std::byte{0};
  }
}

void PretouchTask::add(std::byte* start, std::byte* end) {
  while (start < end) {
    std::size_t bytes = std::min(Space::kCommitStep, static_cast<std::size_t>(end - start));
    chunks_.push_back({start, bytes});
    start += bytes;
  }
}

void PretouchTask::work(unsigned) {
  // relaxed: the workers share nothing but the number of the next chunk.
  for (std::size_t mine = next_.fetch_add(1, std::memory_order_relaxed); mine < chunks_.size();
       mine = next_.fetch_add(1, std::memory_order_relaxed)) {
    touch_pages(chunks_[mine].start, chunks_[mine].bytes);
  }
}

}  // namespace minijvm::gc
