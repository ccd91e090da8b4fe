// Identity hash codes. A hash is installed once, in the word or in its displaced copy, whatever the
// lock state, and never changes afterwards.
//
// Tested by tests/sync/identity_hash_test.cpp.
// Source: Agesen et al., OOPSLA '99, sections 4.1, 4.2.
// Departures: a thread that installs a hash in a LOCKED object's stored bits sets Q. Otherwise the
// owner's fast unlock would restore the bits that it has read before, and the hash would be lost
// (README, E5). A foreign record is never read without the meta-lock, since free lists hand the
// same record out again (E11).
#pragma once

#include <cstdint>

#include "sync/lock_mode.h"

namespace minijvm::sync {

// LockMode::hash of the meta-lock modes. It is not called if the word is NEUTRAL with a hash.
std::uint32_t meta_identity_hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still);

// Makes sure that `neutral`, bits of NEUTRAL format, hold a hash: a new one of self's generator if
// there was none. Returns true if this call has installed it.
bool install_hash(ExecEnv& self, LockBits& neutral);

// System.identityHashCode: returns 31 bits, which are never 0. Does not stop at a safepoint.
inline std::uint32_t identity_hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  // A hash in the word itself would not need acquire; all readers of the word use it.
  LockBits bits = word.load(std::memory_order_acquire);
  if (lock_state(bits) == LockState::NEUTRAL && hash_of(bits) != 0) {
    return hash_of(bits);
  }
  return lock_mode().hash(self, word, still);
}

inline std::uint32_t identity_hash(ExecEnv& self, LockTarget target) {
  NoSafepoint still(self);
  return identity_hash(self, target.word(), still);
}

// Only the regression test of E5 calls this: false restores the paper's behaviour.
void set_hash_sets_queue_bit(bool repaired);

}  // namespace minijvm::sync
