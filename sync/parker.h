// A permit for one thread: park() takes it or waits for it, unpark() leaves it. At most one permit is kept.
// Proved by tests/sync/parker_test.cpp.
//
//   word      arrow      to        by
//   kEmpty    park       kParked   owner, then it sleeps
//   kParked   unpark     kPermit   anyone, who then wakes the owner
//   kEmpty    unpark     kPermit   anyone, no system call
//   kPermit   unpark     kPermit   anyone, no system call (elided redundant signal)
//   kPermit   park       kEmpty    owner, at once or when it wakes
//   kParked   time-out   kEmpty    owner
//
// Each ExecEnv has three: hand-off of the meta-lock, monitor, LockSupport. Sharing one would lose wake-ups, since a loop that waits for
// one thing would eat the permit of another (README, E14).
// Own futex and no pthread condition variable: glibc before 2.41 can lose a signal (glibc bug 25847), and a condition variable needs a mutex
// held across the release of the meta-lock (E10).
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"
#include "sync/fwd.h"

namespace minijvm::sync {

class Parker {
 public:
  explicit Parker(ExecEnv& owner) : owner_(owner) {}
  Parker(const Parker&) = delete;
  Parker& operator=(const Parker&) = delete;

  // True: a permit was taken. False: the deadline passed. Changes no thread state: the caller is in kBlocked, or never stops for long.
  bool park(Deadline until);
  // Any thread, also one without an ExecEnv. The owner may already be gone: ExecEnvs are type-stable.
  void unpark();

  bool has_permit() const { return word_.load(std::memory_order_acquire) == kPermit; }
  // Takes a permit if there is one.
  bool take_permit();
  // Forgets a permit; for an ExecEnv that starts a new life.
  void reset() { word_.store(kEmpty, std::memory_order_relaxed); }

 private:
  enum : std::uint32_t { kEmpty, kPermit, kParked };

  ExecEnv& owner_;
  Atomic<std::uint32_t> word_{kEmpty};
};

// What java.util.concurrent.locks.LockSupport and Thread do with a thread's permits. All four block the Java thread only.

// LockSupport.park: returns with the permit, at the deadline, when interrupted, or for no reason. REQUIRES: kInVm.
void park(ExecEnv& self, Deadline until);
void unpark(ExecEnv& target);

enum class SleepResult : std::uint8_t { kSlept, kInterrupted };
// Thread.sleep: returns at the deadline, or earlier when interrupted, which clears the interrupt. REQUIRES: kInVm.
SleepResult sleep(ExecEnv& self, Deadline until);

// Thread.interrupt: sets the flag and ends target's sleep, wait or park.
void interrupt(ExecEnv& target);

}  // namespace minijvm::sync
