// The card table, this collector's remembered set: one byte per 512 bytes of heap, dirty where a
// reference was stored since the last collection. A young collection scans the dirty cards of old
// and fixed objects, and need not scan all of these objects. The write barrier (gc/heap/barrier.h)
// writes the cards.
// Tested by tests/gc/card_table_test.cpp.
//
//   heap    | 512 bytes | 512 bytes | 512 bytes | 512 bytes | ...
//   cards        ff          00          ff          ff           ff: clean, 00: dirty
//
// The table covers the whole range, because the mark is unconditional; cards of young objects are
// written and never read. Fresh kernel memory is zero, which means dirty, so a generation cleans
// its cards when it commits memory. A 64 MiB heap needs 128 KiB of cards. Rejected: a list of the
// changed slots. It would be exact, but the write barrier would have to append to it and to keep
// duplicates out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"
#include "gc/heap/barrier.h"

namespace minijvm::gc {

inline constexpr std::size_t kCardBytes = std::size_t{1} << kCardShift;

class CardTable {
 public:
  // Reserves cards for `bytes` of heap from `range` on, and publishes card_base. Returns false if
  // there is no memory.
  bool initialize(const std::byte* range, std::size_t bytes);

  // These convert between an address and its card's byte. start_of returns the first address of the
  // card.
  static std::uint8_t* card_of(const void* address) {
    return card_base + (reinterpret_cast<std::uintptr_t>(address) >> kCardShift);
  }
  static std::byte* start_of(const std::uint8_t* card) {
    return reinterpret_cast<std::byte*>((card - card_base) << kCardShift);
  }
  static bool is_dirty(const void* address) { return *card_of(address) != kCleanCard; }

  // Cleans, or dirties, all cards that [from, to) touches.
  static void clean(const std::byte* from, const std::byte* to);
  static void dirty(const std::byte* from, const std::byte* to);

  // Calls visit(from, to) for each stretch of dirty cards in [from, to). The stretch is cleaned
  // before the call, so the visitor dirties again what the next young collection must see.
  template <class Visit>
  static void take_dirty(std::byte* from, std::byte* to, Visit visit) {
    if (from == to) {
      return;
    }
    std::uint8_t* end = card_of(to - 1) + 1;
    for (std::uint8_t* card = next_dirty(card_of(from), end); card != end;) {
      std::uint8_t* stop = next_clean(card, end);
      clean(start_of(card), start_of(stop));
      visit(start_of(card) < from ? from : start_of(card),
            start_of(stop) < to ? start_of(stop) : to);
      card = next_dirty(stop, end);
    }
  }

 private:
  // These return the first card of [card, end) that is dirty, or clean; `end` if there is none.
  static std::uint8_t* next_dirty(std::uint8_t* card, std::uint8_t* end);
  static std::uint8_t* next_clean(std::uint8_t* card, std::uint8_t* end);

  VirtualMemory memory_;
};

}  // namespace minijvm::gc
