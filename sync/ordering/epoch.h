// Names a moment in the life of one thread, and the accesses that the thread made then, in a word.
// A detector of races keeps such words for each variable of the program (history.h).
//
//   | 63        | 62 .. 51 | 50 .. 22 | 21 .. 18 | 17 .. 0 |
//   | elsewhere | slot     | clock    | lanes    | site    |
//
//   slot   of the thread: a small number, which another thread gets after this one's end
//   clock  counts what the thread has let others see: an unlock, a volatile write, a start. All
//          that it does between two of these has one clock, so it is one *epoch*
//   lanes  the bytes of a 4-byte word that the variable has: an int has all, a byte has one
//   site   the place in the program, for the report
//
// Zero says that nobody has accessed the variable. Two words are of one epoch if they are equal
// above the lanes, so the comparison is one exclusive or and one shift.
// Tested by tests/sync/ordering/history_test.cpp.
// Source: Flanagan, Freund: FastTrack, PLDI 2009, section 3 (epochs).
#pragma once

#include <cstdint>

namespace minijvm::ordering {

using Word = std::uint64_t;
using SlotNo = std::uint32_t;
using Clock = std::uint32_t;
using SiteNo = std::uint32_t;
using Lanes = std::uint32_t;

inline constexpr int kSiteBits = 18;
inline constexpr int kLaneBits = 4;
inline constexpr int kClockBits = 29;
inline constexpr int kSlotBits = 12;
inline constexpr int kLaneShift = kSiteBits;
inline constexpr int kClockShift = kLaneShift + kLaneBits;
inline constexpr int kSlotShift = kClockShift + kClockBits;

// The history is not in the word, but where the other bits say.
inline constexpr Word kElsewhere = Word{1} << 63;
// Slot 0 is no thread's, so that no epoch is zero.
inline constexpr SlotNo kMostSlots = SlotNo{1} << kSlotBits;
inline constexpr Clock kLastClock = (Clock{1} << kClockBits) - 1;
inline constexpr SiteNo kMostSites = SiteNo{1} << kSiteBits;
inline constexpr Lanes kAllLanes = (Lanes{1} << kLaneBits) - 1;

constexpr Word epoch_word(SlotNo slot, Clock clock) {
  return Word{slot} << kSlotShift | Word{clock} << kClockShift;
}
constexpr Word stamp(Word epoch, Lanes lanes, SiteNo site) {
  return epoch | Word{lanes} << kLaneShift | site;
}
constexpr SlotNo slot_of(Word word) {
  return static_cast<SlotNo>(word >> kSlotShift) & (kMostSlots - 1);
}
constexpr Clock clock_of(Word word) { return static_cast<Clock>(word >> kClockShift) & kLastClock; }
constexpr Lanes lanes_of(Word word) { return static_cast<Lanes>(word >> kLaneShift) & kAllLanes; }
constexpr SiteNo site_of(Word word) { return static_cast<SiteNo>(word) & (kMostSites - 1); }
constexpr bool is_elsewhere(Word word) { return (word & kElsewhere) != 0; }
// A word that is elsewhere is of no epoch.
constexpr bool is_same_epoch(Word one, Word other) { return (one ^ other) >> kClockShift == 0; }
// Does the word say that all these lanes were accessed in this epoch?
constexpr bool covers(Word word, Word epoch, Lanes lanes) {
  return is_same_epoch(word, epoch) && (lanes_of(word) & lanes) == lanes;
}
static_assert(kSlotShift + kSlotBits == 63);

}  // namespace minijvm::ordering
