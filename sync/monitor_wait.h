// Blocks threads for monitors and ends their waits: the steps that all lock modes have in common.
//
//   wait_state_    arrow        to              by
//   kNone          begin_wait   kWaiting        the waiter, while it still owns the monitor
//   kWaiting       notify       kNotified       the monitor's owner
//   kWaiting       interrupt    kInterrupted    any thread, or the waiter itself
//   kWaiting       time-out     kTimedOut       the waiter, or a deterministic run that wakes it
//   any other      finish_wait  kNone           the waiter, which then has to enter again
//
// Each arrow away from kWaiting is one CAS, so a wait has one outcome even if all three meet.
//
// Tested by tests/sync/wait_notify_test.cpp, lock_mode_test.cpp.
// Source: Agesen et al., OOPSLA '99, figures 7 and 8.
// Departures: waits loop, on parkers with one permit (README, E9, E10). One CAS on wait_state_
// decides between notify, time-out and interrupt (E8).
#pragma once

#include <vector>

#include "sync/lock_mode.h"
#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

// Sets and returns the choice of -XX:NotifyOrder.
void set_notify_order(NotifyOrder order);
NotifyOrder notify_order();

// True until the wait is decided.
inline bool is_waiting(const ExecEnv& ee) {
  // acquire: pairs with the CAS that decided the wait.
  return ee.wait_state_.load(std::memory_order_acquire) == WaitState::kWaiting;
}

// Parks until another thread invites self to try again, or until it wakes for no reason. The
// collector may move the object meanwhile. REQUIRES: kInVm.
void park_for_monitor(ExecEnv& self, LockTarget target);

// Wakes a thread that may try again. Does nothing for null or for self. There is no system call if
// the thread has its permit already.
void invite(ExecEnv& self, ExecEnv* contender);

// Makes self a waiter: from here on a notify or an interrupt may end the wait.
// REQUIRES: self owns the monitor, and no other thread can see yet that self is leaving it.
void begin_wait(ExecEnv& self);
// Blocks until the wait is decided, and returns the decision. Self is no waiter afterwards, but
// does not own the monitor yet.
WaitState finish_wait(ExecEnv& self, LockTarget target, Deadline until);
// Turns the decision into the result of monitor_wait, and clears the interrupt if it was one. Self
// owns the monitor again, which it says by ExecEnv::has_entered.
MonitorResult result_of_wait(ExecEnv& self, WaitState outcome);

// The notifier calls this for each thread that it looks at. Returns false if `waiter` does not
// wait, or waits no longer. REQUIRES: self owns the monitor.
bool notify_waiter(ExecEnv& self, ExecEnv& waiter, const NoSafepoint& still);
// The part of chosen_thread that only a deterministic run comes to.
template <class ForEachQueued, class Test>
[[gnu::noinline]] ExecEnv* thread_chosen_by_model(decide::Choice what,
                                                  const ForEachQueued& for_each_queued,
                                                  const Test& test) {
  std::vector<ExecEnv*> threads;
  for_each_queued([&](ExecEnv& queued) {
    if (test(queued)) {
      threads.push_back(&queued);
    }
  });
  return threads.size() < 2 ? nullptr : threads[thread_model().choose_queued(what, threads)];
}
// Returns the one queued thread that is next, of those that pass `test`; or null if any will do,
// which is then the first in the queue. Only a deterministic run chooses: kWaiter is whom a notify
// takes (JLS 17.2.2: "arbitrary"), kContender whom an exit invites. `for_each_queued` calls what it
// is given for each queued thread, in the order of the queue. REQUIRES: the queue does not change
// meanwhile.
template <class ForEachQueued, class Test>
ExecEnv* chosen_thread(decide::Choice what, const ForEachQueued& for_each_queued,
                       const Test& test) {
  // OPTIMIZATION: the meta-lock is held here, so the usual answer costs one load.
  if (!sync_state.locks.model_chooses.load(std::memory_order_relaxed)) [[likely]] {
    return nullptr;
  }
  return thread_chosen_by_model(what, for_each_queued, test);
}
// Decides the wait as notified, without counting a look. Returns false and REQUIRES the same.
bool end_wait(ExecEnv& waiter, const NoSafepoint& still);

}  // namespace minijvm::sync
