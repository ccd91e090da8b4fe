// The queue policy decides in which order threads stand in the queues of a monitor, and which
// thread is next. -XX:MonitorPolicy chooses one. A policy never sees the word; monitor.cpp holds
// the meta-lock around every call and writes what the policy returns.
//
// Tested by tests/sync/monitor_test.cpp, wait_notify_test.cpp, lock_mode_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.3, which calls this the separation of mechanism and
// policy.
#pragma once

#include "sync/lock_mode.h"
#include "sync/lock_record.h"

namespace minijvm::sync {

// The result of an owner's leaving: the word to write, and the thread to wake once the word is
// written, or null. A thread that was woken earlier would meet a BUSY word.
struct Departure {
  LockBits bits;
  ExecEnv* invited;
};

// REQUIRES for all: the meta-lock is held, except for notify if notifies_without_meta_lock() is
// true. `first` is the record in the word; `mine` is the caller's.
class QueuePolicy {
 public:
  // Figure 6, LOCKED: `mine` wants the monitor, which another thread owns.
  virtual void append(LockRecord* first, LockRecord* mine) const = 0;
  // The thread of `mine` has tried again, after a wake-up or a wait that nobody notified, but the
  // word is still LOCKED by another thread.
  virtual void stay(LockRecord* first, LockRecord* mine) const = 0;
  // The word is WAITERS, and `mine`, new or from the queue, becomes the owner's record. Returns
  // true if a queue is left behind it.
  virtual bool enter_new(LockRecord* first, LockRecord* mine) const = 0;
  virtual bool enter_queued(LockRecord* first, LockRecord* mine) const = 0;
  // The owner leaves, for good (leave) or to wait (leave_to_wait). REQUIRES: `mine` is the first
  // record.
  virtual Departure leave(LockRecord* mine, const NoSafepoint& still) const = 0;
  virtual Departure leave_to_wait(LockRecord* mine, const NoSafepoint& still) const = 0;
  // An exit handed the monitor to `mine`, but its thread is suspended: it is another thread's turn.
  virtual Departure decline(LockRecord* mine, const NoSafepoint& still) const = 0;
  // The word is WAITERS: returns the thread to invite instead of one that was suspended after its
  // invitation, or null.
  virtual ExecEnv* next_contender(LockRecord* first) const = 0;
  // Figure 8, notifyOneOrAll: wakes no thread; the next exit invites the first contender.
  virtual void notify(LockRecord* owners, bool all, const NoSafepoint& still) const = 0;
  // Section 4.4: returns true if the owner may call notify without the meta-lock.
  virtual bool notifies_without_meta_lock() const = 0;

  // Calls the visitor for each queued thread, but not for the owner.
  virtual void visit(LockRecord* first, bool locked, QueueVisitor& visitor) const = 0;
  // Checks the invariants of monitor.h that concern the queues. `locked` and `queue_bit` come from
  // the word.
  virtual void verify(LockRecord* first, bool locked, bool queue_bit) const = 0;

 protected:
  ~QueuePolicy() = default;
};

// Each singleton is in the file of its class.
const QueuePolicy& single_queue();
const QueuePolicy& three_queues();
inline const QueuePolicy& queue_policy() {
  return monitor_policy() == MonitorPolicy::kSingle ? single_queue() : three_queues();
}

}  // namespace minijvm::sync
