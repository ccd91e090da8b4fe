#include "sync/safepoint.h"

#include <cerrno>

#include "base/log.h"
#include "sync/futex.h"
#include "sync/schedule/scheduler.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {
namespace {

// A thread's step into a safe state looks at its poll word without a fence (thread_state.h), so a stopper may be told nothing: it looks
// again after this time. It also spins for as long as most threads need to reach a poll.
constexpr std::int64_t kRescanNs = 200'000;
constexpr int kSpinPauses = bounded_spin(400);

// Identity of the calling LWP, for threads that have no ExecEnv at hand.
const void* this_lwp() {
  static thread_local char here;
  return &here;
}

struct World {
  Mutex requests{LockRank::kSafepointRequest};
  Mutex handshakes{LockRank::kHandshakes};

  Mutex list_lock{LockRank::kThreadList};
  CondVar thawed;
  ExecEnv* first MJ_GUARDED_BY(list_lock) = nullptr;
  std::uint32_t count MJ_GUARDED_BY(list_lock) = 0;
  bool stopping MJ_GUARDED_BY(list_lock) = false;  // newcomers must be armed
  bool suspends_newcomers MJ_GUARDED_BY(list_lock) = false;
  bool frozen MJ_GUARDED_BY(list_lock) = false;    // S2: while the operation runs, the list stays as it is

