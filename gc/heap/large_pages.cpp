// Chooses the kind of large pages when the heap is laid out. There is no Java thread yet.
#include "gc/heap/large_pages.h"

#include <cstdio>

namespace minijvm::gc {

std::size_t pool_page_bytes(const HeapOptions& options) {
  const bool is_wanted = options.large_pages && options.large_page_bytes != 0;
  return is_wanted && free_pool_bytes(options.large_page_bytes) != 0 ? options.large_page_bytes
                                                                     : page_size();
}

// HOTSPOT: without LargePageSizeInBytes, -XX:+UseLargePages asks for pages that were set aside,
// too. Here it asks for transparent ones.
void use_large_pages(VirtualMemory& memory, std::size_t offset, const HeapOptions& options) {
  if (pool_page_bytes(options) != page_size() &&
      memory.take_pool_pages(offset, options.large_page_bytes)) {
    return;
  }
  if (!has_transparent_huge_pages()) {
    std::fprintf(stderr,
                 "OpenJDK 64-Bit Server VM warning: UseLargePages disabled, no large pages "
                 "configured and available on the system.\n");
    return;
  }
  if (options.large_page_bytes != 0) {
    std::fprintf(
        stderr,
        "OpenJDK 64-Bit Server VM warning: LargePageSizeInBytes=%zu has no effect, too few "
        "such pages configured and available on the system: the heap needs %zu bytes of them, and "
        "%zu are free. Large pages are transparent ones.\n",
        options.large_page_bytes, memory.size() - offset,
        free_pool_bytes(options.large_page_bytes));
  }
  memory.allow_huge_pages();
}

}  // namespace minijvm::gc
