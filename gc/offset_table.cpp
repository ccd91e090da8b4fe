#include "gc/offset_table.h"

#include <bit>

#include "base/bits.h"
#include "base/check.h"
#include "gc/card_table.h"

namespace minijvm::gc {

bool OffsetTable::initialize(std::byte* base, std::size_t bytes) {
  base_ = base;
  memory_ = VirtualMemory::reserve((bytes >> kCardShift) + 1, page_size());
  if (!memory_.ok() || !memory_.commit(0, memory_.size())) {
    return false;
  }
  entries_ = reinterpret_cast<std::uint8_t*>(memory_.base());
  entries_[0] = 0;
  return true;
}

std::size_t OffsetTable::card_index(const std::byte* where) const { return static_cast<std::size_t>(where - base_) >> kCardShift; }

void OffsetTable::record_start(const std::byte* object) {
  auto distance = static_cast<std::size_t>(object - base_);
  std::size_t card = distance >> kCardShift;
  bool is_card_start = is_aligned(distance, kCardBytes);
  // Unless it begins on the card's edge, an earlier object touched the card: it wrote "none starts here", or starts here itself.
  if (is_card_start || entry(card) >= kNoStart) {
    set_entry(card, static_cast<std::uint8_t>((distance & (kCardBytes - 1)) >> 3));
  }
}

void OffsetTable::record_reach(const std::byte* object, std::size_t bytes) {
  std::size_t card = card_index(object);
  std::size_t last = card_index(object + bytes - 1);
  for (std::size_t i = card + 1; i <= last; ++i) {
    set_entry(i, static_cast<std::uint8_t>(kNoStart + std::bit_width(i - card) - 1));
  }
}

void OffsetTable::record_in_stretch(const std::byte* stretch, const std::byte* object, std::size_t bytes) {
  bool is_on_shared_card = card_index(object) == card_index(stretch) && !is_aligned(static_cast<std::size_t>(stretch - base_), kCardBytes);
  if (!is_on_shared_card) {
    record_start(object);
  }
  record_reach(object, bytes);
}

std::byte* OffsetTable::walk_start(const std::byte* where) const {
  std::size_t card = card_index(where);
  if (entry(card) == 0) {
    return base_ + (card << kCardShift);
  }
  // What covers the card's first byte starts on an earlier card, or just there. Card 0 always starts with an object.
  MJ_DCHECK(card != 0, "no object at the base of the old generation");
  --card;
  while (entry(card) >= kNoStart) {
    card -= std::size_t{1} << (entry(card) - kNoStart);
  }
  return base_ + (card << kCardShift) + (static_cast<std::size_t>(entry(card)) << 3);
}

}  // namespace minijvm::gc