  Atomic<ExecEnv*> coordinator{nullptr};            // set while the operation runs
  Atomic<const void*> coordinator_lwp{nullptr};
  Atomic<std::uint32_t> stop_events{0};             // a thread became safe, or ran its handshake: stoppers look again
  Atomic<std::uint32_t> resume_epoch{0};            // some poll bits were cleared: stopped threads look again
  Atomic<std::uint64_t> safepoints{0};
};
World world;

// REQUIRES for both: the list lock is held.
void set_poll_bits(ExecEnv& ee, std::uint32_t bits) {
  std::uint32_t old = ee.poll_.fetch_or(bits, std::memory_order_seq_cst);  // Dekker with change_state
  if (old == 0 && ee.poll_hook() != nullptr) {
    ee.poll_hook()(ee, true);
  }
}

void clear_poll_bits(ExecEnv& ee, std::uint32_t bits) {
  // release: pairs with the look of the thread that goes on; what the operation wrote is visible to it.
  std::uint32_t old = ee.poll_.fetch_and(~bits, std::memory_order_acq_rel);
  bool was_armed = (old & bits) != 0;
  if (was_armed && (old & ~bits) == 0 && ee.poll_hook() != nullptr) {
    ee.poll_hook()(ee, false);
  }
}

void bump_and_wake(Atomic<std::uint32_t>& word) {
  word.fetch_add(1, std::memory_order_acq_rel);
  futex_wake_all(word);
}

void wait_for_stop_event(std::uint32_t seen) {
  for (int i = 0; i < kSpinPauses; ++i) {
    if (world.stop_events.load(std::memory_order_acquire) != seen) {
      return;
    }
    spin_pause();
  }
  futex_wait(world.stop_events, seen, Deadline::after_ns(kRescanNs));
}

// Self is in a safe state. Its LWP runs others while it waits for its turn.
void regain_place(ExecEnv& self) {
  disarm_poll(self, kPollPlace);  // first: who takes the place once more arms it again
  thread_model().regain_place(self);
}

// Self is in a safe state; returns when none of the bits is set.
void wait_until_clear(ExecEnv& self, std::uint32_t bits) {
  for (;;) {
    std::uint32_t epoch = world.resume_epoch.load(std::memory_order_acquire);
    if ((self.poll_.load(std::memory_order_acquire) & bits) == 0) {
      return;
    }
    futex_wait(world.resume_epoch, epoch, Deadline::forever());
  }
}

// The same for a bit that may stay for long.
void wait_until_clear_off_place(ExecEnv& self, std::uint32_t bits) {
  thread_model().leave_place(self);
  wait_until_clear(self, bits);
  thread_model().regain_place(self);
}

void finish_handshake(ExecEnv& target) {
  ThreadListLock lock;
  clear_poll_bits(target, kPollHandshake);
}

// True: it was ours to run. False: the requester runs it.
bool serve_handshake(ExecEnv& self) {
  HandshakeOperation* operation = self.handshake_.exchange(nullptr, std::memory_order_acq_rel);  // acquire: the requester's release
  if (operation == nullptr) {
    return false;
  }
  {
    NoSafepoint still(self);
    operation->run(self);
  }
  finish_handshake(self);
  bump_and_wake(world.stop_events);
  return true;
}

// What to wait for first: a safepoint, then a handshake, then to be resumed.
std::uint32_t first_of(std::uint32_t bits) {
  for (std::uint32_t bit : {kPollSafepoint, kPollHandshake}) {
    if ((bits & bit) != 0) {
      return bit;
    }
  }
  return kPollSuspend;
}

// Self is at `want`. Returns at `want` when nobody wants it stopped; meanwhile waits at `safe`.
void settle(ExecEnv& self, ThreadState safe, ThreadState want) {
  check_may_stop(self);
  const std::uint32_t stopping = want == ThreadState::kInJava ? kPollStopping : kPollStopping & ~kPollSuspend;
  int error = errno;  // a native that calls JNI may look at it afterwards
  for (;;) {
    std::uint32_t bits = self.poll_.load(std::memory_order_seq_cst);  // Dekker with set_poll_bits
    if ((bits & stopping) == 0) {
      break;
    }
    if ((bits & kPollSafepoint) == 0 && serve_handshake(self)) {
      continue;
    }
    self.state_.store(safe, std::memory_order_release);  // acquire: first_unsafe
    stopper_may_look(self);
    if ((bits & kPollPlace) != 0) {
      regain_place(self);
    } else if (first_of(bits & stopping) == kPollSuspend) {
      wait_until_clear_off_place(self, kPollSuspend);
    } else {
      wait_until_clear(self, first_of(bits & stopping));
    }
    self.state_.store(want, std::memory_order_seq_cst);  // Dekker with set_poll_bits
  }
  errno = error;
}

// Others wait for the place that self has had for a time slice.
void end_slice(ExecEnv& self) {
  disarm_poll(self, kPollYield);
  if (self.state_.load(std::memory_order_relaxed) == ThreadState::kInJava) {
    JavaToVm in_vm(self);
    VmToBlocked blocked(self);
    thread_model().preempt(self);
  }
}

bool all_others_safe(const ExecEnv& self) {
  for (ExecEnv* ee = world.first; ee != nullptr; ee = ee->list_next_) {
    if (ee != &self && touches_heap(ee->state_.load(std::memory_order_seq_cst))) {  // Dekker with change_state
      return false;
    }
  }
  return true;
}

void stop_the_world(ExecEnv& self) {
  {
    MutexLock lock(world.list_lock);
    world.stopping = true;
    for (ExecEnv* ee = world.first; ee != nullptr; ee = ee->list_next_) {
      if (ee != &self) {
        set_poll_bits(*ee, kPollSafepoint);
      }
    }
  }
  for (;;) {
    std::uint32_t seen = world.stop_events.load(std::memory_order_acquire);
    {
      MutexLock lock(world.list_lock);
      if (all_others_safe(self)) {
        world.frozen = true;
        world.coordinator.store(&self, std::memory_order_relaxed);
        world.coordinator_lwp.store(this_lwp(), std::memory_order_relaxed);
        return;
      }
    }
    wait_for_stop_event(seen);
  }
}

void resume_the_world(ExecEnv& self) {
  world.safepoints.fetch_add(1, std::memory_order_relaxed);
  {
    MutexLock lock(world.list_lock);
    world.coordinator.store(nullptr, std::memory_order_relaxed);
    world.coordinator_lwp.store(nullptr, std::memory_order_relaxed);
    world.stopping = false;
    world.frozen = false;
    for (ExecEnv* ee = world.first; ee != nullptr; ee = ee->list_next_) {
      if (ee != &self) {
        clear_poll_bits(*ee, kPollSafepoint);
      }
    }
  }
  world.thawed.notify_all();
  bump_and_wake(world.resume_epoch);
}

// REQUIRES: the list lock is held.
void unlink(ExecEnv& ee) {
  ExecEnv*& link = ee.list_previous_ == nullptr ? world.first : ee.list_previous_->list_next_;
  link = ee.list_next_;
  if (ee.list_next_ != nullptr) {
    ee.list_next_->list_previous_ = ee.list_previous_;
  }
  ee.list_next_ = nullptr;
  ee.list_previous_ = nullptr;
  ee.listed_ = false;
  --world.count;
  ee.poll_.store(0, std::memory_order_relaxed);
  ee.state_.store(ThreadState::kDead, std::memory_order_release);  // acquire: first_unsafe, run_handshake
}

}  // namespace

