// A counting semaphore for the collector's threads: whoever wakes takes a permit by one CAS and no lock. Proved by tests/gc/semaphore_test.cpp
// and, with the dispatcher, tests/model/spin/gang.pml.
// Source: the semaphore of JDK-8087324.  Departure: post(n) is one addition and one system call that wakes n
// sleepers; n single posts would cost n of each, and gain little over a monitor.
//
//   permits   arrow     to             by
//   n > 0     wait      n - 1          a waiter, at once or when it wakes
//   0         (sleep)   0              a waiter, once it has counted itself in sleepers_
//   n         post(k)   n + k          anyone, who then wakes up to k sleepers if there are any
//
// (E1) No permit is lost asleep: a waiter counts itself before it looks at the permits a last time, a poster adds before it looks at the count.
// (E2) A post wakes no more sleepers than can run at once; whoever slept and got a permit wakes one more if there are permits left. So a
//      burst of short tasks is done by those that woke first, and threads that would find nothing to do sleep on.
// (E3) Who takes permits himself afterwards (post_and_share) wakes nobody while a sleeper that was woken is still under way: that one sees the
//      new permits, too.
// A waiter spins for a while first, where it may. It does not yield its core before it sleeps: on a busy machine that costs a time slice of
// somebody else's, while a sleeper that is woken is preferred.
// Blocks the LWP; for threads that are no Java threads, or stand in a stopped world.
#pragma once

#include <cstdint>

#include "sync/atomic.h"

namespace minijvm::gc {

class Semaphore {
 public:
  // spins: pauses before the waiter gives up its core; 0 where threads outnumber cores. wakes: sleepers that a post wakes at most (E2).
  explicit Semaphore(unsigned spins, std::uint32_t wakes = 1) : spins_(spins), wakes_(wakes) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void post(std::uint32_t permits);
  // REQUIRES: one caller at a time, who then calls try_wait() until it fails (E3).
  void post_and_share(std::uint32_t permits);
  void wait();
  bool try_wait();

 private:
  bool wait_awake();

  // The two words that posters and waiters fight for lie on a line of their own.
  alignas(128) sync::Atomic<std::uint32_t> permits_{0};
  sync::Atomic<std::uint32_t> sleepers_{0};
  sync::Atomic<bool> under_way_{false};
  unsigned spins_;
  std::uint32_t wakes_;
};

}  // namespace minijvm::gc
