// Sysmon (class Sysmon; the word is Go's): one kernel thread that does what no LWP can wait for. It
// fires timers and asks the poller for ready descriptors. While there is more work than Ps, it
// looks at every tick (1 ms) which thread has had its P for too long.
//
// While no P is free, sysmon looks at the descriptors only once a tick: a thread that it woke would
// have to wait anyway, and an LWP that runs out of work asks the poller itself. On a busy server
// that is a thousand looks a second instead of one for each message.
// Tested by tests/sync/many_to_many_test.cpp and blocking_calls_test.cpp.
#pragma once

#include "base/events/event_log.h"
#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/poller.h"
#include "sync/schedule/timers.h"

namespace minijvm::sync {

// A callback to the model: ends a user thread's park.
using WakeUserThread = void (*)(UserThread& thread);

class Sysmon final : public PoolHelper {
 public:
  Sysmon(LwpPool& pool, WakeUserThread wake) : pool_(pool), wake_(wake) {}

  // Starts the kernel thread. Returns false if the kernel has none.
  bool start();
  // Wakes the thread at that time, unless forget_timer() comes first.
  void wake_at(UserThread& thread, Deadline until);
  void forget_timer(UserThread& thread) { timers_.remove(thread); }
  Poller& poller() { return poller_; }

  // The pool calls this when threads wait for a P. From then on sysmon ticks. The call is cheap if
  // sysmon ticks already.
  void note_backlog() override;
  // The pool calls this when a P is free. Sysmon goes back to waiting for descriptors.
  void note_free_place() override;
  // A thread that the poller watches from now on calls this.
  void note_poller_waiter();
  bool collect_ready() override { return poller_.collect(wake_); }
  // Returns the number of time slices that ended while their thread was in no state to leave its
  // LWP.
  std::uint64_t deferrals() const { return deferrals_.load(std::memory_order_relaxed); }

 private:
  // The private functions are described in sysmon.cpp. Sysmon's thread alone calls them.
  void run();
  void fire_timers();
  void tick();
  void look_at(Place& place);
  std::size_t waiting_places();
  bool may_take_from(const Lwp& lwp, const ExecEnv& ee) const;
  bool faults_in_java(const Lwp& lwp, ExecEnv& ee) const;
  MachineDeadline next_wake(std::int64_t next_tick_ns);
  bool leave_descriptors_alone();
  bool has_backlog() const;

  LwpPool& pool_;
  WakeUserThread wake_;
  Timers timers_;
  Poller poller_;
  // True while sysmon looks at the Ps once a tick. Otherwise it sleeps until a timer, a descriptor
  // or a ring.
  Atomic<bool> ticking_{false};
  // True while sysmon waits, but not for descriptors.
  Atomic<bool> looks_away_{false};
  // The time at which sysmon wakes by itself, without regard to timers; 0 while it is awake.
  Atomic<std::int64_t> sleeps_until_ns_{0};
  Atomic<std::uint64_t> deferrals_{0};
  SharedEventLog events_;
  // The number of ticks in a row without a backlog.
  unsigned idle_ticks_ = 0;
};

}  // namespace minijvm::sync
