// Waits and wakes at a monitor, for all lock modes. A waiter is in kInVm when it enters these
// functions, and in kBlocked while it sleeps.
#include "sync/monitor_wait.h"

#include "base/events/event_clock.h"
#include "sync/sync_state.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

// Makes the one CAS of a thread that wants to end the wait. Returns true if this CAS has decided
// the wait.
bool decide(ExecEnv& waiter, WaitState outcome) {
  WaitState expected = WaitState::kWaiting;
  // acq_rel: there is one winner among notify, interrupt and time-out (E8); the waiter sees what
  // the winner wrote before.
  return waiter.wait_state_.compare_exchange_strong(expected, outcome, std::memory_order_acq_rel,
                                                    std::memory_order_relaxed);
}

// Returns false if self has to block its kernel thread. Otherwise self has waited, and may have
// come back for no reason.
[[gnu::noinline]] bool wait_away(ExecEnv& self, BlockKind why, Deadline until) {
  if (!self.can_leave()) {
    return false;
  }
  if (self.monitor_parker().go_away()) {
    self.leave(why, until);
    self.monitor_parker().come_back();
  }
  return true;
}

// Figure 8's condvarWait, in a loop (E9): the permit may be a stray one, for example that of an
// exit which invited this thread for an earlier enter.
WaitState await_decision(ExecEnv& self, LockTarget target, Deadline until) {
  // seq_cst: Dekker's pattern with interrupt(), which stores the flag and then tries the CAS. One
  // of the two sees the other.
  if (self.interrupted()) {
    decide(self, WaitState::kInterrupted);
  }
  BlockedOn mark(self, BlockKind::kMonitorWait, target.slot());
  for (;;) {
    // acquire: pairs with the release in decide().
    WaitState state = self.wait_state_.load(std::memory_order_acquire);
    if (state != WaitState::kWaiting) {
      return state;
    }
    if (!self.comes_and_goes_ || !wait_away(self, BlockKind::kMonitorWait, until)) {
      VmToBlocked blocked(self);
      // The spin is inside kBlocked, so that a safepoint does not wait for this thread.
      self.wait_spin_.await_permit(self, until);
      self.monitor_parker().park(until);
    }
    // The clock decides, not the reason for waking: a permit may come at the deadline. If a notify
    // was faster, its outcome stays.
    if (until.passed()) {
      decide(self, WaitState::kTimedOut);
    }
  }
}

}  // namespace

void set_notify_order(NotifyOrder order) {
  sync_state.locks.notify_order.store(order, std::memory_order_relaxed);
}

NotifyOrder notify_order() { return sync_state.locks.notify_order.load(std::memory_order_relaxed); }

void park_for_monitor(ExecEnv& self, LockTarget target) {
  BlockedOn mark(self, BlockKind::kMonitorEnter, target.slot());
  Deadline until = Deadline::forever();
  if (self.comes_and_goes_) {
    if (wait_away(self, BlockKind::kMonitorEnter, until)) {
      return;
    }
    // HOTSPOT: the thread tries again without an invitation. The one that is invited may have left
    // its kernel thread, and may wait for the one that self keeps.
    constexpr std::int64_t kTriesAgainMs = 10;
    until = Deadline::after_ms(kTriesAgainMs);
  }
  VmToBlocked blocked(self);
  self.monitor_parker().park(until);
}

void invite(ExecEnv& self, ExecEnv* contender) {
  if (contender == nullptr || contender == &self) {
    return;
  }
  // The paper elides "code that optimizes away redundant signalling" (4.3). Here the permit does
  // so: a second unpark finds it set.
  LockCounters::count(self.counters_.unparks_by_exit);
  self.wait_spin_.meet(*contender);
  // Most invitations reach a thread that is awake, and are no news.
  const std::uint64_t ticks = is_wanted(Event::invited) ? event_ticks() : 0;
  if (contender->monitor_parker().unpark() && ticks != 0) {
    self.events().record_at(ticks, Event::invited, contender->id(), 0);
  }
}

void begin_wait(ExecEnv& self) {
  // seq_cst: Dekker's pattern with interrupt(), as await_decision explains.
  self.wait_state_.store(WaitState::kWaiting, std::memory_order_seq_cst);
}

WaitState finish_wait(ExecEnv& self, LockTarget target, Deadline until) {
  WaitState outcome = await_decision(self, target, until);
  self.wait_state_.store(WaitState::kNone, std::memory_order_release);
  // After a notify the notifier has made the call already.
  if (outcome != WaitState::kNotified) {
    NoSafepoint still(self);
    self.must_enter(still);
  }
  return outcome;
}

MonitorResult result_of_wait(ExecEnv& self, WaitState outcome) {
  self.has_entered(NoSafepoint(self));
  switch (outcome) {
    case WaitState::kTimedOut:
      return MonitorResult::kTimedOut;
    case WaitState::kInterrupted:
      // JLS 17.2.1: wait throws InterruptedException and the interrupt status is false afterwards.
      self.clear_interrupt();
      return MonitorResult::kInterrupted;
    default:
      return MonitorResult::kOk;
  }
}

bool notify_waiter(ExecEnv& self, ExecEnv& waiter, const NoSafepoint& still) {
  LockCounters::count(self.counters_.notify_looks);
  const bool ended = end_wait(waiter, still);
  if (ended) {
    MJ_EVENT(self.events(), Event::notified, waiter.id(), 0);
  }
  return ended;
}

bool end_wait(ExecEnv& waiter, const NoSafepoint& still) {
  if (!decide(waiter, WaitState::kNotified)) {
    return false;
  }
  // The waiter cannot run on before the call returns: the monitor, or its meta-lock, is the
  // caller's.
  waiter.must_enter(still);
  return true;
}

}  // namespace minijvm::sync
