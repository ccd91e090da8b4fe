// Java monitors: enter, exit, wait and notify on any object. The VM calls the functions below,
// which call the chosen lock mode (lock_mode.h). The table is that of the default mode, the
// meta-lock with one queue of lock records (monitor.cpp, queue_single.cpp).
//
//   from      arrow            to        by           effect
//   NEUTRAL   monitor_enter    LOCKED    any thread   the word moves into its record's stored bits
//   WAITERS   monitor_enter    LOCKED    any thread   its record becomes the first; it may overtake
//                                                     threads that are queued
//   LOCKED    monitor_enter    LOCKED    owner        ++lock_count
//   LOCKED    monitor_block    LOCKED|Q  another      its record is appended; it parks
//   LOCKED    monitor_wait     WAITERS   owner        its record moves to the tail, count kept; the
//                                                     first contender is invited; it parks
//   LOCKED    monitor_notify   LOCKED    owner        kWaiting -> kNotified in the first (or every)
//                                                     waiter; nobody is woken yet
//   LOCKED    monitor_exit     LOCKED    owner        --lock_count
//   LOCKED    monitor_exit     NEUTRAL   owner        no queue: the stored bits go back
//   LOCKED    monitor_exit     WAITERS   owner        first contender invited, after the release
//
// (M1) LOCKED with a queue implies Q.
// (M2) The first record's stored bits are in NEUTRAL format.
// (M3) LOCKED: the first record is the owner's.
// (M4) WAITERS: the queue is not empty.
// (M5) A thread that blocks for a monitor has one record in its queue. It is invited already, or a
//     later exit will invite it.
// (M6) The lock count after a wait is the one before.
// With three queues (modes/queue_three.cpp) an exit may also hand the monitor over: LOCKED to
// LOCKED with the new owner's record.
//
// All functions run in kInVm without a NoSafepoint. Enter and wait block the Java thread only. The
// others do not block beyond the meta-lock.
// Tested by tests/sync/monitor_test.cpp, wait_notify_test.cpp; under load by stress_test.cpp.
// Source: Agesen et al., OOPSLA '99, sections 4.3 and 4.4, figures 6, 7 and 8; notify without the
// meta-lock: 4.4, last paragraph.
// Departures (README, "Sources"): Q is set at append, at a WAITERS entry and at the end of the slow
// enter (E3, E4). Waiters go to the tail, so notify is FIFO (E7; `NotifyOrder::kPaper` keeps the
// figure's order). One CAS decides a wait (E8). Waits loop (E9). Permits replace mutexes that are
// held across the release (E10). A LockTarget replaces the object pointer (E12).
#pragma once

#include "sync/lock_mode.h"
#include "sync/monitor_fast.h"
#include "sync/monitor_wait.h"

namespace minijvm::sync {

// Called for monitorenter, for a call of a synchronized method, and for JNI MonitorEnter. Returns
// kOk or kOutOfMemory.
[[nodiscard]] inline MonitorResult monitor_enter(ExecEnv& self, LockTarget target) {
  return lock_mode().enter(self, target);
}
// Called for monitorexit and its counterparts. Returns kOk or kNotOwner, which the VM turns into an
// IllegalMonitorStateException.
[[nodiscard]] inline MonitorResult monitor_exit(ExecEnv& self, LockTarget target) {
  return lock_mode().exit(self, target);
}
// Object.wait. Gives the monitor up whatever the count is. When it returns kOk, kTimedOut or
// kInterrupted, self owns the monitor again with the same count. It returns kNotOwner, and in mode
// thin kOutOfMemory, without having waited.
[[nodiscard]] inline MonitorResult monitor_wait(ExecEnv& self, LockTarget target, Deadline until) {
  return lock_mode().wait(self, target, until);
}
// Object.notify and notifyAll. The notified threads run once the owner has left. Returns kOk or
// kNotOwner: even in mode thin, notifying never fails because memory is out.
[[nodiscard]] inline MonitorResult monitor_notify(ExecEnv& self, LockTarget target) {
  return lock_mode().notify(self, target, false);
}
[[nodiscard]] inline MonitorResult monitor_notify_all(ExecEnv& self, LockTarget target) {
  return lock_mode().notify(self, target, true);
}

// Thread.holdsLock: returns true if self owns the monitor.
inline bool holds_lock(ExecEnv& self, LockTarget target) {
  return lock_mode().is_held(self, target);
}

// Takes a snapshot for management. The owner may leave right afterwards.
inline MonitorView view_monitor(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  return lock_mode().view(self, word, still);
}

// REQUIRES for the rest: the world is stopped, or nobody uses the object.
inline MonitorView view_monitor_at_safepoint(const MultiUseWord& word) {
  return lock_mode().view_at_safepoint(word);
}
// Returns the address that a thread dump prints for the monitor, that of a lock record or a fat
// monitor; or null.
inline const void* monitor_address(const MultiUseWord& word) {
  return lock_mode().monitor_address(word);
}
// Calls the visitor for each thread that is queued for the monitor.
inline void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) {
  lock_mode().visit_queue(word, visitor);
}
// Fails an MJ_CHECK if M1 to M4, or the mode's own format of the word, do not hold.
inline void verify_monitor(const MultiUseWord& word) { lock_mode().verify(word); }

}  // namespace minijvm::sync
