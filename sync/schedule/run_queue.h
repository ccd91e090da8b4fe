// User threads that could run, oldest first. Each place has one; who finds its own empty takes half of another's.
// Proved by tests/sync/user_thread_test.cpp.
#pragma once

#include <cstdint>

#include "sync/atomic.h"
#include "sync/schedule/user_thread.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {

class RunQueue {
 public:
  // The new length.
  std::uint32_t push(UserThread& thread);
  // Null: empty.
  UserThread* pop();
  // Moves the older half, rounded up, to `to`.
  void give_half(RunQueue& to);

  // A look from outside: may be old when it is read. seq_cst: Dekker with an LWP that goes idle.
  std::uint32_t length() const { return length_.load(std::memory_order_seq_cst); }

 private:
  void append(UserThread* first, UserThread* last, std::uint32_t count);

  Mutex mutex_{LockRank::kRunQueue};
  UserThread* first_ MJ_GUARDED_BY(mutex_) = nullptr;
  UserThread* last_ MJ_GUARDED_BY(mutex_) = nullptr;
  Atomic<std::uint32_t> length_{0};  // written under the mutex
};

}  // namespace minijvm::sync
