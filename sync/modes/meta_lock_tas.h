// The meta-lock for hardware that has SWAP but not CAS: a test-and-set word, with back-off instead
// of the hand-off. -XX:LockingMode=tas chooses it.
//
//   any but BUSY   swap(3), old word returned   BUSY (3, no address)   a thread that gets it
//   BUSY (3)       swap(3)                      BUSY                   a thread that backs off
//   BUSY (3)       store(release bits)          any                    the holder
//
// Two properties are lost, as in the paper: the order is not FIFO, and threads wait busily.
// Tested by tests/sync/lock_mode_test.cpp and meta_lock_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.4, where the locked value is 1.
#pragma once

#include "sync/atomic.h"
#include "sync/multi_use_word.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// BUSY without a thread's address. A thread that meets it can only try again.
inline constexpr LockBits kTasBusy = static_cast<LockBits>(LockState::BUSY);

// The choice is made once at start (lock_mode.cpp), before threads run.
inline bool uses_test_and_set() {
  return sync_state.locks.test_and_set.load(std::memory_order_relaxed);
}
void set_test_and_set(bool on);

// Takes the meta-lock and returns the word's value from before, which is not BUSY. Yields or sleeps
// while another thread holds the meta-lock.
LockBits tas_get_meta_lock(ExecEnv& self, MultiUseWord& word);

// REQUIRES: the caller holds the meta-lock. No other thread changes the word meanwhile except from
// BUSY to BUSY, so a store is enough.
inline void tas_release_meta_lock(MultiUseWord& word, LockBits release_bits) {
  // release: pairs with the acquire of the swap that gets the word next.
  word.store(release_bits, std::memory_order_release);
}

}  // namespace minijvm::sync