bool is_coordinating(const ExecEnv& self) { return world.coordinator.load(std::memory_order_relaxed) == &self; }

bool world_is_stopped() { return world.coordinator.load(std::memory_order_relaxed) != nullptr; }

std::uint64_t safepoint_count() { return world.safepoints.load(std::memory_order_relaxed); }

void stopper_may_look(ExecEnv&) { bump_and_wake(world.stop_events); }

void poll_in_heap_state(ExecEnv& self) { settle(self, ThreadState::kBlocked, self.state_.load(std::memory_order_relaxed)); }

void enter_heap_slow(ExecEnv& self, ThreadState from, ThreadState to) { settle(self, from, to); }

void poll(ExecEnv& self) {
  check_may_stop(self);
  if (must_stop(self, std::memory_order_relaxed)) {
    poll_in_heap_state(self);
  }
  if ((self.poll_.load(std::memory_order_relaxed) & kPollYield) != 0) {
    end_slice(self);
  }
}

void run_at_safepoint(ExecEnv& self, SafepointOperation& operation) {
  if (is_coordinating(self)) {
    operation.run();
    return;
  }
  MJ_CHECK(self.state() == ThreadState::kInVm, "thread %u asks for a safepoint %s", self.id(), thread_state_name(self.state()));
  MutexLock turn(self, world.requests);  // S4
  if (!operation.is_still_wanted()) {
    return;  // nobody was armed
  }
  std::int64_t begin = monotonic_ns();
  stop_the_world(self);
  std::int64_t stopped = monotonic_ns();
  MJ_EVENT(self.events(), Event::safepoint_begin, stopped - begin, 0);
  {
    LwpPin pin(self);  // the thread-list lock knows the coordinator by its LWP
    operation.run();
  }
  for_each_exec_env([](ExecEnv& ee) { ee.lock_records_.trim(); });
  std::int64_t done = monotonic_ns();
  resume_the_world(self);
  MJ_EVENT(self.events(), Event::safepoint_end, done - stopped, 0);
  MJ_LOG(safepoint, kInfo, "Safepoint \"%s\", Reaching safepoint: %lld ns, At safepoint: %lld ns, Total: %lld ns", operation.name(),
         static_cast<long long>(stopped - begin), static_cast<long long>(done - stopped), static_cast<long long>(done - begin));
}

bool run_handshake(ExecEnv& self, ExecEnv& target, HandshakeOperation& operation) {
  if (&self == &target || is_coordinating(self)) {
    ThreadState state = target.state();
    bool alive = state != ThreadState::kNew && state != ThreadState::kDead;
    if (alive) {
      NoSafepoint still(self);
      operation.run(target);
    }
    return alive;
  }
  MutexLock turn(self, world.handshakes);
  {
    ThreadListLock lock;
    if (!target.listed_) {
      return false;
    }
    target.handshake_.store(&operation, std::memory_order_release);  // acquire: the swap in serve_handshake
    set_poll_bits(target, kPollHandshake);
  }
  for (;;) {
    std::uint32_t seen = world.stop_events.load(std::memory_order_acquire);
    if ((target.poll_.load(std::memory_order_acquire) & kPollHandshake) == 0) {
      return true;  // target ran it
    }
    ThreadState state = target.state_.load(std::memory_order_seq_cst);  // Dekker with change_state
    bool ours = !touches_heap(state) && target.handshake_.exchange(nullptr, std::memory_order_acq_rel) != nullptr;
    if (ours) {
      bool alive = state == ThreadState::kInNative || state == ThreadState::kBlocked;
      if (alive) {
        NoSafepoint still(self);
        operation.run(target);
      }
      finish_handshake(target);
      bump_and_wake(world.resume_epoch);
      return alive;
    }
    VmToBlocked blocked(self);
    wait_for_stop_event(seen);
  }
}

