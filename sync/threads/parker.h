// A permit for one thread. park() takes the permit or waits for it, and unpark() leaves one. At
// most one permit is kept.
//
//   word      arrow      to        by
//   kEmpty    park       kParked   owner, which then sleeps
//   kParked   unpark     kPermit   anyone, who then wakes the owner
//   kEmpty    unpark     kPermit   anyone, no system call
//   kPermit   unpark     kPermit   anyone, no system call (elided redundant signal)
//   kPermit   park       kEmpty    owner, at once or when it wakes
//   kParked   time-out   kEmpty    owner
//   kEmpty    go_away    kAway     owner, which then leaves its kernel thread (ExecEnv::leave)
//   kAway     unpark     kPermit   anyone, who then calls ExecEnv::call_back
//   any       come_back  kEmpty    owner
//
// Each ExecEnv has three: for the hand-off of the meta-lock, for the monitor, and for LockSupport.
// A single shared parker would lose wake-ups, since a loop that waits for one purpose would take
// the permit of another (README, E14).
// Pthread condition variables were rejected: glibc before 2.41 can lose a signal (glibc bug 25847),
// and a condition variable needs a mutex held across the release of the meta-lock (E10). So a
// parker sleeps on a futex, by way of the thread model.
// Tested by tests/sync/parker_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

class Parker {
 public:
  explicit Parker(ExecEnv& owner) : owner_(owner) {}
  Parker(const Parker&) = delete;
  Parker& operator=(const Parker&) = delete;

  // Returns true if a permit was taken, false if the deadline passed. It changes no thread state:
  // the caller is in kBlocked, or waits only for a few instructions of other threads (the
  // hand-off).
  bool park(Deadline until);
  // Returns false, and has taken the permit, if there is one. Otherwise the next unpark calls the
  // owner back, until come_back. Only the owner calls these two.
  bool go_away();
  void come_back();
  // Returns true if the owner slept. Any thread may call this, even one without an ExecEnv. The
  // owner may already have ended: ExecEnvs are type-stable.
  bool unpark();

  // Returns true if there is a permit, and leaves it. Spins use this.
  bool has_permit() const { return word_.load(std::memory_order_acquire) == kPermit; }
  // Takes the permit if there is one. Returns true if there was.
  bool take_permit();
  // Drops a permit, for an ExecEnv that starts a new life.
  void reset() { word_.store(kEmpty, std::memory_order_relaxed); }

 private:
  enum : std::uint32_t { kEmpty, kPermit, kParked, kAway };

  ExecEnv& owner_;
  Atomic<std::uint32_t> word_{kEmpty};
};

// These functions do what java.util.concurrent.locks.LockSupport and Thread do with a thread's
// permits. They block only the Java thread.
// LockSupport.park: returns with the permit, at the deadline, when interrupted, or for no reason.
// REQUIRES: kInVm.
void park(ExecEnv& self, Deadline until);
// LockSupport.unpark: gives the target its permit.
void unpark(ExecEnv& target);

enum class SleepResult : std::uint8_t { kSlept, kInterrupted };
// Thread.sleep: returns at the deadline, or earlier when interrupted, which clears the interrupt.
// REQUIRES: kInVm.
SleepResult sleep(ExecEnv& self, Deadline until);

// Thread.interrupt: sets the flag and ends the target's sleep, wait or park.
void interrupt(ExecEnv& target);
// Ends the target's Object.wait or LockSupport.park, as JLS 17.2.1 and LockSupport allow ("for no
// reason"). To a thread in Object.wait it looks as if its time were over. REQUIRES: it is in one of
// these, and no other thread runs.
void wake_for_no_reason(ExecEnv& target);

}  // namespace minijvm::sync
