// Lists outside of the heap that stay from one collection to the next: the work queues' stacks, the references that were discovered. One
// large graph should not cost their memory for ever; small ones are worth keeping. Proved by tests/gc/work_deque_test.cpp.
#pragma once

#include <cstddef>
#include <vector>

namespace minijvm::gc {

inline constexpr std::size_t kKeptEntries = 64 * 1024;

// REQUIRES: the list is not needed any more.
template <class Entry>
void free_if_large(std::vector<Entry>& list) {
  if (list.capacity() > kKeptEntries) {
    std::vector<Entry>().swap(list);
  }
}

}  // namespace minijvm::gc
