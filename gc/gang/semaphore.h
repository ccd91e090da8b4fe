// A counting semaphore for the collector's threads. A waiter that wakes up takes a permit by one
// CAS and no lock, so woken waiters do not wait for each other.
// Tested by tests/gc/semaphore_test.cpp and, with the dispatcher, by tests/model/spin/gang.pml.
// Source: the semaphore of JDK-8087324 (gang_dispatcher.h).
// Departure: post(n) is one addition and at most one system call, which wakes several sleepers; n
// single posts would cost n of each and gain little over a monitor.
//
//   permits   arrow     to             by
//   n > 0     wait      n - 1          a waiter, at once or when it wakes up
//   0         (sleep)   0              a waiter that has counted itself in sleepers_
//   n         post(k)   n + k          any thread, which then wakes sleepers if there are any
//
// (E1) No wake-up is lost. A waiter adds itself to sleepers_ before it looks at permits_ a last
//      time; a poster adds permits before it looks at sleepers_. So at least one of the two sees
//      the other.
// (E2) A post wakes no more sleepers than can run at once. A sleeper that got a permit wakes one
//      more if permits are left. So a burst of short tasks is done by the threads that woke up
//      first, and threads that would find nothing to do stay asleep. With kWakeForEach a post of n
//      permits wakes n sleepers itself; then no sleeper wakes another one.
// (E3) A poster that takes permits itself afterwards (post_and_share) wakes nobody while a sleeper
//      that was woken before is still on its way: that thread will see the new permits, too.
//
// A waiter spins first, if each thread can have a core. It does not yield its core before it
// sleeps: on a busy machine a yield costs a time slice of another thread, while the kernel prefers
// a sleeper that is woken up.
//
// A wait blocks the LWP. So a semaphore is for threads that are no Java threads, or for the
// coordinator while the world is stopped.
#pragma once

#include <cstdint>

#include "sync/atomic.h"

namespace minijvm::gc {

class Semaphore {
 public:
  static constexpr std::uint32_t kWakeForEach = UINT32_MAX;
  // `spins` is the number of attempts before a waiter sleeps; it is 0 if there are more threads
  // than cores. `wakes` is the number of sleepers that a post wakes at most (E2).
  explicit Semaphore(unsigned spins, std::uint32_t wakes = 1) : spins_(spins), wakes_(wakes) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  // Adds permits and wakes sleepers.
  void post(std::uint32_t permits);
  // Does the same for a caller that takes permits itself (E3). REQUIRES: one caller at a time,
  // which then calls try_wait() until it returns false.
  void post_and_share(std::uint32_t permits);
  // Takes a permit; sleeps until there is one.
  void wait();
  // Takes a permit if there is one; otherwise returns false at once.
  bool try_wait();

 private:
  // Spins for a permit. Returns false if there was none.
  bool wait_awake();

  // Posters and waiters write these words, so they lie on cache lines of their own.
  alignas(128) sync::Atomic<std::uint32_t> permits_{0};
  // The number of waiters that sleep or are about to sleep.
  sync::Atomic<std::uint32_t> sleepers_{0};
  // True while a sleeper that post_and_share woke has not run yet (E3).
  sync::Atomic<bool> under_way_{false};
  unsigned spins_;
  std::uint32_t wakes_;
};

}  // namespace minijvm::gc
