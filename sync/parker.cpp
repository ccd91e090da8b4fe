#include "sync/parker.h"

#include "sync/exec_env.h"
#include "sync/no_safepoint.h"
#include "sync/schedule/scheduler.h"
#include "sync/thread_state.h"

namespace minijvm::sync {

bool Parker::take_permit() {
  std::uint32_t expected = kPermit;
  // acquire: pairs with the release in unpark(), so what its caller wrote before is visible.
  return word_.compare_exchange_strong(expected, kEmpty, std::memory_order_acquire, std::memory_order_relaxed);
}

bool Parker::park(Deadline until) {
  if (take_permit()) {
    return true;
  }
  std::uint32_t expected = kEmpty;
  // release: who sees kParked sees which user thread we are.
  if (!word_.compare_exchange_strong(expected, kParked, std::memory_order_release, std::memory_order_relaxed)) {
    return take_permit();  // it came just now; nobody but us takes it away
  }
  bool in_time = true;
  while (in_time) {
    in_time = thread_model().park(owner_, word_, kParked, until);
    if (take_permit()) {
      return true;
    }
  }
  return word_.exchange(kEmpty, std::memory_order_acquire) == kPermit;  // acquire: as in take_permit
}

void Parker::unpark() {
  std::uint32_t old = word_.exchange(kPermit, std::memory_order_acq_rel);  // acquire: take_permit; release: park
  if (old == kParked) {
    thread_model().unpark(owner_, word_);
  }
}

void park(ExecEnv& self, Deadline until) {
  check_may_stop(self);
  if (self.parker().take_permit() || self.interrupted() || until.passed()) {
    return;
  }
  MJ_EVENT(self.events(), Event::park, until.ns(), 0);
  BlockedOn mark(self, BlockKind::kPark, nullptr);
  VmToBlocked blocked(self);
  self.parker().park(until);
}

void unpark(ExecEnv& target) { target.parker().unpark(); }

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
    // The monitor's permit: a sleeper is in no queue, and every loop on it bears a stray or missing one. LockSupport's is not ours to eat.
    self.monitor_parker().park(until);
  }
}

void interrupt(ExecEnv& target) {
  // seq_cst, both: Dekker with monitor_wait, which stores kWaiting and then reads the flag.
  target.interrupted_.store(true, std::memory_order_seq_cst);
  WaitState expected = WaitState::kWaiting;
  target.wait_state_.compare_exchange_strong(expected, WaitState::kInterrupted, std::memory_order_seq_cst, std::memory_order_relaxed);
  target.monitor_parker().unpark();
  target.parker().unpark();
}

}  // namespace minijvm::sync
