// Mutexes and condition variables for the VM's own data, ranked against deadlock. Not for Java monitors.
// Proved by tests/sync/vm_mutex_test.cpp.
//
//   mutex word   arrow    to    by
//   0 free       lock     1     a thread that found it free
//   1, 2 held    lock     2     a thread that then sleeps while the word is 2
//   1            unlock   0     holder
//   2            unlock   0     holder, who wakes one sleeper; one that cannot go on for a safepoint wakes the next
//
// With `self` a thread sleeps in kBlocked, but takes the mutex only once it is back in kInVm. So nobody holds a mutex while it waits for
// a safepoint to end merely because it got the mutex late, and an operation in a stopped world may take any mutex whose holders never stop.
// Without `self` (collector threads, native state, leaves held for a few instructions) it sleeps in the state it is in.
// Blocks: the Java thread and its LWP; a condition variable with `self` the Java thread only. Never held across a switch of user threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"
#include "sync/fwd.h"

#if defined(__clang__)
#define MJ_CAPABILITY(name) __attribute__((capability(name)))
#define MJ_GUARDED_BY(mutex) __attribute__((guarded_by(mutex)))
#define MJ_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define MJ_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))
#define MJ_SCOPED __attribute__((scoped_lockable))
#else
#define MJ_CAPABILITY(name)
#define MJ_GUARDED_BY(mutex)
#define MJ_ACQUIRE(...)
#define MJ_RELEASE(...)
#define MJ_SCOPED
#endif

namespace minijvm::sync {

enum class LockRank : std::uint16_t {
#define MJ_LOCK_RANK(name, rank, what) name = rank,
#include "sync/lock_ranks.def"
};
const char* lock_rank_name(LockRank rank);

class MJ_CAPABILITY("mutex") Mutex {
 public:
  explicit constexpr Mutex(LockRank rank) : rank_(rank) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  // REQUIRES: self is in kInVm, without a NoSafepoint.
  void lock(ExecEnv& self) MJ_ACQUIRE();
  void lock() MJ_ACQUIRE();
  bool try_lock();
  void unlock() MJ_RELEASE();

  // Debug builds only; always true otherwise.
  bool held_by_this_thread() const;
  LockRank rank() const { return rank_; }

 private:
  friend class CondVar;
  enum : std::uint32_t { kFree, kHeld, kContended };
  bool take_if_free();
  void sleep(ExecEnv& self);

  Atomic<std::uint32_t> word_{kFree};
  LockRank rank_;
};

// By the calling LWP; debug builds only, 0 otherwise. A user thread that holds one does not leave its LWP.
std::size_t mutexes_held();

class [[nodiscard]] MJ_SCOPED MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) MJ_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(); }
  MutexLock(ExecEnv& self, Mutex& mutex) MJ_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(self); }
  ~MutexLock() MJ_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// Waits may end for no reason: wait in a loop over the condition.
class CondVar {
 public:
  CondVar() = default;
  CondVar(const CondVar&) = delete;
  CondVar& operator=(const CondVar&) = delete;

  // False: the deadline passed. The mutex is held again in either case.
  bool wait(ExecEnv& self, Mutex& mutex, Deadline until = Deadline::forever());
  bool wait(Mutex& mutex, Deadline until = Deadline::forever());
  void notify_one();
  void notify_all();

 private:
  Atomic<std::uint32_t> sequence_{0};
};

}  // namespace minijvm::sync
