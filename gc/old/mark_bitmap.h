// The mark bitmap: one bit per heap word, set for every word of a live object while a full
// collection runs.
// Tested by tests/gc/mark_bitmap_test.cpp.
//
//   heap, words   . . A A A B B . . C C . . .      A and B look like one object
//   bits          0 0 1 1 1 1 1 0 0 1 1 0 0 0      64 bits, one block: 512 bytes of heap
//   destination   one address per block: where the block's first live word goes
//   new place of C = destination + 8 * (5 bits set before C)
//
// So an object's new address is computed from one destination and a popcount, and no object header
// is written. The bits do not say where objects begin. Therefore each stripe of 64 KiB remembers
// the first object that starts in it, and a walk finds the others from there. Workers that share
// out the heap begin at these objects.
// Source: Kermany and Petrank, "The Compressor", PLDI 2006 (mark-bit vector and offset vector).
// Departure: this collector compacts in place (compactor.h).
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
  // Covers [base, base + bytes). Returns false if there is no memory. REQUIRES: base is a multiple
  // of kStripeBytes.
  bool initialize(std::byte* base, std::size_t bytes);

  bool covers(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base_) <
           bytes_;
  }
  // Tests the bit of an object's first word.
  bool is_marked(const void* object) const {
    return (shared_block(block_of(object)).load(std::memory_order_relaxed) & bit_of(object)) != 0;
  }
  // Sets the bits of a whole object. REQUIRES: the bitmap covers it, and it is not marked.
  void mark(const void* object, std::size_t bytes);
  // Marks an object and returns true if it was not marked before. Several threads may call
  // mark_shared at once; one of them gets true. The accesses are relaxed: a bit says nothing about
  // the object's contents, which do not change during marking.
  bool mark_if_clear(const void* object, std::size_t bytes) {
    bool is_first = !is_marked(object);
    if (is_first) {
      mark(object, bytes);
    }
    return is_first;
  }
  bool mark_shared(const void* object, std::size_t bytes);
  // Sets only the first word's bit, by which the verifier notes where objects start.
  void mark_start(const void* object) { blocks_[block_of(object)] |= bit_of(object); }

  std::size_t block_of(const void* address) const { return distance(address) / kBlockBytes; }
  std::byte* block_start(std::size_t block) const { return base_ + block * kBlockBytes; }
  static std::size_t word_in_block(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) % kBlockBytes / 8;
  }

  // These return the first marked word in [from, to), and the first unmarked one; `to` if there is
  // none.
  std::byte* next_marked(std::byte* from, std::byte* to) const { return next(from, to, 0); }
  std::byte* next_clear(std::byte* from, std::byte* to) const {
    return next(from, to, ~std::uint64_t{0});
  }
  // Returns how many bytes in [from, to) are marked. REQUIRES: both lie in the covered range.
  std::size_t marked_bytes(const std::byte* from, const std::byte* to) const;

  // --- stripes ---
  std::size_t stripe_of(const void* address) const { return distance(address) / kStripeBytes; }
  // Returns the first marked object that starts in the stripe; null if there is none.
  std::byte* first_in_stripe(std::size_t stripe) const {
    return before_end_[stripe] == 0
               ? nullptr
               : base_ + (stripe + 1) * kStripeBytes - 8 * std::size_t{before_end_[stripe]};
  }

  // --- destinations ---
  // The destination of a block is the address where its first live word goes. All live words of a
  // block go to consecutive addresses.
  void set_destination(std::size_t block, std::byte* destination) {
    destinations_[block] = destination;
  }
  // Sets the destinations of all blocks of [first, end) for a move of the object at `first` to
  // `place` and of every later live word to the place after the one before it.
  void set_destinations(const std::byte* first, const std::byte* end, std::byte* place);
  // Returns the object's address after the move. REQUIRES: it is marked, and its block has a
  // destination.
  std::byte* new_place(const void* object) const {
    std::size_t block = block_of(object);
    std::uint64_t before = blocks_[block] & (bit_of(object) - 1);
    return destinations_[block] + 8 * static_cast<std::size_t>(std::popcount(before));
  }

  // Clears all marks and gives the memory back to the kernel.
  void clear();

 private:
  std::atomic_ref<std::uint64_t> shared_block(std::size_t block) const {
    return std::atomic_ref<std::uint64_t>(blocks_[block]);
  }
  std::size_t distance(const void* address) const {
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) -
                                    reinterpret_cast<std::uintptr_t>(base_));
  }
  static std::uint64_t bit_of(const void* address) {
    return std::uint64_t{1} << word_in_block(address);
  }
  // Implements next_marked and next_clear; `flip` is xored to each word of bits.
  std::byte* next(std::byte* from, std::byte* to, std::uint64_t flip) const;
  // Returns the distance from the object to its stripe's end, in words. A larger value means an
  // earlier object, so the first object is the maximum, and 0 means none.
  std::uint16_t words_before_end(const void* object) const {
    return static_cast<std::uint16_t>((kStripeBytes - distance(object) % kStripeBytes) / 8);
  }
  void note_start(const void* object);
  void note_start_shared(const void* object);

  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint64_t* blocks_ = nullptr;
  std::byte** destinations_ = nullptr;
  // For each stripe, the number of words from its first object's start to the stripe's end; 0 if no
  // object starts there.
  std::uint16_t* before_end_ = nullptr;
  VirtualMemory bits_memory_;
  VirtualMemory destinations_memory_;
  VirtualMemory stripes_memory_;
};

}  // namespace minijvm::gc
