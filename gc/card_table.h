// One byte per 512 bytes of heap: dirty where a reference was stored since the last collection, so that a young collection finds the
// references from old and fixed objects without scanning them all. Written by gc/barrier.h; proved by tests/gc/card_table_test.cpp.
// The table covers the whole range, since the mark is unconditional; cards of young objects are written and never read.
// Fresh kernel memory is zero, which means dirty: a generation cleans its cards as it commits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"
#include "gc/barrier.h"

namespace minijvm::gc {

inline constexpr std::size_t kCardBytes = std::size_t{1} << kCardShift;

class CardTable {
 public:
  // False: no memory. Publishes card_base.
  bool initialize(const std::byte* range, std::size_t bytes);

  static std::uint8_t* card_of(const void* address) { return card_base + (reinterpret_cast<std::uintptr_t>(address) >> kCardShift); }
  static std::byte* start_of(const std::uint8_t* card) { return reinterpret_cast<std::byte*>((card - card_base) << kCardShift); }
  static bool is_dirty(const void* address) { return *card_of(address) != kCleanCard; }

  // All cards that [from, to) touches.
  static void clean(const std::byte* from, const std::byte* to);
  static void dirty(const std::byte* from, const std::byte* to);

  // visit(from, to) for each stretch of dirty cards in [from, to), which are clean by then: the visitor dirties what stays interesting.
  template <class Visit>
  static void take_dirty(std::byte* from, std::byte* to, Visit visit) {
    if (from == to) {
      return;
    }
    std::uint8_t* end = card_of(to - 1) + 1;
    for (std::uint8_t* card = next_dirty(card_of(from), end); card != end;) {
      std::uint8_t* stop = next_clean(card, end);
      clean(start_of(card), start_of(stop));
      visit(start_of(card) < from ? from : start_of(card), start_of(stop) < to ? start_of(stop) : to);
      card = next_dirty(stop, end);
    }
  }

 private:
  static std::uint8_t* next_dirty(std::uint8_t* card, std::uint8_t* end);
  static std::uint8_t* next_clean(std::uint8_t* card, std::uint8_t* end);

  VirtualMemory memory_;
};

}  // namespace minijvm::gc
