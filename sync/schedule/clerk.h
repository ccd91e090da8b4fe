// The clerk: one kernel thread that does what no LWP may wait for. It fires timers, asks the poller for ready descriptors, and while there is
// more work than places looks each tick who has had his place for too long.
// Proved by tests/sync/many_to_many_test.cpp.
#pragma once

#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/poller.h"
#include "sync/schedule/timers.h"

namespace minijvm::sync {

// A door to the model: ends a user thread's park.
using WakeUserThread = void (*)(UserThread& thread);

class Clerk {
 public:
  Clerk(LwpPool& pool, WakeUserThread wake) : pool_(pool), wake_(wake) {}

  // False: the kernel has no thread for it.
  bool start();
  // Wakes the thread then, unless remove() comes first.
  void wake_at(UserThread& thread, Deadline until);
  void forget_timer(UserThread& thread) { timers_.remove(thread); }
  Poller& poller() { return poller_; }

  // Work is queued and no place is free: from now on it ticks. Cheap if it ticks already.
  void note_backlog();

 private:
  void run();
  void fire_timers();
  void tick();
  void look_at(Place& place);
  Deadline next_wake(std::int64_t next_tick_ns);

  LwpPool& pool_;
  WakeUserThread wake_;
  Timers timers_;
  Poller poller_;
  Atomic<bool> ticking_{false};
  Atomic<std::int64_t> sleeps_until_ns_{0};
  unsigned idle_ticks_ = 0;
};

}  // namespace minijvm::sync
