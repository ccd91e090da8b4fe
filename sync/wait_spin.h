// A waiter looks for its notification for a bounded time before it sleeps. Two threads on two
// processors that answer each other then need no system calls. Without the spin each of them must
// be woken, which takes longer than the work between two answers.
//
// Tested by tests/sync/wait_spin_test.cpp; measured by bench/locks/run --contended, PingPong.
// Departure: in Agesen et al., OOPSLA '99, 4.4, a waiter sleeps at once. As in enter_spin.h, only
// the extra-fast mode spins. User threads do not, since the notifier may need their LWP.
#pragma once

#include <utility>

#include "sync/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

// The state of one thread's spins, which only that thread touches.
//
// If a spin did not help, the number of waits that skip it becomes four times as large; if it
// helped, half as large. So threads that share a processor, or that wait for long, spend almost no
// time on spins. A new thread spins once; if that does not help, it goes on from the number of the
// thread that spun last: each of a hundred that talk to each other need not spin in vain six times.
//
// Two threads that answer each other must spin both: each would otherwise look in vain while the
// other wakes up. So a thread that gives a spinning waiter its permit spins at its own next wait,
// and a spin that has become rare lasts long enough for the other to wake up.
class WaitSpin {
 public:
  // Returns true once the thread's monitor permit is there; it does not take the permit. REQUIRES:
  // kBlocked, so that no safepoint waits for self meanwhile.
  bool await_permit(ExecEnv& self, Deadline until);

  // The thread is about to give `waiter` its permit.
  void meet(const ExecEnv& waiter);

  // Returns true once after such a meeting with a waiter that spins: it is about to enter.
  bool waiter_is_coming() { return std::exchange(waiter_is_coming_, false); }

  // Returns how many waits skip the spin after the last wait that tried it.
  unsigned sleeps() const { return sleeps_; }

  static constexpr int kPauses = 2048;  // about 25 us, twice what a wake-up takes
  static constexpr unsigned kMostSleeps = 4096;
  // A spin for which this many waits sleep may last longer, and still cost each of them little.
  static constexpr unsigned kRare = 341;
  static constexpr int kRarePauses = 8 * kPauses;
  // A new thread may be of another kind, so it takes over no more than this.
  static constexpr unsigned kMostAtFirst = 85;

 private:
  // Looks for the permit for a bounded time. Returns true if it came.
  bool spin(ExecEnv& self, Deadline until);
  // Adapts sleeps_ after a spin that helped (`paid`) or did not.
  void count(bool paid);

  bool is_new_ = true;   // until the first spin
  unsigned sleeps_ = 0;  // the number of waits that skip the spin
  unsigned left_ = 0;    // the number of those that are still to come
  bool waiter_is_coming_ = false;
};

}  // namespace minijvm::sync
