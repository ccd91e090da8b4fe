// The operations of the mark bitmap. Marking runs on the workers of the gang, in step 1 of a full
// collection; the plan and the move use the searches and counts; the verifier uses the bitmap
// between collections.
#include "gc/old/mark_bitmap.h"

#include <algorithm>

#include "base/check.h"

namespace minijvm::gc {
namespace {

// Returns a word with its lowest `words` bits set. REQUIRES: words is 1 to kBlockWords.
std::uint64_t run_of(std::size_t words) { return ~std::uint64_t{0} >> (kBlockWords - words); }

}  // namespace

bool MarkBitmap::initialize(std::byte* base, std::size_t bytes) {
  MJ_DCHECK(reinterpret_cast<std::uintptr_t>(base) % kStripeBytes == 0, "bitmap of %p",
            static_cast<void*>(base));
  base_ = base;
  bytes_ = bytes;
  // The table has one block more than the range needs, so that a count up to the range's end reads
  // within the table.
  std::size_t blocks = bytes / kBlockBytes + 1;
  bits_memory_ = VirtualMemory::reserve(blocks * sizeof(std::uint64_t), page_size());
  destinations_memory_ = VirtualMemory::reserve(blocks * sizeof(std::byte*), page_size());
  stripes_memory_ =
      VirtualMemory::reserve((bytes / kStripeBytes + 1) * sizeof(std::uint16_t), page_size());
  if (!bits_memory_.ok() || !destinations_memory_.ok() || !stripes_memory_.ok()) {
    return false;
  }
  blocks_ = reinterpret_cast<std::uint64_t*>(bits_memory_.base());
  destinations_ = reinterpret_cast<std::byte**>(destinations_memory_.base());
  before_end_ = reinterpret_cast<std::uint16_t*>(stripes_memory_.base());
  // The kernel makes pages only where marks are written, so an unused table takes only addresses.
  auto commit = [](VirtualMemory& memory) { return memory.commit(0, memory.size()); };
  return commit(bits_memory_) && commit(destinations_memory_) && commit(stripes_memory_);
}

// The first object of a stripe has the largest distance to the stripe's end.
void MarkBitmap::note_start(const void* object) {
  std::uint16_t& entry = before_end_[stripe_of(object)];
  entry = std::max(entry, words_before_end(object));
}

void MarkBitmap::note_start_shared(const void* object) {
  std::atomic_ref<std::uint16_t> entry(before_end_[stripe_of(object)]);
  std::uint16_t own = words_before_end(object);
  // This is an atomic maximum. It is relaxed, because it is read after the phase has ended.
  std::uint16_t known = entry.load(std::memory_order_relaxed);
  while (known < own && !entry.compare_exchange_weak(known, own, std::memory_order_relaxed,
                                                     std::memory_order_relaxed)) {
  }
}

void MarkBitmap::mark(const void* object, std::size_t bytes) {
  note_start(object);
  std::size_t block = block_of(object);
  std::size_t first = word_in_block(object);
  std::size_t words = bytes / 8;
  // Each block gets the part of the object's bits that lies in it.
  while (words != 0) {
    std::size_t here = std::min(kBlockWords - first, words);
    blocks_[block++] |= run_of(here) << first;
    words -= here;
    first = 0;
  }
}

bool MarkBitmap::mark_shared(const void* object, std::size_t bytes) {
  // A load is cheaper than the fetch_or below, and most objects that are reached twice are already
  // marked here.
  if (is_marked(object)) {
    return false;
  }
  std::size_t block = block_of(object);
  std::size_t first = word_in_block(object);
  std::size_t words = bytes / 8;
  // All of the object's bits in its first block are set at once. The worker that sets the first bit
  // owns the object. Another worker that comes later sets the same bits, which changes nothing.
  std::size_t here = std::min(kBlockWords - first, words);
  if ((shared_block(block).fetch_or(run_of(here) << first, std::memory_order_relaxed) &
       bit_of(object)) != 0) {
    return false;
  }
  // Only the owner goes on, so no other worker writes the rest of the object's bits.
  note_start_shared(object);
  for (words -= here; words != 0; words -= here) {
    here = std::min(kBlockWords, words);
    shared_block(++block).fetch_or(run_of(here), std::memory_order_relaxed);
  }
  return true;
}

// Returns the first word in [from, to) whose bit, xored with flip, is set.
std::byte* MarkBitmap::next(std::byte* from, std::byte* to, std::uint64_t flip) const {
  if (from >= to) {
    return to;
  }
  std::size_t block = block_of(from);
  std::size_t end = block_of(to - 1) + 1;
  // The words before `from` in its block are ignored.
  std::uint64_t word = (blocks_[block] ^ flip) & (~std::uint64_t{0} << word_in_block(from));
  while (word == 0) {
    if (++block == end) {
      return to;
    }
    word = blocks_[block] ^ flip;
  }
  // The block may reach beyond `to`.
  std::byte* found = block_start(block) + 8 * static_cast<std::size_t>(std::countr_zero(word));
  return found < to ? found : to;
}

std::size_t MarkBitmap::marked_bytes(const std::byte* from, const std::byte* to) const {
  std::size_t block = block_of(from);
  std::size_t last = block_of(to);
  std::uint64_t before = blocks_[block] & (bit_of(from) - 1);
  std::uint64_t up_to = blocks_[last] & (bit_of(to) - 1);
  // Whole blocks are counted from the block of `from` on, and both ends are corrected: the words
  // before `from` are subtracted, and those of the last block before `to` are added. The unsigned
  // difference may wrap around in between; the sum is right.
  std::size_t words = static_cast<std::size_t>(std::popcount(up_to)) -
                      static_cast<std::size_t>(std::popcount(before));
  for (; block < last; ++block) {
    words += static_cast<std::size_t>(std::popcount(blocks_[block]));
  }
  return 8 * words;
}

void MarkBitmap::set_destinations(const std::byte* first, const std::byte* end, std::byte* place) {
  std::size_t block = block_of(first);
  // This is the place that the block's first live word would get. Its live words before `first`
  // belong to the stripe before, so the destination lies lower by their size; new_place() adds it
  // again.
  std::byte* destination = place - 8 * std::popcount(blocks_[block] & (bit_of(first) - 1));
  for (std::size_t last = block_of(end - 1); block <= last; ++block) {
    destinations_[block] = destination;
    destination += 8 * std::popcount(blocks_[block]);
  }
}

void MarkBitmap::clear() {
  bits_memory_.zero_pages(0, bits_memory_.size());
  destinations_memory_.zero_pages(0, destinations_memory_.size());
  stripes_memory_.zero_pages(0, stripes_memory_.size());
}

}  // namespace minijvm::gc
