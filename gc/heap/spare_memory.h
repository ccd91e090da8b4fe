// Returns the memory of large work lists after a collection. The work queues' stacks and the lists
// of discovered references lie outside of the heap and are kept from one collection to the next.
// For small lists that is a gain, but one large object graph should not keep megabytes forever.
// Tested by tests/gc/work_deque_test.cpp.
#pragma once

#include <cstddef>
#include <vector>

namespace minijvm::gc {

// Lists of up to this many entries (512 KiB) keep their memory.
inline constexpr std::size_t kKeptEntries = 64 * 1024;

// Frees the list's memory if its capacity is larger. REQUIRES: the list's contents are not needed.
template <class Entry>
void free_if_large(std::vector<Entry>& list) {
  if (list.capacity() > kKeptEntries) {
    std::vector<Entry>().swap(list);
  }
}

}  // namespace minijvm::gc
