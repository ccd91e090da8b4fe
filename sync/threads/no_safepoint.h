// A NoSafepoint is the witness that this thread cannot stop. While it lives, raw object pointers
// stay valid. A function with a `const NoSafepoint&` parameter therefore never stops at a
// safepoint.
// It costs nothing in release builds. In debug builds a poll, a state change or an allocation
// inside of its scope fails a check.
// Tested by tests/sync/no_safepoint_test.cpp.
#pragma once

#include "base/check.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

// Returns true while a SafepointOperation runs.
bool world_is_stopped();

class [[nodiscard]] NoSafepoint {
 public:
  // REQUIRES: self belongs to the calling thread, which is in a state that may touch the heap.
  explicit NoSafepoint([[maybe_unused]] ExecEnv& self) {
#ifdef MINIJVM_DEBUG
    self_ = &self;
    MJ_DCHECK(touches_heap(self.state_.load(std::memory_order_relaxed)), "NoSafepoint in state %s",
              thread_state_name(self.state()));
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

  // Collector threads use this, because they have no ExecEnv and run only while the world is
  // stopped.
  static NoSafepoint in_stopped_world() { return NoSafepoint(); }

 private:
  NoSafepoint() { MJ_DCHECK(world_is_stopped(), "a witness of a stopped world, yet it runs"); }

#ifdef MINIJVM_DEBUG
  ExecEnv* self_ = nullptr;
#endif
};

// Fails in debug builds inside a NoSafepoint. A function that may stop on some path calls it at its
// head, so that the mistake shows on every path.
inline void check_may_stop([[maybe_unused]] const ExecEnv& self) {
  MJ_DCHECK(self.no_safepoint_depth_ == 0, "thread %u may stop here, yet holds a NoSafepoint",
            self.id());
}

}  // namespace minijvm::sync
