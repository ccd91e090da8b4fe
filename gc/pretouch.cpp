#include "gc/pretouch.h"

#include <algorithm>

#include "base/virtual_memory.h"
#include "gc/space.h"

namespace minijvm::gc {

// What is committed and not yet allocated is poisoned for the address sanitizer.
__attribute__((no_sanitize("address"))) void touch_pages(volatile std::byte* start, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += page_size()) {
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
  for (std::size_t mine = next_.fetch_add(1, std::memory_order_relaxed); mine < chunks_.size(); mine = next_.fetch_add(1, std::memory_order_relaxed)) {
    touch_pages(chunks_[mine].start, chunks_[mine].bytes);
  }
}

}  // namespace minijvm::gc
