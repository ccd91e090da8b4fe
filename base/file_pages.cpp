// Releases pages of mapped files, by madvise. Callers are in any thread state.
#include "base/file_pages.h"

#include <sys/mman.h>

#include <cstdint>

#include "base/bits.h"
#include "base/virtual_memory.h"

namespace minijvm {

// The kernel refuses for pages that the program has locked; they stay.
void release_file_pages(const void* start, const void* end) {
  const std::uintptr_t first = align_up(reinterpret_cast<std::uintptr_t>(start), page_size());
  const std::uintptr_t past = align_up(reinterpret_cast<std::uintptr_t>(end), page_size());
  if (first < past)
    (void)madvise(reinterpret_cast<void*>(first), past - first, MADV_DONTNEED);
}

}  // namespace minijvm
