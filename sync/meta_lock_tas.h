// The meta-lock for hardware that has SWAP but not CAS: a test-and-set word, with back-off in place of the hand-off. -XX:LockingMode=tas.
// Proved by tests/sync/lock_mode_test.cpp and meta_lock_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.4. Traded away, as there: the FIFO order, and that nobody waits busily.
#pragma once

#include "sync/atomic.h"
#include "sync/exec_env.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// BUSY without a thread: whoever meets it can only try again.
inline constexpr LockBits kTasBusy = static_cast<LockBits>(LockState::BUSY);

extern Atomic<bool> test_and_set;
inline bool uses_test_and_set() { return test_and_set.load(std::memory_order_relaxed); }
void set_test_and_set(bool on);

LockBits tas_get_meta_lock(ExecEnv& self, MultiUseWord& word);

inline void tas_release_meta_lock(MultiUseWord& word, LockBits release_bits) {
  word.store(release_bits, std::memory_order_release);  // acquire: the swap of whoever tries next
}

}  // namespace minijvm::sync
