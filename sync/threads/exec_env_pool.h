// Keeps ExecEnvs (or types derived from it) and never frees them, so that they stay type-stable:
// the paper's hand-off lets a successor touch the predecessor's ExecEnv after the predecessor's
// thread has ended (README, E6: freeing them hung all threads in seconds).
// Tested by tests/sync/exec_env_test.cpp.
#pragma once

#include <new>
#include <vector>

#include "sync/threads/exec_env.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

template <class T>
class ExecEnvPool {
 public:
  // Returns a T in state kNew, which is new or was used before; null if memory is out. A derived
  // class resets its own fields afterwards.
  T* acquire() {
    T* ee = pop();
    if (ee == nullptr) {
      ee = new (std::nothrow) T();
    }
    if (ee != nullptr) {
      ee->begin_life();
    }
    return ee;
  }

  // REQUIRES: the T is detached (kDead) or was never attached, and no other thread will start to
  // use it.
  void release(T& ee) {
    ee.end_life();
    MutexLock guard(mutex_);
    free_.push_back(&ee);
  }

 private:
  T* pop() {
    MutexLock guard(mutex_);
    if (free_.empty()) {
      return nullptr;
    }
    T* ee = free_.back();
    free_.pop_back();
    return ee;
  }

  Mutex mutex_{LockRank::kTable};
  std::vector<T*> free_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::sync
