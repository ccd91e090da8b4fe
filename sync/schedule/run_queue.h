// A queue of user threads that could run: by priority, and the oldest first within one. Each P has
// one. An LWP that finds its own empty steals half of another's (work stealing).
//
// A thread of priority p queues as if kHeadStart * (10 - p) threads had come before it, so those of
// a higher priority that come a little later overtake it. The rank that it gets decides, and does
// not change while it is in the queue. So a thread of priority 1 is overtaken 36 times at most, and
// nobody starves. (A theft gives a thread a new rank in the other queue.)
//
//   push  low (1)    rank  0 + 36        pop  high, high, ... 36 times, then low
//   push  high (10)  rank  1 +  0
//
// One line for each priority keeps the ranks within a line in order, so pop() compares the first
// threads of ten lines at most, and of one if all threads have the same priority.
// Tested by tests/sync/user_thread_test.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/schedule/user_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

class RunQueue {
 public:
  static constexpr std::uint32_t kHeadStart = 4;

  // Appends a thread. Returns the new length.
  std::uint32_t push(UserThread& thread);
  // Takes the next thread, or returns null if there is none.
  UserThread* pop();
  // Moves the half that would run first, rounded up, to `to`.
  void give_half(RunQueue& to);

  // Returns the length, which may be stale when it is used. seq_cst: Dekker's pattern with an LWP
  // that goes idle.
  std::uint32_t length() const { return length_.load(std::memory_order_seq_cst); }
  // Returns a number that is larger if a thread of a higher priority is queued; 0 if none is. It
  // may be stale as well.
  std::uint32_t highest() const;

 private:
  struct Line {
    UserThread* first = nullptr;
    UserThread* last = nullptr;
  };
  UserThread* take_first() MJ_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kRunQueue};
  std::array<Line, kMaxPriority + 1> lines_ MJ_GUARDED_BY(mutex_);  // by priority
  std::uint64_t pushed_ MJ_GUARDED_BY(mutex_) = 0;
  // One bit for each line that is not empty, by priority. Written under the mutex.
  Atomic<std::uint32_t> used_lines_{0};
  Atomic<std::uint32_t> length_{0};  // written under the mutex
};

}  // namespace minijvm::sync
