#include "gc/mark_bitmap.h"

#include <algorithm>

#include "base/check.h"

namespace minijvm::gc {
namespace {

// The lowest `words` bits. REQUIRES: 1 to kBlockWords.
std::uint64_t run_of(std::size_t words) { return ~std::uint64_t{0} >> (kBlockWords - words); }

}  // namespace

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
    std::size_t here = std::min(kBlockWords - first, words);
    blocks_[block++] |= run_of(here) << first;
    words -= here;
    first = 0;
  }
}

bool MarkBitmap::mark_shared(const void* object, std::size_t bytes) {
  if (is_marked(object)) {
    return false;
  }
  std::size_t block = block_of(object);
  std::size_t first = word_in_block(object);
  std::size_t words = bytes / 8;
  // The bits of this block all at once: whoever sets the first of them has the object, and the others' bits are the same.
  std::size_t here = std::min(kBlockWords - first, words);
  if ((shared_block(block).fetch_or(run_of(here) << first, std::memory_order_relaxed) & bit_of(object)) != 0) {
    return false;
  }
  for (words -= here; words != 0; words -= here) {
    here = std::min(kBlockWords, words);
    shared_block(++block).fetch_or(run_of(here), std::memory_order_relaxed);
  }
  return true;
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
