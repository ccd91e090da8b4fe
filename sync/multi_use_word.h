// The multi-use word, second word of every object: lock state, and hash and age or the place where they went.
// Proved by tests/sync/multi_use_word_test.cpp.
// Source: Agesen et al., OOPSLA '99, figure 2 and section 4.1; the third bit (Q): section 5.2.  Departure: 64 bits, and Q also says
// "stored bits were changed", without which the fast unlock loses hash codes (README, E5).
//
//                63        39 38             8  7  6       3   2   1 0
//   NEUTRAL     |     0      |  hash (31)     | 0 | age (4) | 0 | 0 0 |   hash 0: not computed yet; a zeroed TLAB is a legal header
//   LOCKED      |     address of the owner's LockRecord     | Q | 0 1 |   the first of the queue
//   WAITERS     |     address of the first LockRecord       | 1 | 1 0 |   nobody owns the monitor
//   BUSY        |     address of an ExecEnv                     | 1 1 |   meta-locked: the last in the meta-lock queue
//
// Bits 39 to 63 of a NEUTRAL word are zero under the meta-lock, but for the mark of lock_statistics.h; -XX:LockingMode=thin keeps owner and count there, monitorcache the rest of
// the object's number.
//
// Q = 1: the fast unlock must not be used, since the queue may hold a record or the displaced word was changed.
// Pointers are kept whole, tagged only in low bits that alignment leaves free: a CPU may have 57-bit addresses.
// Only this file compares the two bits by number.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "sync/atomic.h"
#include "sync/fwd.h"

namespace minijvm::sync {

enum class LockState : std::uintptr_t { NEUTRAL = 0, LOCKED = 1, WAITERS = 2, BUSY = 3 };

// A value of the word (the paper's BitField). Free functions below read and build them.
using LockBits = std::uintptr_t;

inline constexpr LockBits kLockStateMask = 3;
inline constexpr LockBits kQueueBit = 4;
inline constexpr std::size_t kLockRecordAlignment = 64;
inline constexpr std::size_t kExecEnvAlignment = 128;

using AgeField = BitField<3, 4>;
using HashField = BitField<8, 31>;
using ModeField = BitField<39, 25>;
using ThinOwnerField = BitField<39, 16>;  // of it: thin_locks.cpp
using ThinCountField = BitField<55, 9>;
inline constexpr std::uint32_t kMaxAge = AgeField::kMax;
inline constexpr LockBits kNeutralMask = AgeField::kMask | HashField::kMask | ModeField::kMask;

constexpr LockState lock_state(LockBits bits) { return static_cast<LockState>(bits & kLockStateMask); }
constexpr bool queue_bit(LockBits bits) { return (bits & kQueueBit) != 0; }

// REQUIRES: LOCKED or WAITERS.
inline LockRecord* lock_record(LockBits bits) { return reinterpret_cast<LockRecord*>(bits & ~(kLockStateMask | kQueueBit)); }
// REQUIRES: BUSY. The paper's busyEE.
inline ExecEnv* busy_ee(LockBits bits) { return reinterpret_cast<ExecEnv*>(bits & ~kLockStateMask); }

inline LockBits locked_bits(const LockRecord* owner, bool queue) {
  return reinterpret_cast<LockBits>(owner) | (queue ? kQueueBit : 0) | static_cast<LockBits>(LockState::LOCKED);
}
inline LockBits waiters_bits(const LockRecord* first) {
  return reinterpret_cast<LockBits>(first) | kQueueBit | static_cast<LockBits>(LockState::WAITERS);
}
inline LockBits busy_bits(const ExecEnv* ee) { return reinterpret_cast<LockBits>(ee) | static_cast<LockBits>(LockState::BUSY); }

// The NEUTRAL format, in the word itself or displaced into a record.
constexpr bool is_neutral_format(LockBits bits) { return (bits & ~kNeutralMask) == 0; }
constexpr std::uint32_t hash_of(LockBits neutral) { return static_cast<std::uint32_t>(HashField::get(neutral)); }
constexpr LockBits with_hash(LockBits neutral, std::uint32_t hash) { return HashField::set(neutral, hash); }
constexpr std::uint32_t age_of(LockBits neutral) { return static_cast<std::uint32_t>(AgeField::get(neutral)); }
constexpr LockBits with_age(LockBits neutral, std::uint32_t age) { return AgeField::set(neutral, age); }

class MultiUseWord {
 public:
  MultiUseWord() = default;
  explicit MultiUseWord(LockBits bits) : bits_(bits) {}

  LockBits load(std::memory_order order) const { return bits_.load(order); }
  void store(LockBits bits, std::memory_order order) { bits_.store(bits, order); }
  LockBits swap(LockBits bits, std::memory_order order) { return bits_.exchange(bits, order); }
  bool cas(LockBits expected, LockBits desired, std::memory_order success, std::memory_order failure) {
    return bits_.compare_exchange_strong(expected, desired, success, failure);
  }
  Atomic<LockBits>& cell() { return bits_; }

 private:
  Atomic<LockBits> bits_{0};
};
static_assert(sizeof(MultiUseWord) == 8);

// Where hash and age of an object are now: the word itself, or the first lock record's stored bits.
// REQUIRES: the world is stopped, so that no word is BUSY (I3 of meta_lock.h).
Atomic<LockBits>& displaced_word(MultiUseWord& word);

// What the collector does, through displaced_word. set_object_age of a shared age: one thread per object, the one that won the forwarding.
inline std::uint32_t object_age(MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_relaxed);
  return lock_state(bits) == LockState::NEUTRAL ? age_of(bits) : age_of(displaced_word(word).load(std::memory_order_relaxed));
}
void set_object_age(MultiUseWord& word, std::uint32_t age);

}  // namespace minijvm::sync
