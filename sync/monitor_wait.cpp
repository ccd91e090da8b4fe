#include "sync/monitor_wait.h"

#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

Atomic<NotifyOrder> chosen_order{NotifyOrder::kFifo};
Atomic<ReenterHook> reenter_hook{nullptr};

bool decide(ExecEnv& waiter, WaitState outcome) {
  WaitState expected = WaitState::kWaiting;
  // acq_rel: one winner among notify, interrupt and time-out (E8).
  return waiter.wait_state_.compare_exchange_strong(expected, outcome, std::memory_order_acq_rel, std::memory_order_relaxed);
}

void announce_reenter(ExecEnv& waiter, const NoSafepoint& still) {
  if (ReenterHook hook = reenter_hook.load(std::memory_order_relaxed)) {
    hook(waiter, still);
  }
}

WaitState await_decision(ExecEnv& self, LockTarget target, Deadline until) {
  if (self.interrupted()) {  // seq_cst: Dekker with interrupt(), which stores the flag and then tries the CAS
    decide(self, WaitState::kInterrupted);
  }
  BlockedOn mark(self, BlockKind::kMonitorWait, target.slot());
  for (;;) {
    WaitState state = self.wait_state_.load(std::memory_order_acquire);  // acquire: the decider's release
    if (state != WaitState::kWaiting) {
      return state;
    }
    {
      VmToBlocked blocked(self);
      self.wait_spin_.await_permit(self, until);
      self.monitor_parker().park(until);
    }
    if (until.passed()) {
      decide(self, WaitState::kTimedOut);
    }
  }
}

}  // namespace

void set_notify_order(NotifyOrder order) { chosen_order.store(order, std::memory_order_relaxed); }

NotifyOrder notify_order() { return chosen_order.load(std::memory_order_relaxed); }

void set_reenter_hook(ReenterHook hook) { reenter_hook.store(hook, std::memory_order_relaxed); }

void park_for_monitor(ExecEnv& self, LockTarget target) {
  BlockedOn mark(self, BlockKind::kMonitorEnter, target.slot());
  VmToBlocked blocked(self);
  self.monitor_parker().park(Deadline::forever());
}

void invite(ExecEnv& self, ExecEnv* contender) {
  if (contender == nullptr || contender == &self) {
    return;
  }
  LockCounters::count(self.counters_.unparks_by_exit);
  contender->monitor_parker().unpark();
}

void begin_wait(ExecEnv& self) {
  self.wait_state_.store(WaitState::kWaiting, std::memory_order_seq_cst);  // Dekker with interrupt()
}

WaitState finish_wait(ExecEnv& self, LockTarget target, Deadline until) {
  WaitState outcome = await_decision(self, target, until);
  self.wait_state_.store(WaitState::kNone, std::memory_order_release);
  if (outcome != WaitState::kNotified) {
    NoSafepoint still(self);
    announce_reenter(self, still);
  }
  return outcome;
}

MonitorResult result_of_wait(ExecEnv& self, WaitState outcome) {
  switch (outcome) {
    case WaitState::kTimedOut: return MonitorResult::kTimedOut;
    case WaitState::kInterrupted: self.clear_interrupt(); return MonitorResult::kInterrupted;
    default: return MonitorResult::kOk;
  }
}

bool notify_waiter(ExecEnv& self, ExecEnv& waiter, const NoSafepoint& still) {
  LockCounters::count(self.counters_.notify_looks);
  if (!decide(waiter, WaitState::kNotified)) {
    return false;
  }
  announce_reenter(waiter, still);  // it cannot go on: the monitor is ours
  return true;
}

}  // namespace minijvm::sync
