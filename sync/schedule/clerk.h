// The clerk: one kernel thread that does what no LWP may wait for. It fires timers, asks the poller for ready descriptors, and while there is
// more work than places looks each tick who has had his place for too long.
// While no place is free it leaves the descriptors alone but for a look each tick: whoever it woke would have to wait, and an LWP that runs out of
// work asks the poller itself. On a busy server that is a thousand looks a second instead of one for each message.
// Proved by tests/sync/many_to_many_test.cpp.
#pragma once

#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/poller.h"
#include "sync/schedule/timers.h"

namespace minijvm::sync {

// A door to the model: ends a user thread's park.
using WakeUserThread = void (*)(UserThread& thread);

class Clerk final : public PoolHelper {
 public:
  Clerk(LwpPool& pool, WakeUserThread wake) : pool_(pool), wake_(wake) {}

  // False: the kernel has no thread for it.
  bool start();
  // Wakes the thread then, unless remove() comes first.
  void wake_at(UserThread& thread, Deadline until);
  void forget_timer(UserThread& thread) { timers_.remove(thread); }
  Poller& poller() { return poller_; }

  // From now on it ticks. Cheap if it ticks already.
  void note_backlog() override;
  void note_free_place() override;
  // The caller waits in the poller from now on.
  void note_poller_waiter();
  bool collect_ready() override { return poller_.collect(wake_); }
  // Time slices that were over while their thread was in no state to leave its LWP.
  std::uint64_t deferrals() const { return deferrals_.load(std::memory_order_relaxed); }

 private:
  void run();
  void fire_timers();
  void tick();
  void look_at(Place& place);
  Deadline next_wake(std::int64_t next_tick_ns);
  bool leave_descriptors_alone();
  bool has_backlog() const;

  LwpPool& pool_;
  WakeUserThread wake_;
  Timers timers_;
  Poller poller_;
  Atomic<bool> ticking_{false};
  Atomic<bool> looks_away_{false};  // it waits, and not for descriptors
  Atomic<std::int64_t> sleeps_until_ns_{0};
  Atomic<std::uint64_t> deferrals_{0};
  unsigned idle_ticks_ = 0;
};

}  // namespace minijvm::sync
