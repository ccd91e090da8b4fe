// A monitor as most VMs had it when the paper was written: a structure of its own, with a mutex, an owner, a count and two queues of threads.
// For the lock modes to compare with: thin_locks.cpp inflates to it, monitor_cache.cpp finds it in a table.
// Proved by tests/sync/lock_mode_test.cpp.
// Like ExecEnvs, fat monitors are type-stable: whoever comes late locks the guard and sees that the monitor stands for another object.
#pragma once

#include "sync/lock_mode.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {

// Threads in a row, linked by ExecEnv::fat_next_: a thread waits for one monitor at a time.
class ThreadQueue {
 public:
  void append(ExecEnv& ee);
  // False: it is not in here.
  bool remove(ExecEnv& ee);
  ExecEnv* first() const { return first_; }

 private:
  ExecEnv* first_ = nullptr;
  ExecEnv* last_ = nullptr;
};

class FatMonitor {
 public:
  // REQUIRES for all but the two at the end: the guard is held, by a thread that cannot stop.
  Mutex& guard() { return guard_; }

  // True: self owns it (once more). False: self is queued; release the guard and call block().
  bool enter_or_queue(ExecEnv& self);
  // Once less. The thread to invite once the guard is released, or null. REQUIRES: self owns it.
  ExecEnv* leave(ExecEnv& self);
  // Leaves it altogether, as a waiter. The count for reenter() is returned in `count`.
  ExecEnv* leave_to_wait(ExecEnv& self, std::uint32_t& count);
  // REQUIRES: the calling thread owns it.
  void notify(bool all, const NoSafepoint& still);

  bool is_owned_by(const ExecEnv& self) const { return owner_ == &self; }
  bool is_idle() const { return owner_ == nullptr && entering_.first() == nullptr && waiting_.first() == nullptr; }
  void set_owner(ExecEnv* owner, std::uint32_t count) {
    owner_ = owner;
    count_ = count;
  }
  MonitorView view() const;
  void visit_queue(QueueVisitor& visitor) const;

  // The object's word as long as the monitor stands in its place (thin_locks.cpp).
  Atomic<LockBits>& displaced() { return displaced_; }

  // Blocks a queued thread until it owns the monitor. REQUIRES: the guard is not held.
  void block(ExecEnv& self, LockTarget target, std::uint32_t count);
  // The same after a wait, whose outcome is decided.
  void reenter(ExecEnv& self, LockTarget target, std::uint32_t count);

 private:
  friend class FatMonitorPool;
  ExecEnv* first_contender() const;

  Mutex guard_{LockRank::kFatMonitor};
  ExecEnv* owner_ = nullptr;  // guarded by guard_, as the rest
  std::uint32_t count_ = 0;
  ThreadQueue entering_;
  ThreadQueue waiting_;
  Atomic<LockBits> displaced_{0};
  FatMonitor* pool_next_ = nullptr;  // guarded by the pool
};

// Never gives memory back.
class FatMonitorPool {
 public:
  // Null: out of memory.
  FatMonitor* take();
  void give(FatMonitor& monitor);

 private:
  Mutex mutex_{LockRank::kLeaf};
  FatMonitor* free_ = nullptr;
};

// The wait of both modes, once the owner has been found and its monitor's guard is held; releases the guard.
MonitorResult wait_on_fat(ExecEnv& self, LockTarget target, FatMonitor& monitor, Deadline until);

}  // namespace minijvm::sync
