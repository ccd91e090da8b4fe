// Records objects in the offset table and finds them again. record() runs under Heap::mutex, or in
// the one worker that owns a piece; walk_start() runs in a young collection and in the verifier.
#include "gc/heap/offset_table.h"

#include <bit>

#include "base/bits.h"
#include "base/check.h"
#include "gc/heap/card_table.h"

namespace minijvm::gc {

bool OffsetTable::initialize(std::byte* base, std::size_t bytes) {
  base_ = base;
  memory_ = VirtualMemory::reserve((bytes >> kCardShift) + 1, page_size());
  if (!memory_.ok() || !memory_.commit(0, memory_.size())) {
    return false;
  }
  entries_ = reinterpret_cast<std::uint8_t*>(memory_.base());
  // A space always begins with an object.
  entries_[0] = 0;
  return true;
}

std::size_t OffsetTable::card_index(const std::byte* where) const {
  return static_cast<std::size_t>(where - base_) >> kCardShift;
}

void OffsetTable::record_start(const std::byte* object) {
  auto distance = static_cast<std::size_t>(object - base_);
  std::size_t card = distance >> kCardShift;
  bool is_card_start = is_aligned(distance, kCardBytes);
  // If the object does not begin on the card's edge, an earlier object has touched the card: it
  // wrote kNoStart + n there, or it starts there itself. So this object's start is recorded only if
  // the entry says that no object starts here. An object on the edge is always the first one; it
  // replaces an entry that is left from before the last compaction.
  if (is_card_start || entry(card) >= kNoStart) {
    set_entry(card, static_cast<std::uint8_t>((distance & (kCardBytes - 1)) >> 3));
  }
}

void OffsetTable::record_reach(const std::byte* object, std::size_t bytes) {
  std::size_t card = card_index(object);
  std::size_t last = card_index(object + bytes - 1);
  for (std::size_t i = card + 1; i <= last; ++i) {
    // This is the largest power of two that does not lead back beyond the object's own card.
    set_entry(i, static_cast<std::uint8_t>(kNoStart + std::bit_width(i - card) - 1));
  }
}

void OffsetTable::record_in_stretch(const std::byte* stretch, const std::byte* object,
                                    std::size_t bytes) {
  // The card on which a stretch begins belongs to the stretch before it, unless the two meet on the
  // card's edge. Compactor::finish() records the stretch's first object later, in address order.
  bool is_on_shared_card = card_index(object) == card_index(stretch) &&
                           !is_aligned(static_cast<std::size_t>(stretch - base_), kCardBytes);
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
  // The object that covers the card's first byte starts on an earlier card, since this card's first
  // object does not start on the edge. Card 0 always starts with an object.
  MJ_DCHECK(card != 0, "no object at the base of the old generation");
  --card;
  // The walk jumps back by powers of two until a card is found on which an object starts.
  while (entry(card) >= kNoStart) {
    card -= std::size_t{1} << (entry(card) - kNoStart);
  }
  return base_ + (card << kCardShift) + (static_cast<std::size_t>(entry(card)) << 3);
}

}  // namespace minijvm::gc
