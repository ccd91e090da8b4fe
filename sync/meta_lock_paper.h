// The paper's own slow paths for the meta-lock, with a mutex and a condition variable in each ExecEnv: the reference for the word gate.
// Chosen by -XX:MetaLockGate=paper. Proved by tests/sync/meta_lock_test.cpp, which runs every test with both gates.
// Source: Agesen et al., OOPSLA '99, section 4.2, figures 1 and 12.  Departure: ExecEnvs are type-stable, without which case 1 sleeps on
// the condition variable of a thread that may be gone (README, E6).
#pragma once

#include <pthread.h>

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// Figure 1's fields for the hand-off. All are guarded by the mutex of the ExecEnv whose hand-off it is: a successor's got_meta_lock_slow_
// and meta_lock_bits_ are written under its predecessor's mutex.
struct PaperGate {
  pthread_mutex_t meta_lock_mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t meta_lock_condvar_ = PTHREAD_COND_INITIALIZER;
  bool got_meta_lock_slow_ = false;  // set by the predecessor: the bits are in this ExecEnv
  bool bits_for_grab_ = false;       // set by the releaser itself: the successor may take the bits
  LockBits meta_lock_bits_ = 0;
  ExecEnv* succ_ee_ = nullptr;       // set by a successor that came first
};

// Figure 12, line by line. REQUIRES: pred_bits is BUSY.
LockBits paper_get_meta_lock_slow(ExecEnv& self, LockBits pred_bits);
void paper_release_meta_lock_slow(ExecEnv& self, LockBits release_bits);

}  // namespace minijvm::sync
