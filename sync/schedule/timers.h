// When to wake which user thread: a binary heap by deadline, in which each thread knows its index, so that a wait that ends early leaves it
// in logarithmic time. Departure from a timing wheel: no tick to choose, and 10,000 timed waits are 14 levels.
// Proved by tests/sync/user_thread_test.cpp.
#pragma once

#include <vector>

#include "sync/schedule/user_thread.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {

class Timers {
 public:
  // True: it is the next to expire now. REQUIRES: the thread is not in.
  bool add(UserThread& thread, Deadline until);
  // Of a thread that may have expired already.
  void remove(UserThread& thread);
  // Takes out one that has expired; null: none.
  UserThread* take_expired(std::int64_t now_ns);
  // Of the next to expire.
  Deadline next();

 private:
  void put(std::size_t index, UserThread* thread);
  void sift_up(std::size_t index);
  void sift_down(std::size_t index);
  void take_out(std::size_t index);

  Mutex mutex_{LockRank::kRunQueue};
  std::vector<UserThread*> heap_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::sync
