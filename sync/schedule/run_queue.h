// A queue of user threads that could run, oldest first. Each P has one. An LWP that finds its own
// empty steals half of another's (work stealing).
// Tested by tests/sync/user_thread_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/schedule/user_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

class RunQueue {
 public:
  // Appends a thread. Returns the new length.
  std::uint32_t push(UserThread& thread);
  // Takes the oldest thread, or returns null if there is none.
  UserThread* pop();
  // Moves the older half, rounded up, to `to`.
  void give_half(RunQueue& to);

  // Returns the length, which may be stale when it is used. seq_cst: Dekker's pattern with an LWP
  // that goes idle.
  std::uint32_t length() const { return length_.load(std::memory_order_seq_cst); }

 private:
  // Appends a chain of `count` threads, linked by queue_next.
  void append(UserThread* first, UserThread* last, std::uint32_t count) MJ_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kRunQueue};
  UserThread* first_ MJ_GUARDED_BY(mutex_) = nullptr;
  UserThread* last_ MJ_GUARDED_BY(mutex_) = nullptr;
  Atomic<std::uint32_t> length_{0};  // written under the mutex
};

}  // namespace minijvm::sync
