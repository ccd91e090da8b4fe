// What stands in the queues of a monitor and who is next: everything that the monitor policies do differently. A policy never sees the word;
// monitor.cpp holds the meta-lock around every call and writes what the policy returns.
// Proved by tests/sync/monitor_test.cpp, wait_notify_test.cpp, lock_mode_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.3, which calls this the separation of mechanism and policy.
#pragma once

#include "sync/lock_mode.h"
#include "sync/lock_record.h"

namespace minijvm::sync {

// What an owner leaves behind: the word to write, and who is to be woken once it is written (not before, lest it wakes into BUSY).
struct Departure {
  LockBits bits;
  ExecEnv* invited;
};

// REQUIRES for all: the meta-lock is held. `first` is the record in the word; `mine` the caller's.
class QueuePolicy {
 public:
  // Figure 6, LOCKED: `mine` wants the monitor, which another owns.
  virtual void append(LockRecord* first, LockRecord* mine) const = 0;
  // The word is still LOCKED by another when `mine` tries again, after a wake-up or a wait that nobody notified.
  virtual void stay(LockRecord* first, LockRecord* mine) const = 0;
  // The word is WAITERS: `mine`, new or queued, becomes the owner's record. True: a queue is left behind it.
  virtual bool enter_new(LockRecord* first, LockRecord* mine) const = 0;
  virtual bool enter_queued(LockRecord* first, LockRecord* mine) const = 0;
  // The owner goes, for good or to wait.
  virtual Departure leave(LockRecord* mine) const = 0;
  virtual Departure leave_to_wait(LockRecord* mine) const = 0;
  // `mine` was handed the monitor, but its thread is suspended: another's turn.
  virtual Departure decline(LockRecord* mine) const = 0;
  // The word is WAITERS: whom to invite in the place of a thread that was suspended meanwhile, or null.
  virtual ExecEnv* next_contender(LockRecord* first) const = 0;
  // Figure 8, notifyOneOrAll. Wakes nobody: the next exit invites.
  virtual void notify(LockRecord* owners, bool all, const NoSafepoint& still) const = 0;
  // 4.4: may the owner do so without the meta-lock?
  virtual bool notifies_without_meta_lock() const = 0;

  virtual void visit(LockRecord* first, bool locked, QueueVisitor& visitor) const = 0;
  virtual void verify(const LockRecord* first, bool locked, bool queue_bit) const = 0;

 protected:
  ~QueuePolicy() = default;
};

const QueuePolicy& single_queue();
const QueuePolicy& three_queues();
inline const QueuePolicy& queue_policy() { return monitor_policy() == MonitorPolicy::kSingle ? single_queue() : three_queues(); }

}  // namespace minijvm::sync
