// A waiter looks for its notification for a bounded time before it sleeps. Two threads on two
// processors that answer each other then need no system calls. Without the spin each of them must
// be woken, which takes longer than the work between two answers.
//
// Tested by tests/sync/wait_spin_test.cpp; measured by bench/locks/run --contended, PingPong.
// Departure: in Agesen et al., OOPSLA '99, 4.4, a waiter sleeps at once. As in enter_spin.h, only
// the extra-fast mode spins. User threads do not, since the notifier may need their LWP.
#pragma once

#include "sync/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

// The state of one thread's spins, which only that thread touches.
//
// If a spin did not help, the number of waits that skip it becomes four times as large; if it
// helped, half as large. So threads that share a processor, or that wait for long, spend almost no
// time on spins. A new thread begins with the number of the thread that spun last: of a hundred
// threads that talk to each other, each would otherwise make the same six spins that do not help.
class WaitSpin {
 public:
  // Returns true once the thread's monitor permit is there; it does not take the permit. REQUIRES:
  // kBlocked, so that no safepoint waits for self meanwhile.
  bool await_permit(ExecEnv& self, Deadline until);

  // Returns how many waits skip the spin after the last wait that tried it.
  unsigned sleeps() const { return sleeps_; }

  static constexpr int kPauses = 2048;  // about 25 us, twice what a wake-up takes
  static constexpr unsigned kMostSleeps = 4096;
  // A new thread may be of another kind, so it takes over no more than this.
  static constexpr unsigned kMostAtFirst = 341;

 private:
  // Adapts sleeps_ after a spin that helped (`paid`) or did not.
  void count(bool paid);

  bool is_new_ = true;   // until the first wait
  unsigned sleeps_ = 0;  // the number of waits that skip the spin
  unsigned left_ = 0;    // the number of those that are still to come
};

}  // namespace minijvm::sync