void arm_poll(ExecEnv& target, std::uint32_t bits) {
  ThreadListLock lock;
  if (target.listed_) {
    set_poll_bits(target, bits);
  }
}

void disarm_poll(ExecEnv& target, std::uint32_t bits) {
  ThreadListLock lock;
  clear_poll_bits(target, bits);
}

void suspend(ExecEnv& target) { arm_poll(target, kPollSuspend); }

void resume(ExecEnv& target) {
  if (!target.suspended()) {
    return;
  }
  disarm_poll(target, kPollSuspend);
  bump_and_wake(world.resume_epoch);
  target.monitor_parker().unpark();  // it may have been passed over in a monitor's queue
}

void wait_while_suspended(ExecEnv& self) { wait_until_clear(self, kPollSuspend); }

void suspend_newcomers(bool on) {
  ThreadListLock lock;
  world.suspends_newcomers = on;
}

void attach(ExecEnv& newcomer) {
  MJ_CHECK(newcomer.state() == ThreadState::kNew, "thread %u is attached %s", newcomer.id(), thread_state_name(newcomer.state()));
  ThreadListLock lock;
  MJ_CHECK(!newcomer.listed_, "thread %u is attached twice", newcomer.id());
  newcomer.list_next_ = world.first;
  if (world.first != nullptr) {
    world.first->list_previous_ = &newcomer;
  }
  world.first = &newcomer;
  newcomer.listed_ = true;
  ++world.count;
  if (world.stopping) {
    set_poll_bits(newcomer, kPollSafepoint);
  }
  if (world.suspends_newcomers) {
    set_poll_bits(newcomer, kPollSuspend);
  }
}

void begin_running(ExecEnv& self, ThreadState first) {
  MJ_CHECK(self.listed_, "thread %u runs without being attached", self.id());
  MJ_CHECK(first == ThreadState::kInVm || first == ThreadState::kInNative, "a thread does not begin %s", thread_state_name(first));
  if (first == ThreadState::kInNative) {
    self.state_.store(first, std::memory_order_release);
    return;
  }
  self.state_.store(first, std::memory_order_seq_cst);  // Dekker with set_poll_bits
  settle(self, ThreadState::kNew, first);
}

void detach(ExecEnv& self) {
  MJ_CHECK(self.state() == ThreadState::kInVm, "thread %u is detached %s", self.id(), thread_state_name(self.state()));
  MJ_CHECK(self.meta_held_ == nullptr, "thread %u is detached with a meta-lock held", self.id());
  check_may_stop(self);
  for (;;) {
    poll(self);
    MutexLock lock(world.list_lock);  // never frozen now: we are in kInVm
    if ((self.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0) {
      unlink(self);
      break;
    }
  }
  stopper_may_look(self);
}

void cancel_attach(ExecEnv& newcomer) {
  MJ_CHECK(newcomer.state() == ThreadState::kNew, "thread %u is taken off the list %s", newcomer.id(), thread_state_name(newcomer.state()));
  for (;;) {
    ThreadListLock lock;
    if ((newcomer.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0) {  // else its requester sees kNew and leaves
      unlink(newcomer);
      return;
    }
  }
}

std::uint32_t exec_env_count() {
  ThreadListLock lock;
  return world.count;
}

ExecEnv* first_exec_env() {
  MJ_DCHECK(world_is_stopped() || world.list_lock.held_by_this_thread(), "the thread list is read unguarded");
  return world.first;
}

ThreadListLock::ThreadListLock() : locked_(world.coordinator_lwp.load(std::memory_order_relaxed) != this_lwp()) {
  if (!locked_) {
    return;
  }
  world.list_lock.lock();
  while (world.frozen) {
    world.thawed.wait(world.list_lock);
  }
}

ThreadListLock::~ThreadListLock() {
  if (locked_) {
    world.list_lock.unlock();
  }
}

}  // namespace minijvm::sync
