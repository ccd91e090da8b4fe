// How a thread blocks for a monitor and how its wait ends: what every lock mode does alike.
// Proved by tests/sync/wait_notify_test.cpp, lock_mode_test.cpp.
// Source: Agesen et al., OOPSLA '99, figures 7 and 8.  Departure: waits loop, on one-permit parkers (README, E9, E10), and
// one CAS on wait_state_ decides between notify, time-out and interrupt (E8).
#pragma once

#include "sync/lock_mode.h"

namespace minijvm::sync {

// -XX:NotifyOrder: kFifo wakes the oldest waiter; kPaper leaves the waiter's record in front, as figure 8 does, so the newest.
enum class NotifyOrder : std::uint8_t { kFifo, kPaper };
void set_notify_order(NotifyOrder order);
NotifyOrder notify_order();

// A door: a thread that waited on a monitor needs it again, since it was notified (told by the notifier, who owns the monitor), or since
// its wait ended otherwise (told by itself).
using ReenterHook = void (*)(ExecEnv& waiter, const NoSafepoint& still);
void set_reenter_hook(ReenterHook hook);

inline bool is_waiting(const ExecEnv& ee) {
  return ee.wait_state_.load(std::memory_order_acquire) == WaitState::kWaiting;  // acquire: pairs with the CAS that decided the wait
}

// Parks until somebody invites self to try again, or for no reason. The collector may move the object meanwhile.
void park_for_monitor(ExecEnv& self, LockTarget target);

// Wakes a thread that may try again; no system call if it has its permit already.
void invite(ExecEnv& self, ExecEnv* contender);

// From here on a notify or an interrupt may end the wait. REQUIRES: self owns the monitor and nobody else can see that it leaves it yet.
void begin_wait(ExecEnv& self);
// Blocks until the wait is decided, and says how. Self is no waiter afterwards, but has the monitor yet to enter.
WaitState finish_wait(ExecEnv& self, LockTarget target, Deadline until);
// What monitor_wait returns for it.
MonitorResult result_of_wait(ExecEnv& self, WaitState outcome);

// The notifier's half, for each thread that it looks at. False: that one does not wait, or not any longer. REQUIRES: self owns the monitor.
bool notify_waiter(ExecEnv& self, ExecEnv& waiter, const NoSafepoint& still);

}  // namespace minijvm::sync
