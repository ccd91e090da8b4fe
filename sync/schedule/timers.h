// The timers of user threads tell when each thread must be woken. They are a binary heap by
// deadline, in which each thread knows its index. So a wait that ends early leaves the heap in
// logarithmic time.
// A timing wheel was rejected: a heap needs no tick, and with 10,000 timed waits it has only 14
// levels.
// Tested by tests/sync/user_thread_test.cpp.
#pragma once

#include <vector>

#include "sync/schedule/user_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

class Timers {
 public:
  // Returns true if the thread is now the next to expire. REQUIRES: the thread is not in the heap.
  bool add(UserThread& thread, Deadline until);
  // Takes out a thread that may have expired already.
  void remove(UserThread& thread);
  // Takes out one thread that has expired. Returns null if there is none.
  UserThread* take_expired(std::int64_t now_ns);
  // Returns the earliest deadline, or forever() if there is none.
  Deadline next();

 private:
  void put(std::size_t index, UserThread* thread) MJ_REQUIRES(mutex_);
  void sift_up(std::size_t index) MJ_REQUIRES(mutex_);
  void sift_down(std::size_t index) MJ_REQUIRES(mutex_);
  void take_out(std::size_t index) MJ_REQUIRES(mutex_);

  Mutex mutex_{LockRank::kRunQueue};
  std::vector<UserThread*> heap_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::sync
