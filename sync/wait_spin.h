// A waiter looks for its notification for a bounded time before it sleeps: two threads that answer each other from two processors then need no
// system calls, where each would have to be woken, which takes longer than what it has to say.
// Proved by tests/sync/wait_spin_test.cpp; measured by bench/locks/run --contended, PingPong.
// Departure: Agesen et al. sleep at once (OOPSLA '99, 4.4). As in enter_spin.h, only the extra-fast modes spin; user threads do not.
#pragma once

#include "sync/clock.h"
#include "sync/fwd.h"

namespace minijvm::sync {

// Of one thread, which alone touches it. After a look that did not pay it sleeps at once four times as often as before, after one that did
// half as often: where partners share a processor, and for those who wait long, next to nothing is spent.
class WaitSpin {
 public:
  // True: the thread's monitor permit is there; it is not taken. REQUIRES: kBlocked, so that nobody waits for us meanwhile.
  bool await_permit(ExecEnv& self, Deadline until);

  unsigned sleeps() const { return sleeps_; }

  static constexpr int kPauses = 2048;        // about 25 us, twice what a wake-up takes
  static constexpr unsigned kMostSleeps = 4096;

 private:
  void count(bool paid);

  unsigned sleeps_ = 0;     // how often it sleeps at once before it looks again
  unsigned left_ = 0;       // of these
};

}  // namespace minijvm::sync
