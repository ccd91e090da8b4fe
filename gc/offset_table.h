// Finds the object that covers a card's first byte, in a space where objects lie without gaps (the old generation).
// Proved by tests/gc/offset_table_test.cpp.
//
//   entry    meaning
//   0..63    the first object that starts on this card starts at this word of it
//   64 + n   none starts here: go back 2^n cards and look again (a long array is crossed in logarithmic time)
//
// Objects of one card are recorded in address order, which bump allocation and sliding give for free. Workers that fill pieces of their own
// record at the same time: pieces begin and end on card edges, and stretches that do not leave the card they begin within to the one before.
// Then one card's entry may be read, on the way back from another, while an
// object is recorded that starts behind what is looked for: both answers are right, so accesses are relaxed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"

namespace minijvm::gc {

class OffsetTable {
 public:
  // False: no memory. Covers [base, base + bytes); base is card aligned.
  bool initialize(std::byte* base, std::size_t bytes);

  void record(const std::byte* object, std::size_t bytes) {
    record_start(object);
    record_reach(object, bytes);
  }
  // The same for an object of a stretch that one of many workers fills: as if by the call above, once record_start(stretch) was called for
  // each stretch, in order.
  void record_in_stretch(const std::byte* stretch, const std::byte* object, std::size_t bytes);
  // Unless an earlier object is known to start on its card.
  void record_start(const std::byte* object);
  // An object's start at or before `where`, from which walking on reaches it. REQUIRES: an object covers it.
  std::byte* walk_start(const std::byte* where) const;

 private:
  static constexpr std::uint8_t kNoStart = 64;
  std::size_t card_index(const std::byte* where) const;
  void record_reach(const std::byte* object, std::size_t bytes);  // on the cards after its own
  std::uint8_t entry(std::size_t card) const { return std::atomic_ref<std::uint8_t>(entries_[card]).load(std::memory_order_relaxed); }
  void set_entry(std::size_t card, std::uint8_t value) { std::atomic_ref<std::uint8_t>(entries_[card]).store(value, std::memory_order_relaxed); }

  VirtualMemory memory_;
  std::byte* base_ = nullptr;
  std::uint8_t* entries_ = nullptr;
};

}  // namespace minijvm::gc
