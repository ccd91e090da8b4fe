// Java monitors: enter, exit, wait, notify on any object, built on the meta-lock and queues of lock records.
// Proved by tests/sync/monitor_test.cpp, wait_notify_test.cpp; under load by stress_test.cpp.
// Source: Agesen et al., OOPSLA '99, sections 4.3 and 4.4, figures 6, 7 and 8; notify without the meta-lock: 4.4, last paragraph.
// Departures (concurrency-design.md 1.3): Q is set at append, at a WAITERS entry and at the end of the slow enter (E3, E4); waiters go
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
// All run in kInVm without a NoSafepoint. enter and wait block the Java thread only; the others do not block beyond the meta-lock.
#pragma once

#include <cstdint>

#include "sync/clock.h"
#include "sync/exec_env.h"
#include "sync/lock_target.h"
#include "sync/monitor_fast.h"
#include "sync/no_safepoint.h"

namespace minijvm::sync {

enum class MonitorResult : std::uint8_t {
  kOk,           // for wait: notified
  kTimedOut,     // wait: the deadline decided
  kNotOwner,     // IllegalMonitorStateException
  kInterrupted,  // InterruptedException; the interrupt is cleared
  kOutOfMemory,  // no lock record: OutOfMemoryError, the monitor was not entered
};

// -XX:NotifyOrder: kFifo wakes the oldest waiter; kPaper leaves the waiter's record in front, as figure 8 does, so the newest.
enum class NotifyOrder : std::uint8_t { kFifo, kPaper };
void set_notify_order(NotifyOrder order);

// A door: a thread that waited on a monitor needs it again, since it was notified (told by the notifier, who owns the monitor), or since
// its wait ended otherwise (told by itself).
using ReenterHook = void (*)(ExecEnv& waiter, const NoSafepoint& still);
void set_reenter_hook(ReenterHook hook);

[[nodiscard]] MonitorResult monitor_enter(ExecEnv& self, LockTarget target);
[[nodiscard]] MonitorResult monitor_exit(ExecEnv& self, LockTarget target);
[[nodiscard]] MonitorResult monitor_wait(ExecEnv& self, LockTarget target, Deadline until);
[[nodiscard]] MonitorResult monitor_notify(ExecEnv& self, LockTarget target);
[[nodiscard]] MonitorResult monitor_notify_all(ExecEnv& self, LockTarget target);

// Thread.holdsLock.
bool holds_lock(ExecEnv& self, LockTarget target);

// What a thread dump or JVMTI says about a monitor.
struct MonitorView {
  ExecEnv* owner = nullptr;
  std::uint32_t entry_count = 0;  // in a stopped world only: else it is the owner's alone
  std::uint32_t contenders = 0;
  std::uint32_t waiters = 0;
};
// Takes the meta-lock. The owner may leave right after.
MonitorView view_monitor(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still);
// REQUIRES: the world is stopped.
MonitorView view_monitor_at_safepoint(const MultiUseWord& word);

// Calls visit(ExecEnv&, bool is_waiter) for every record behind the owner. REQUIRES: the world is stopped.
template <class Visit>
void for_each_queued(const MultiUseWord& word, Visit visit) {
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    return;
  }
  MJ_CHECK(state != LockState::BUSY, "the word %#zx is BUSY in a stopped world", bits);
  LockRecord* record = lock_record(bits);
  if (state == LockState::LOCKED) {
    record = record->queue.load(std::memory_order_acquire);
  }
  for (; record != nullptr; record = record->queue.load(std::memory_order_acquire)) {
    ExecEnv& owner = *record->owner.load(std::memory_order_relaxed);
    visit(owner, owner.wait_state_.load(std::memory_order_acquire) == WaitState::kWaiting);
  }
}

// Checks M1 to M4. REQUIRES: the world is stopped, or nobody uses the object.
void verify_monitor(const MultiUseWord& word);

}  // namespace minijvm::sync
