// -XX:+UseLargePages: the heap lies in pages that an administrator has set aside (hugetlbfs), or
// the kernel may back it with transparent huge pages.
// Tested by tests/vm/heap_options and, as far as no such pages are needed, by
// tests/base/virtual_memory_test.cpp.
#pragma once

#include <cstddef>

#include "base/virtual_memory.h"
#include "gc/heap/heap_options.h"

namespace minijvm::gc {

// Returns -XX:LargePageSizeInBytes if the machine has free pages of that size, else the size of an
// ordinary page.
std::size_t pool_page_bytes(const HeapOptions& options);

// Gives the range large pages. Those that were set aside are used from `offset` on only: the fixed
// space below it grows in small steps. Prints one warning at most.
void use_large_pages(VirtualMemory& memory, std::size_t offset, const HeapOptions& options);

}  // namespace minijvm::gc
