// Permits, and the waits of LockSupport and Thread on them. The thread model (schedule/scheduler.h)
// puts threads to sleep: on a futex under 1:1, by leaving the LWP under M:N.
#include "sync/threads/parker.h"

#include "sync/schedule/scheduler.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

bool Parker::take_permit() {
  std::uint32_t expected = kPermit;
  // acquire: pairs with the release in unpark(), so self sees what the caller of unpark() wrote
  // before.
  return word_.compare_exchange_strong(expected, kEmpty, std::memory_order_acquire,
                                       std::memory_order_relaxed);
}

bool Parker::park(Deadline until) {
  if (take_permit()) {
    return true;
  }
  std::uint32_t expected = kEmpty;
  // release: an unparker that sees kParked sees which user thread self is.
  if (!word_.compare_exchange_strong(expected, kParked, std::memory_order_release,
                                     std::memory_order_relaxed)) {
    // The permit has just come; only the owner takes it away.
    return take_permit();
  }
  bool in_time = true;
  while (in_time) {
    // The model may return early, so only the word tells whether a permit came.
    in_time = thread_model().park(owner_, word_, kParked, until);
    if (take_permit()) {
      return true;
    }
  }
  // acquire: pairs with unpark(), as in take_permit. The permit may have come together with the
  // deadline.
  return word_.exchange(kEmpty, std::memory_order_acquire) == kPermit;
}

bool Parker::go_away() {
  std::uint32_t expected = kEmpty;
  // release: an unparker that sees kAway sees what the owner wrote before.
  return word_.compare_exchange_strong(expected, kAway, std::memory_order_release,
                                       std::memory_order_relaxed) ||
         !take_permit();
}

// acquire: pairs with unpark(), as in take_permit. A loop of the owner looks for what has changed.
void Parker::come_back() { word_.exchange(kEmpty, std::memory_order_acquire); }

bool Parker::unpark() {
  // acquire: pairs with the release in park(). release: pairs with take_permit.
  std::uint32_t old = word_.exchange(kPermit, std::memory_order_acq_rel);
  // Any other state needs no system call: the owner will find the permit.
  if (old != kParked) {
    if (old == kAway) {
      owner_.call_back();
    }
    return old == kAway;
  }
  thread_model().unpark(owner_, word_);
  return true;
}

void park(ExecEnv& self, Deadline until) {
  check_may_stop(self);
  // LockSupport.park returns at once in these three cases.
  if (self.parker().take_permit() || self.interrupted() || until.passed()) {
    return;
  }
  MJ_EVENT(self.events(), Event::park, until.ns(), 0);
  BlockedOn mark(self, BlockKind::kPark, nullptr);
  VmToBlocked blocked(self);
  self.parker().park(until);
}

void unpark(ExecEnv& target) {
  MJ_EVENT(current_exec_env()->events(), Event::unpark, target.id(), 0);
  target.parker().unpark();
}

SleepResult sleep(ExecEnv& self, Deadline until) {
  check_may_stop(self);
  BlockedOn mark(self, BlockKind::kSleep, nullptr);
  for (;;) {
    if (self.clear_interrupt()) {
      return SleepResult::kInterrupted;
    }
    if (until.passed()) {
      return SleepResult::kSlept;
    }
    VmToBlocked blocked(self);
    // Sleep uses the monitor's permit: a sleeper is in no monitor's queue, and every loop on this
    // permit tolerates a stray or a missing one. LockSupport's permit belongs to the program.
    self.monitor_parker().park(until);
  }
}

void wake_for_no_reason(ExecEnv& target) {
  if (target.block_kind() == BlockKind::kPark) {
    target.parker().unpark();
    return;
  }
  WaitState expected = WaitState::kWaiting;
  // acq_rel: as each arrow away from kWaiting (monitor_wait.h).
  target.wait_state_.compare_exchange_strong(expected, WaitState::kTimedOut,
                                             std::memory_order_acq_rel, std::memory_order_relaxed);
  target.monitor_parker().unpark();
}

void interrupt(ExecEnv& target) {
  // Both are seq_cst: Dekker's pattern with monitor_wait, which stores kWaiting and then reads the
  // flag.
  target.interrupted_.store(true, std::memory_order_seq_cst);
  WaitState expected = WaitState::kWaiting;
  target.wait_state_.compare_exchange_strong(expected, WaitState::kInterrupted,
                                             std::memory_order_seq_cst, std::memory_order_relaxed);
  // One permit ends a sleep or a wait, the other ends a park. A thread that does none of these
  // finds a stray permit later.
  target.monitor_parker().unpark();
  target.parker().unpark();
}

}  // namespace minijvm::sync
