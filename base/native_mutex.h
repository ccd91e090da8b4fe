// The operating system's mutex, for the few places that cannot take a ranked sync::Mutex: the rooms
// below sync, and data that is used before the VM exists or after it has ended. Each place that
// uses it says why. Its holder takes no other mutex of the VM and never changes its thread state.
#pragma once

#include <mutex>

#include "base/thread_safety.h"

namespace minijvm {

class MJ_THREAD_SAFETY(capability("mutex")) NativeMutex {
 public:
  NativeMutex() = default;
  NativeMutex(const NativeMutex&) = delete;
  NativeMutex& operator=(const NativeMutex&) = delete;

 private:
  friend class NativeMutexLock;
  void lock() MJ_ACQUIRE() { mutex_.lock(); }
  void unlock() MJ_RELEASE() { mutex_.unlock(); }

  std::mutex mutex_;
};

// Holds a mutex for the time of a scope.
class [[nodiscard]] MJ_THREAD_SAFETY(scoped_lockable) NativeMutexLock {
 public:
  explicit NativeMutexLock(NativeMutex& mutex) MJ_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(); }
  ~NativeMutexLock() MJ_RELEASE() { mutex_.unlock(); }
  NativeMutexLock(const NativeMutexLock&) = delete;
  NativeMutexLock& operator=(const NativeMutexLock&) = delete;

 private:
  NativeMutex& mutex_;
};

}  // namespace minijvm
