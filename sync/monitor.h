// Java monitors: enter, exit, wait, notify on any object, built on the meta-lock and queues of lock records.
// Proved by tests/sync/monitor_test.cpp, wait_notify_test.cpp; under load by stress_test.cpp.
// Other ways to make a monitor stand beside this one, behind the same verbs: lock_mode.h.
// Source: Agesen et al., OOPSLA '99, sections 4.3 and 4.4, figures 6, 7 and 8; notify without the meta-lock: 4.4, last paragraph.
// Departures (README, "Sources"): Q is set at append, at a WAITERS entry and at the end of the slow enter (E3, E4); waiters go
// to the tail, so notify is FIFO (E7, `NotifyOrder::kPaper` for the figure's order); one CAS decides a wait (E8); waits loop (E9); permits
// in place of mutexes held across the release (E10); a LockTarget in place of an object pointer (E12).
//
//   from      arrow            to        by           effect
//   NEUTRAL   monitor_enter    LOCKED    any thread   the word moves into its record's stored bits
//   WAITERS   monitor_enter    LOCKED    any thread   its record becomes the first; barging is allowed
//   LOCKED    monitor_enter    LOCKED    owner        ++lock_count
//   LOCKED    monitor_block    LOCKED|Q  another      its record is appended; it parks
//   LOCKED    monitor_wait     WAITERS   owner        its record moves to the tail, count kept; first contender invited; it parks
//   LOCKED    monitor_notify   LOCKED    owner        kWaiting -> kNotified in the first (or every) waiter; nobody is woken yet
//   LOCKED    monitor_exit     LOCKED    owner        --lock_count
//   LOCKED    monitor_exit     NEUTRAL   owner        no queue: the stored bits go back
//   LOCKED    monitor_exit     WAITERS   owner        first contender invited, after the release
//
// (M1) LOCKED with a queue implies Q.                    (M2) The first record's stored bits are in NEUTRAL format.
// (M3) LOCKED: the first record is the owner's.          (M4) WAITERS: the queue is not empty.
// (M5) A thread that blocks for a monitor has one record in its queue, and is either invited or will be by a later exit.
// (M6) The lock count after a wait is the one before.
// The table is that of the single queue; with three (queue_three.cpp) an exit may hand over: LOCKED to LOCKED with the new owner's record.
// All run in kInVm without a NoSafepoint. enter and wait block the Java thread only; the others do not block beyond the meta-lock.
#pragma once

#include "sync/lock_mode.h"
#include "sync/monitor_fast.h"
#include "sync/monitor_wait.h"

namespace minijvm::sync {

[[nodiscard]] inline MonitorResult monitor_enter(ExecEnv& self, LockTarget target) { return lock_mode().enter(self, target); }
[[nodiscard]] inline MonitorResult monitor_exit(ExecEnv& self, LockTarget target) { return lock_mode().exit(self, target); }
[[nodiscard]] inline MonitorResult monitor_wait(ExecEnv& self, LockTarget target, Deadline until) { return lock_mode().wait(self, target, until); }
[[nodiscard]] inline MonitorResult monitor_notify(ExecEnv& self, LockTarget target) { return lock_mode().notify(self, target, false); }
[[nodiscard]] inline MonitorResult monitor_notify_all(ExecEnv& self, LockTarget target) { return lock_mode().notify(self, target, true); }

// Thread.holdsLock.
inline bool holds_lock(ExecEnv& self, LockTarget target) { return lock_mode().is_held(self, target); }

// The owner may leave right after.
inline MonitorView view_monitor(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) { return lock_mode().view(self, word, still); }

// REQUIRES for the rest: the world is stopped, or nobody uses the object.
inline MonitorView view_monitor_at_safepoint(const MultiUseWord& word) { return lock_mode().view_at_safepoint(word); }
inline const void* monitor_address(const MultiUseWord& word) { return lock_mode().monitor_address(word); }
inline void visit_queue(const MultiUseWord& word, QueueVisitor& visitor) { lock_mode().visit_queue(word, visitor); }
// Checks M1 to M4.
inline void verify_monitor(const MultiUseWord& word) { lock_mode().verify(word); }

}  // namespace minijvm::sync
