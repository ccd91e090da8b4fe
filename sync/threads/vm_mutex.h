// Mutexes and condition variables for the VM's own data, ranked against deadlock. They are not for
// Java monitors, although fat monitors guard their fields with one.
//
//   mutex word   arrow    to    by
//   0 free       lock     1     a thread that found it free
//   1, 2 held    lock     2     a thread that then sleeps while the word is 2
//   1            unlock   0     the holder
//   2            unlock   0     the holder, which wakes one sleeper; a sleeper that has to wait
//                               for a safepoint wakes the next
//
// With `self` a thread sleeps in kBlocked, but takes the mutex only once it is back in kInVm. So no
// thread waits for the end of a safepoint while it holds a mutex that it got after a sleep, and an
// operation in a stopped world may take any mutex whose holders never stop.
// Without `self` (collector threads, native state, leaves held for a few instructions) a thread
// sleeps in the state it is in.
// A mutex blocks the Java thread and its LWP; a condition variable with `self` blocks only the Java
// thread. A mutex is never held across a switch of user threads.
// Tested by tests/sync/vm_mutex_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_safety.h"
#include "sync/atomic.h"
#include "sync/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

enum class LockRank : std::uint16_t {
#define MJ_LOCK_RANK(name, rank, what) name = rank,
#include "sync/threads/lock_ranks.def"
};
const char* lock_rank_name(LockRank rank);

// Not reentrant. The rank says what may be held when the mutex is taken (lock_ranks.def).
class MJ_THREAD_SAFETY(capability("mutex")) Mutex {
 public:
  explicit constexpr Mutex(LockRank rank) : rank_(rank) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  // REQUIRES: self is in kInVm, without a NoSafepoint.
  void lock(ExecEnv& self) MJ_ACQUIRE();
  // Threads without an ExecEnv use this, and so do takers of leaves. A safepoint may have to wait
  // for the holder.
  void lock() MJ_ACQUIRE();
  void unlock() MJ_RELEASE();

  // The answer is real only in debug builds; in others it is always true.
  bool held_by_this_thread() const;
  LockRank rank() const { return rank_; }

 private:
  friend class CondVar;
  enum : std::uint32_t { kFree, kHeld, kContended };
  bool take_if_free();
  // Tries for a short time. Returns whether the mutex was taken.
  bool spin();
  // One sleep of lock(self), from kInVm and back to kInVm. It may end early.
  void sleep(ExecEnv& self);

  Atomic<std::uint32_t> word_{kFree};
  LockRank rank_;
};

// Returns how many mutexes the calling LWP holds in debug builds, and 0 in others. A user thread
// that holds a mutex does not leave its LWP.
std::size_t mutexes_held();

// Holds a mutex for the time of a scope.
class [[nodiscard]] MJ_THREAD_SAFETY(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) MJ_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(); }
  MutexLock(ExecEnv& self, Mutex& mutex) MJ_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(self); }
  ~MutexLock() MJ_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// A condition variable as a counter of notifications, with a bit that says whether anybody may
// wait:
//
//   by                     bit          counter   kernel
//   a waiter, with mutex   set          -         then sleeps while the word is as it was
//   notify_one             stays        + 1       wakes one, if the bit is set
//   notify_all             cleared      + 1       wakes all, if the bit is set
//
// A notifier that finds the bit clear makes no call. A wait that has ended leaves the bit set,
// which costs one call for nobody. A wait may end for no reason, so callers wait in a loop over
// the condition.
class CondVar {
 public:
  CondVar() = default;
  CondVar(const CondVar&) = delete;
  CondVar& operator=(const CondVar&) = delete;

  // Releases the mutex, waits, and holds the mutex again in either case. Returns false if the
  // deadline passed. Without self the LWP waits, so the deadline is the machine's.
  bool wait(ExecEnv& self, Mutex& mutex, Deadline until = Deadline::forever()) MJ_REQUIRES(mutex);
  bool wait(Mutex& mutex, MachineDeadline until = MachineDeadline::forever()) MJ_REQUIRES(mutex);
  // The caller need not hold the mutex, but has changed the condition under it.
  void notify_one();
  void notify_all();

 private:
  Atomic<std::uint32_t> sequence_{0};
};

}  // namespace minijvm::sync
