// One bit per heap word: set for every word of a live object while a full collection runs. A 512-byte block is one 64-bit word of the
// bitmap, so an object's new place is its block's destination plus the live words before it in the block: one load and a popcount, and
// no object header is written. Proved by tests/gc/mark_bitmap_test.cpp.
// Where objects begin is not in the bits: two that lie side by side look like one. So each stripe of 64 KiB remembers its first one, from
// which the others are found by walking; workers that share a heap out to each other begin there.
// Source: Kermany and Petrank, "The Compressor", PLDI 2006 (mark-bit vector and offset vector).  Departure: in place (compactor.h).
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"

namespace minijvm::gc {

inline constexpr std::size_t kBlockBytes = 512;
inline constexpr std::size_t kBlockWords = 64;
inline constexpr std::size_t kStripeBytes = 64 * 1024;
static_assert(kBlockBytes == kBlockWords * sizeof(std::uint64_t));

class MarkBitmap {
 public:
  // For [base, base + bytes); base is stripe aligned. False: no memory.
  bool initialize(std::byte* base, std::size_t bytes);

  bool covers(const void* address) const { return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) < bytes_; }
  bool is_marked(const void* object) const { return (shared_block(block_of(object)).load(std::memory_order_relaxed) & bit_of(object)) != 0; }
  // Sets the bits of a whole object. REQUIRES: covered, not marked.
  void mark(const void* object, std::size_t bytes);
  // True: it was not marked. The second is for many threads at once, of which one gets true: a bit says nothing about memory, so relaxed.
  bool mark_if_clear(const void* object, std::size_t bytes) {
    bool is_first = !is_marked(object);
    if (is_first) {
      mark(object, bytes);
    }
    return is_first;
  }
  bool mark_shared(const void* object, std::size_t bytes);
  // Sets one bit (the verifier's object starts).
  void mark_start(const void* object) { blocks_[block_of(object)] |= bit_of(object); }

  std::size_t block_of(const void* address) const { return distance(address) / kBlockBytes; }
  std::byte* block_start(std::size_t block) const { return base_ + block * kBlockBytes; }
  static std::size_t word_in_block(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % kBlockBytes / 8; }

  // The first marked word in [from, to), and the first that is not; `to` if there is none.
  std::byte* next_marked(std::byte* from, std::byte* to) const { return next(from, to, 0); }
  std::byte* next_clear(std::byte* from, std::byte* to) const { return next(from, to, ~std::uint64_t{0}); }
  std::size_t marked_bytes(const std::byte* from, const std::byte* to) const;

  // --- stripes: of the first object that starts in each ---
  std::size_t stripe_of(const void* address) const { return distance(address) / kStripeBytes; }
  // Null: none starts there.
  std::byte* first_in_stripe(std::size_t stripe) const {
    return before_end_[stripe] == 0 ? nullptr : base_ + (stripe + 1) * kStripeBytes - 8 * std::size_t{before_end_[stripe]};
  }

  // --- destinations, by block: where its first word would go if every live word of the block moved along ---
  void set_destination(std::size_t block, std::byte* destination) { destinations_[block] = destination; }
  // For all blocks of [first, end): the object at `first` goes to `place`, and every live word after it behind it.
  void set_destinations(const std::byte* first, const std::byte* end, std::byte* place);
  std::byte* new_place(const void* object) const {
    std::size_t block = block_of(object);
    std::uint64_t before = blocks_[block] & (bit_of(object) - 1);
    return destinations_[block] + 8 * static_cast<std::size_t>(std::popcount(before));
  }

  // Nothing is marked, and the memory is the kernel's again.
  void clear();

 private:
  std::atomic_ref<std::uint64_t> shared_block(std::size_t block) const { return std::atomic_ref<std::uint64_t>(blocks_[block]); }
  std::size_t distance(const void* address) const {
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_));
  }
  static std::uint64_t bit_of(const void* address) { return std::uint64_t{1} << word_in_block(address); }
  std::byte* next(std::byte* from, std::byte* to, std::uint64_t flip) const;
  std::uint16_t words_before_end(const void* object) const {
    return static_cast<std::uint16_t>((kStripeBytes - distance(object) % kStripeBytes) / 8);
  }
  void note_start(const void* object);
  void note_start_shared(const void* object);

  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint64_t* blocks_ = nullptr;
  std::byte** destinations_ = nullptr;
  std::uint16_t* before_end_ = nullptr;  // by stripe: words from its first object's start to its end; 0: none
  VirtualMemory bits_memory_;
  VirtualMemory destinations_memory_;
  VirtualMemory stripes_memory_;
};

}  // namespace minijvm::gc
