// The witness that this thread cannot stop: while one lives, raw object pointers stay good.
// Proved by tests/sync/no_safepoint_test.cpp. Costs nothing in release builds; in debug builds a poll, a state change or an allocation
// inside one fails a check.
#pragma once

#include "base/check.h"
#include "sync/exec_env.h"
#include "sync/thread_state.h"

namespace minijvm::sync {

// True while a SafepointOperation runs.
bool world_is_stopped();

class [[nodiscard]] NoSafepoint {
 public:
  // REQUIRES: self is the calling thread's, and may touch the heap.
  explicit NoSafepoint([[maybe_unused]] ExecEnv& self) {
#ifdef MINIJVM_DEBUG
    self_ = &self;
    MJ_DCHECK(touches_heap(self.state_.load(std::memory_order_relaxed)), "NoSafepoint in state %s", thread_state_name(self.state()));
    ++self.no_safepoint_depth_;
#endif
  }
  ~NoSafepoint() {
#ifdef MINIJVM_DEBUG
    if (self_ != nullptr) {
      --self_->no_safepoint_depth_;
    }
#endif
  }
  NoSafepoint(const NoSafepoint&) = delete;
  NoSafepoint& operator=(const NoSafepoint&) = delete;

  // For collector threads, which have no ExecEnv and run only while the world is stopped.
  static NoSafepoint in_stopped_world() { return NoSafepoint(); }

 private:
  NoSafepoint() { MJ_DCHECK(world_is_stopped(), "a witness of a stopped world, yet it runs"); }

#ifdef MINIJVM_DEBUG
  ExecEnv* self_ = nullptr;
#endif
};

// Fails in debug builds inside a NoSafepoint: for functions that may stop on some path, at their head.
inline void check_may_stop([[maybe_unused]] const ExecEnv& self) {
  MJ_DCHECK(self.no_safepoint_depth_ == 0, "thread %u may stop here, yet holds a NoSafepoint", self.id());
}

}  // namespace minijvm::sync
