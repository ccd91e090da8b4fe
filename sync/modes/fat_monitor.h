// A fat monitor is a structure of its own, with a mutex, an owner, a count and two queues of
// threads, as in most VMs when the paper was written. Two lock modes compare the meta-lock with it:
// thin_locks.cpp inflates to it, and monitor_cache.cpp finds it in a table.
//
//   guard_ | owner_, count_ | entering_ --> thread --> thread | waiting_ --> thread | displaced_
//
// Like ExecEnvs, fat monitors are type-stable: a thread that comes late can still lock the guard,
// and then sees that the monitor stands for another object.
// Tested by tests/sync/lock_mode_test.cpp.
#pragma once

#include "sync/lock_mode.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

// A FIFO list of threads, linked by ExecEnv::fat_next_. One link is enough: a thread waits for one
// monitor at a time. The monitor's guard guards the list.
class ThreadQueue {
 public:
  void append(ExecEnv& ee);
  // Takes the thread out of the queue. Returns false if the thread is not in this queue.
  bool remove(ExecEnv& ee);
  ExecEnv* first() const { return first_; }

 private:
  ExecEnv* first_ = nullptr;
  ExecEnv* last_ = nullptr;
};

class FatMonitor {
 public:
  // Held by a thread that cannot stop at a safepoint.
  Mutex& guard() MJ_THREAD_SAFETY(lock_returned(guard_)) { return guard_; }

  // Returns true if self owns the monitor now, for the first time or once more. Returns false if
  // self is queued; the caller then releases the guard and calls enter_from_queue().
  bool enter_or_queue(ExecEnv& self, const NoSafepoint& still) MJ_REQUIRES(guard_);
  // Blocks self until it owns the monitor. REQUIRES: self is queued; the guard is not held; kInVm.
  void enter_from_queue(ExecEnv& self, LockTarget target);
  // Lowers the count by one. At zero it returns the thread to invite once the guard is released, or
  // null. REQUIRES: self owns the monitor.
  ExecEnv* leave(ExecEnv& self) MJ_REQUIRES(guard_);
  // Leaves the monitor altogether and makes self a waiter. Returns the thread to invite, and in
  // `count` what reenter() needs.
  ExecEnv* leave_to_wait(ExecEnv& self, std::uint32_t& count) MJ_REQUIRES(guard_);
  // Moves the oldest waiter, or all of them, to the contenders. REQUIRES: the calling thread owns
  // the monitor.
  void notify(bool all, const NoSafepoint& still) MJ_REQUIRES(guard_);

  bool is_owned_by(const ExecEnv& self) const MJ_REQUIRES(guard_) { return owner_ == &self; }
  // No thread owns it, contends for it or waits: it may stand for another object.
  bool is_idle() const MJ_REQUIRES(guard_) {
    return owner_ == nullptr && entering_.first() == nullptr && waiting_.first() == nullptr;
  }
  void set_owner(ExecEnv* owner, std::uint32_t count) MJ_REQUIRES(guard_) {
    owner_ = owner;
    count_ = count;
  }
  // REQUIRES for these two: the guard is held, or the world is stopped. clang cannot see a stopped
  // world, so it does not check them.
  MonitorView view() const MJ_THREAD_SAFETY(no_thread_safety_analysis);
  void visit_queue(QueueVisitor& visitor) const MJ_THREAD_SAFETY(no_thread_safety_analysis);

  // Keeps the object's word while the object's header holds a reference to the monitor
  // (thin_locks.cpp).
  Atomic<LockBits>& displaced() { return displaced_; }

  // Blocks self after a wait whose outcome is decided, until it owns the monitor again with this
  // count. REQUIRES: as enter_from_queue.
  void reenter(ExecEnv& self, LockTarget target, std::uint32_t count);

 private:
  friend class FatMonitorPool;
  // Blocks a queued thread until it owns the monitor, with this count.
  void block(ExecEnv& self, LockTarget target, std::uint32_t count);
  // The oldest contender that is not suspended, or null.
  ExecEnv* first_contender() const MJ_REQUIRES(guard_);

  Mutex guard_{LockRank::kFatMonitor};
  ExecEnv* owner_ MJ_GUARDED_BY(guard_) = nullptr;
  std::uint32_t count_ MJ_GUARDED_BY(guard_) = 0;
  ThreadQueue entering_ MJ_GUARDED_BY(guard_);
  ThreadQueue waiting_ MJ_GUARDED_BY(guard_);
  Atomic<LockBits> displaced_{0};    // written under the guard
  FatMonitor* pool_next_ = nullptr;  // on the free list; guarded by the pool's mutex
};

// The free fat monitors. Their memory is never given back (type-stability).
class FatMonitorPool {
 public:
  // Returns null if memory is out.
  FatMonitor* take();
  void give(FatMonitor& monitor);

 private:
  Mutex mutex_{LockRank::kLeaf};
  FatMonitor* free_ MJ_GUARDED_BY(mutex_) = nullptr;
};

// Object.wait in both modes, once the caller has found that self owns the monitor and has locked
// its guard. Releases the guard.
MonitorResult wait_on_fat(ExecEnv& self, LockTarget target, FatMonitor& monitor, Deadline until)
    MJ_RELEASE(monitor.guard());

}  // namespace minijvm::sync
