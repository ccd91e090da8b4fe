// Keeps ExecEnvs (or types derived from it) for ever, so that they stay type-stable: the paper's hand-off lets a successor touch the
// predecessor's ExecEnv after the predecessor's thread has ended (README, E6: freeing them hung all threads in seconds).
// Proved by tests/sync/exec_env_test.cpp.
#pragma once

#include <mutex>
#include <new>
#include <vector>

#include "sync/exec_env.h"

namespace minijvm::sync {

template <class T>
class ExecEnvPool {
 public:
  // A T in state kNew, new or used before; null: out of memory. A derived class resets its own fields afterwards.
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

  // REQUIRES: detached (kDead) or never attached, and no other thread will start to use it.
  void release(T& ee) {
    ee.end_life();
    std::lock_guard<std::mutex> guard(mutex_);
    free_.push_back(&ee);
  }

 private:
  T* pop() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (free_.empty()) {
      return nullptr;
    }
    T* ee = free_.back();
    free_.pop_back();
    return ee;
  }

  std::mutex mutex_;  // a leaf: nothing is called with it held
  std::vector<T*> free_;
};

}  // namespace minijvm::sync
