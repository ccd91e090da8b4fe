// The multi-use word: the second word of every object. While the object is unlocked the word holds
// its identity hash and its age. While it is locked the word points to a lock record, and hash and
// age have moved into that record (they are "displaced").
//
//                63        39 38             8  7  6       3   2   1 0
//   NEUTRAL     |     0      |  hash (31)     | 0 | age (4) | 0 | 0 0 |   hash 0: not computed yet
//   LOCKED      |     address of the owner's LockRecord     | Q | 0 1 |   first in the queue
//   WAITERS     |     address of the first LockRecord       | 1 | 1 0 |   nobody owns the monitor
//   BUSY        |     address of an ExecEnv                     | 1 1 |   meta-locked (meta_lock.h)
//
// NEUTRAL is 0 so that memory full of zeros, such as a fresh TLAB, already is a legal header.
// Q = 1 forbids the fast unlock, because the queue may hold a record or the displaced word has
// changed.
// A BUSY word holds the ExecEnv of the thread that came last to the meta-lock queue.
// In the default mode bits 39 to 63 of a NEUTRAL word are zero, but for the mark of
// lock_statistics.h. -XX:LockingMode=thin keeps the owner and the count there, and monitorcache the
// upper part of the object's number.
//
// Pointers are stored whole, and only the low bits that alignment leaves free carry tags. Tags in
// high bits were rejected: addresses may have 57 bits.
// No other file compares the two state bits by number.
//
// Tested by tests/sync/multi_use_word_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 2 and section 4.1; the third bit (Q): section 5.2.
// Departure: the word has 64 bits. Q also stands for "the stored bits were changed"; without this
// meaning the fast unlock would lose hash codes (README, E5).
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "sync/atomic.h"
#include "sync/fwd.h"

namespace minijvm::sync {

enum class LockState : std::uintptr_t { NEUTRAL = 0, LOCKED = 1, WAITERS = 2, BUSY = 3 };

// A value of the word (the paper's BitField). The free functions below read and make such values.
using LockBits = std::uintptr_t;

inline constexpr LockBits kLockStateMask = 3;
// Q, the third bit of section 5.2.
inline constexpr LockBits kQueueBit = 4;
// The alignments keep the tagged low bits of both kinds of address zero. They are larger than
// needed for that, so that two records, or two ExecEnvs, never share a cache line.
inline constexpr std::size_t kLockRecordAlignment = 64;
inline constexpr std::size_t kExecEnvAlignment = 128;

using AgeField = BitField<3, 4>;
using HashField = BitField<8, 31>;
using ModeField = BitField<39, 25>;
// -XX:LockingMode=thin divides ModeField into these two (modes/thin_locks.cpp).
using ThinOwnerField = BitField<39, 16>;
using ThinCountField = BitField<55, 9>;
inline constexpr std::uint32_t kMaxAge = AgeField::kMax;
inline constexpr LockBits kNeutralMask = AgeField::kMask | HashField::kMask | ModeField::kMask;

constexpr LockState lock_state(LockBits bits) {
  return static_cast<LockState>(bits & kLockStateMask);
}
constexpr bool queue_bit(LockBits bits) { return (bits & kQueueBit) != 0; }

// REQUIRES: `bits` is LOCKED or WAITERS.
inline LockRecord* lock_record(LockBits bits) {
  return reinterpret_cast<LockRecord*>(bits & ~(kLockStateMask | kQueueBit));
}
// The paper's busyEE. REQUIRES: `bits` is BUSY.
inline ExecEnv* busy_ee(LockBits bits) {
  return reinterpret_cast<ExecEnv*>(bits & ~kLockStateMask);
}

inline LockBits locked_bits(const LockRecord* owner, bool queue) {
  return reinterpret_cast<LockBits>(owner) | (queue ? kQueueBit : 0) |
         static_cast<LockBits>(LockState::LOCKED);
}
// Q is always set here, so the fast unlock does not have to test the state as well.
inline LockBits waiters_bits(const LockRecord* first) {
  return reinterpret_cast<LockBits>(first) | kQueueBit | static_cast<LockBits>(LockState::WAITERS);
}
inline LockBits busy_bits(const ExecEnv* ee) {
  return reinterpret_cast<LockBits>(ee) | static_cast<LockBits>(LockState::BUSY);
}

// The NEUTRAL format holds hash and age, in the word itself or displaced into a record.
constexpr bool is_neutral_format(LockBits bits) { return (bits & ~kNeutralMask) == 0; }
// Returns 0 if the hash is not computed yet.
constexpr std::uint32_t hash_of(LockBits neutral) {
  return static_cast<std::uint32_t>(HashField::get(neutral));
}
constexpr LockBits with_hash(LockBits neutral, std::uint32_t hash) {
  return HashField::set(neutral, hash);
}
constexpr std::uint32_t age_of(LockBits neutral) {
  return static_cast<std::uint32_t>(AgeField::get(neutral));
}
constexpr LockBits with_age(LockBits neutral, std::uint32_t age) {
  return AgeField::set(neutral, age);
}

// The word as a shared variable. Each caller chooses the memory order and says why.
class MultiUseWord {
 public:
  MultiUseWord() = default;
  explicit MultiUseWord(LockBits bits) : bits_(bits) {}

  LockBits load(std::memory_order order) const { return bits_.load(order); }
  void store(LockBits bits, std::memory_order order) { bits_.store(bits, order); }
  LockBits swap(LockBits bits, std::memory_order order) { return bits_.exchange(bits, order); }
  bool cas(LockBits expected, LockBits desired, std::memory_order success,
           std::memory_order failure) {
    return bits_.compare_exchange_strong(expected, desired, success, failure);
  }
  Atomic<LockBits>& cell() { return bits_; }

 private:
  Atomic<LockBits> bits_{0};
};
static_assert(sizeof(MultiUseWord) == 8);

// Returns the cell that holds hash and age of an object now: the word itself, or the stored bits of
// the first lock record.
// REQUIRES: the world is stopped, so that no word is BUSY (I3 of meta_lock.h).
Atomic<LockBits>& displaced_word(MultiUseWord& word);

// The collector reads and writes the age through displaced_word, so the same precondition holds.
inline std::uint32_t object_age(MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_relaxed);
  return lock_state(bits) == LockState::NEUTRAL
             ? age_of(bits)
             : age_of(displaced_word(word).load(std::memory_order_relaxed));
}
// REQUIRES: only one thread calls this for an object. It is the collector's worker that won the
// forwarding.
void set_object_age(MultiUseWord& word, std::uint32_t age);

}  // namespace minijvm::sync
