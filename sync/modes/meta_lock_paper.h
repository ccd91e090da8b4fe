// The paper's own slow paths for the meta-lock, with a mutex and a condition variable in each
// ExecEnv: the word gate (meta_lock.cpp) is compared with it. -XX:MetaLockGate=paper chooses it.
// Tested by tests/sync/meta_lock_test.cpp, which runs every test with both gates.
// Source: Agesen et al., OOPSLA '99, section 4.2, figures 1 and 12.
// Departure: ExecEnvs are type-stable. Otherwise case 1 would sleep on the condition variable of a
// thread that may be gone (README, E6).
#pragma once

#include <pthread.h>

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// Figure 1's fields for the hand-off. They are guarded by the mutex of the ExecEnv whose hand-off
// it is: the predecessor writes a successor's got_meta_lock_slow_ and meta_lock_bits_ under its own
// mutex.
struct PaperGate {
  pthread_mutex_t meta_lock_mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t meta_lock_condvar_ = PTHREAD_COND_INITIALIZER;
  // The bits are in this ExecEnv. The predecessor sets the flag.
  bool got_meta_lock_slow_ = false;
  // The successor may take the bits. The releaser itself sets the flag.
  bool bits_for_grab_ = false;
  LockBits meta_lock_bits_ = 0;
  // The successor, if it came first. The successor itself sets the pointer.
  ExecEnv* succ_ee_ = nullptr;
};

// Figure 12, step by step. `pred_bits` is the word that the swap returned. REQUIRES: it is BUSY.
LockBits paper_get_meta_lock_slow(ExecEnv& self, LockBits pred_bits);
void paper_release_meta_lock_slow(ExecEnv& self, LockBits release_bits);

}  // namespace minijvm::sync
