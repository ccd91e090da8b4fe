// Finds the object that covers the first byte of a card, in a space whose objects lie without gaps
// (the old generation). A young collection needs the table to begin its walk at a dirty card,
// because objects cannot be walked backwards.
// Tested by tests/gc/offset_table_test.cpp.
//
// The table has one byte per card:
//
//   entry    meaning
//   0..63    the first object that starts on this card starts at this word of it
//   64 + n   no object starts here: go back 2^n cards and look again
//
// So the start of a long array is found in a logarithmic number of steps. For example, on a card
// that lies 99 cards after the array's first one, the steps go back 64, 32, 2 and 1 cards.
//
// Objects of one card are recorded in address order, which bump allocation and sliding give for
// free.
//
// Workers that fill pieces of their own record at the same time. They do not disturb each other:
// pieces begin and end on card edges, and a stripe of the compactor that begins within a card
// leaves this card's entry to the stripe before it. A worker that looks for the object that covers
// one card may read another card's entry while it is recorded. Both the old and the new value lead
// to an object at or before the address that is looked for, so accesses are relaxed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"

namespace minijvm::gc {

class OffsetTable {
 public:
  // Covers [base, base + bytes). Returns false if there is no memory. REQUIRES: base is card
  // aligned.
  bool initialize(std::byte* base, std::size_t bytes);

  // Records that an object occupies [object, object + bytes).
  void record(const std::byte* object, std::size_t bytes) {
    record_start(object);
    record_reach(object, bytes);
  }
  // Does the same for an object of a stretch that one of several workers fills. After
  // record_start(stretch) has been called for each stretch, in address order, the table is as if
  // record() had been called for each object.
  void record_in_stretch(const std::byte* stretch, const std::byte* object, std::size_t bytes);
  // Writes the entry of the object's own card, unless an earlier object is known to start there.
  void record_start(const std::byte* object);
  // Returns the start of an object at or before `where`, from which a walk reaches the object that
  // covers `where`. REQUIRES: an object covers it.
  std::byte* walk_start(const std::byte* where) const;

 private:
  static constexpr std::uint8_t kNoStart = 64;
  std::size_t card_index(const std::byte* where) const;
  // Writes the entries of the cards after the object's own.
  void record_reach(const std::byte* object, std::size_t bytes);
  std::uint8_t entry(std::size_t card) const {
    return std::atomic_ref<std::uint8_t>(entries_[card]).load(std::memory_order_relaxed);
  }
  void set_entry(std::size_t card, std::uint8_t value) {
    std::atomic_ref<std::uint8_t>(entries_[card]).store(value, std::memory_order_relaxed);
  }

  VirtualMemory memory_;
  std::byte* base_ = nullptr;
  std::uint8_t* entries_ = nullptr;
};

}  // namespace minijvm::gc
