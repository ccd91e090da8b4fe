#include "gc/mark_bitmap.h"

#include "base/check.h"

namespace minijvm::gc {

bool MarkBitmap::initialize(std::byte* base, std::size_t bytes) {
  MJ_DCHECK(reinterpret_cast<std::uintptr_t>(base) % kBlockBytes == 0, "bitmap of %p", static_cast<void*>(base));
  base_ = base;
  bytes_ = bytes;
  std::size_t blocks = bytes / kBlockBytes + 1;
  bits_memory_ = VirtualMemory::reserve(blocks * sizeof(std::uint64_t), page_size());
  destinations_memory_ = VirtualMemory::reserve(blocks * sizeof(std::byte*), page_size());
  if (!bits_memory_.ok() || !destinations_memory_.ok()) {
    return false;
  }
  blocks_ = reinterpret_cast<std::uint64_t*>(bits_memory_.base());
  destinations_ = reinterpret_cast<std::byte**>(destinations_memory_.base());
  return bits_memory_.commit(0, bits_memory_.size()) && destinations_memory_.commit(0, destinations_memory_.size());
}

void MarkBitmap::mark(const void* object, std::size_t bytes) {
  std::size_t block = block_of(object);
  std::size_t first = word_in_block(object);
  std::size_t words = bytes / 8;
  while (words != 0) {
    std::size_t here = kBlockWords - first < words ? kBlockWords - first : words;
    std::uint64_t run = here == kBlockWords ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    blocks_[block++] |= run << first;
    words -= here;
    first = 0;
  }
}

std::byte* MarkBitmap::next_marked(std::byte* from, std::byte* to) const {
  if (from >= to) {
    return to;
  }
  std::size_t block = block_of(from);
  std::size_t end = block_of(to - 1) + 1;
  std::uint64_t word = blocks_[block] & (~std::uint64_t{0} << word_in_block(from));
  while (word == 0) {
    if (++block == end) {
      return to;
    }
    word = blocks_[block];
  }
  std::byte* found = block_start(block) + 8 * static_cast<std::size_t>(std::countr_zero(word));
  return found < to ? found : to;
}

void MarkBitmap::clear() {
  bits_memory_.zero_pages(0, bits_memory_.size());
  destinations_memory_.zero_pages(0, destinations_memory_.size());
}

}  // namespace minijvm::gc
