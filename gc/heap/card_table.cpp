// Keeps the memory of the card table, and searches dirty cards in it. The write barrier marks cards
// while the program runs; the functions here run when memory is committed, or while the world is
// stopped.
#include "gc/heap/card_table.h"

#include <cstring>

#include "base/bits.h"

namespace minijvm::gc {

std::uint8_t* card_base = nullptr;

bool CardTable::initialize(const std::byte* range, std::size_t bytes) {
  std::size_t cards = bytes >> kCardShift;
  memory_ = VirtualMemory::reserve(cards, page_size());
  if (!memory_.ok() || !memory_.commit(0, memory_.size())) {
    return false;
  }
  // The pointer is biased: the byte for `range` is the first one of the table, so the table's
  // pointer is moved back by the range's own card number. The biased pointer may lie outside of any
  // memory.
  auto first = reinterpret_cast<std::uintptr_t>(memory_.base()) -
               (reinterpret_cast<std::uintptr_t>(range) >> kCardShift);
  card_base = reinterpret_cast<std::uint8_t*>(first);
  return true;
}

void CardTable::clean(const std::byte* from, const std::byte* to) {
  if (from != to) {
    std::memset(card_of(from), kCleanCard,
                static_cast<std::size_t>(card_of(to - 1) - card_of(from)) + 1);
  }
}

void CardTable::dirty(const std::byte* from, const std::byte* to) {
  if (from != to) {
    std::memset(card_of(from), kDirtyCard,
                static_cast<std::size_t>(card_of(to - 1) - card_of(from)) + 1);
  }
}

std::uint8_t* CardTable::next_dirty(std::uint8_t* card, std::uint8_t* end) {
  // OPTIMIZATION: most cards are clean, so eight of them are compared with one load.
  while (card != end) {
    std::uint64_t eight = 0;
    bool aligned = is_aligned(reinterpret_cast<std::uintptr_t>(card), 8);
    if (aligned && end - card >= 8 && (std::memcpy(&eight, card, 8), eight == ~std::uint64_t{0})) {
      card += 8;
      continue;
    }
    if (*card != kCleanCard) {
      return card;
    }
    ++card;
  }
  return end;
}

std::uint8_t* CardTable::next_clean(std::uint8_t* card, std::uint8_t* end) {
  while (card != end && *card != kCleanCard) {
    ++card;
  }
  return card;
}

}  // namespace minijvm::gc
