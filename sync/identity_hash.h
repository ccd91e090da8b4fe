// Identity hash codes: installed once in the word or its displaced copy, whatever the lock state, and never changed.
// Proved by tests/sync/identity_hash_test.cpp.
// Source: Agesen et al., OOPSLA '99, sections 4.1, 4.2.  Departure: who installs a hash in a LOCKED object's stored bits sets Q, or the
// owner's fast unlock restores the bits it read before and the hash is lost (README, E5); a foreign record is never read
// without the meta-lock, since free lists hand the same record out again (E11).
#pragma once

#include <cstdint>

#include "sync/lock_mode.h"

namespace minijvm::sync {

// The meta-lock modes' way when the word is not NEUTRAL with a hash.
std::uint32_t meta_identity_hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still);

// The hash in bits of NEUTRAL format, installed if absent. True: installed.
bool install_hash(ExecEnv& self, LockBits& neutral);

// 31 bits, never 0. Does not stop.
inline std::uint32_t identity_hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
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

// For the regression test of E5 only: false restores the paper's behaviour.
void set_hash_sets_queue_bit(bool repaired);

}  // namespace minijvm::sync
