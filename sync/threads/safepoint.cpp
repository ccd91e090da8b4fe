// Stops the world and runs handshakes. The state tables are in safepoint.h and thread_state.h. The
// central function is settle(), where a stopped thread waits.
#include "sync/threads/safepoint.h"

#include <cerrno>

#include "base/log.h"
#include "sync/block_events.h"
#include "sync/schedule/scheduler.h"
#include "sync/sync_state.h"
#include "sync/threads/futex.h"
#include "sync/threads/thread_list.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {
namespace {

// A thread's step into a safe state looks at its poll word without a fence (thread_state.h), so it
// may fail to wake the stopper. The stopper looks again after this time. Before that it spins for
// as long as most threads need to reach a poll.
constexpr std::int64_t kRescanNs = 200'000;
constexpr int kSpinPauses = bounded_spin(400);
constexpr std::uint32_t kPollNeedsPlace = kPollPlace | kPollOffPlace;

// acq_rel: a thread that reads the new count sees the change of state or bits before it.
void bump_and_wake(Atomic<std::uint32_t>& word) {
  word.fetch_add(1, std::memory_order_acq_rel);
  futex_wake_all(word);
}

// Returns when the count differs from `seen`, or at the latest after kRescanNs.
void wait_for_stop_event(std::uint32_t seen) {
  for (int i = 0; i < kSpinPauses; ++i) {
    if (world.stop_events.load(std::memory_order_acquire) != seen) {
      return;
    }
    spin_pause();
  }
  futex_wait(world.stop_events, seen, MachineDeadline::after_ns(kRescanNs));
}

// Waits for a P. Self is in a safe state, and its LWP sleeps until it gets a P.
void regain_place(ExecEnv& self) {
  // The bits are cleared before the wait: sysmon sets one again if it takes the P once more.
  disarm_poll(self, kPollNeedsPlace);
  thread_model().regain_place(self);
}

// Returns when none of the bits is set. Self is in a safe state.
void wait_until_clear(ExecEnv& self, std::uint32_t bits) {
  for (;;) {
    // The epoch is read first, then the bits: if the bits are cleared between the two, the futex
    // returns at once.
    std::uint32_t epoch = world.resume_epoch.load(std::memory_order_acquire);
    if ((self.poll_.load(std::memory_order_acquire) & bits) == 0) {
      return;
    }
    thread_model().wait_stopped(self, world.resume_epoch, epoch);
  }
}

// Does the same for a bit that may stay set for long. Others use the P meanwhile.
void wait_until_clear_off_place(ExecEnv& self, std::uint32_t bits) {
  thread_model().leave_place(self);
  wait_until_clear(self, bits);
  thread_model().regain_place(self);
}

// Self is in a safe state.
void rejoin(ExecEnv& self) {
  ThreadListLock lock;
  wake(self);
}

void finish_handshake(ExecEnv& target) {
  ThreadListLock lock;
  clear_poll_bits(target, kPollHandshake);
}

// Returns true if self has run the handshake. Otherwise the requester runs it, and self waits.
bool serve_handshake(ExecEnv& self) {
  // acquire: pairs with the requester's release. The swap decides which thread runs it.
  HandshakeOperation* operation = self.handshake_.exchange(nullptr, std::memory_order_acq_rel);
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

// Returns the bit to wait for first: a safepoint, then a handshake, then a resumption.
std::uint32_t first_of(std::uint32_t bits) {
  for (std::uint32_t bit : {kPollSafepoint, kPollHandshake}) {
    if ((bits & bit) != 0) {
      return bit;
    }
  }
  return kPollSuspend;
}

// Waits while a bit asks self to stop. Self is in the state `want` before and afterwards, and in
// the state `safe` while it waits.
void settle(ExecEnv& self, ThreadState safe, ThreadState want) {
  check_may_stop(self);
  const std::uint32_t only_java = want == ThreadState::kInJava ? 0 : kPollSuspend | kPollOffPlace;
  const std::uint32_t stopping = kPollStopping & ~only_java;
  int error = errno;  // a native method that calls JNI may read it afterwards
  StopRecord stop(self);
  for (;;) {
    // seq_cst: Dekker's pattern with set_poll_bits, like the store of `want` below.
    std::uint32_t bits = self.poll_.load(std::memory_order_seq_cst);
    if ((bits & stopping) == 0) {
      break;
    }
    if ((bits & kPollSafepoint) == 0 && serve_handshake(self)) {
      continue;
    }
    stop.note_stop();
    // release: pairs with all_others_safe.
    self.state_.store(safe, std::memory_order_release);
    if ((bits & kPollDormant) != 0) {
      // No stopper waits for self, so none is woken.
      rejoin(self);
      self.state_.store(want, std::memory_order_seq_cst);
      continue;
    }
    stopper_may_look(self);
    if ((bits & stopping & kPollNeedsPlace) != 0) {
      regain_place(self);
    } else if (first_of(bits & stopping) == kPollSuspend) {
      wait_until_clear_off_place(self, kPollSuspend);
    } else {
      wait_until_clear(self, first_of(bits & stopping));
    }
    self.state_.store(want, std::memory_order_seq_cst);
  }
  errno = error;
}

// Ends self's time slice: others wait for the P. In kInVm the thread runs on with the bit cleared.
void end_slice(ExecEnv& self) {
  disarm_poll(self, kPollYield);
  if (self.state_.load(std::memory_order_relaxed) == ThreadState::kInJava) {
    JavaToVm in_vm(self);
    VmToBlocked blocked(self);
    thread_model().preempt(self);
  }
}

bool all_others_safe(const ExecEnv& self) MJ_REQUIRES(world.list_lock) {
  for (ExecEnv* ee = world.first_awake; ee != nullptr; ee = ee->awake_links_.next) {
    // seq_cst: Dekker's pattern with change_state.
    if (ee != &self && touches_heap(ee->state_.load(std::memory_order_seq_cst))) {
      return false;
    }
  }
  return true;
}

// Sets the bit of every thread that is awake, then looks again until all of them are safe.
void stop_the_world(ExecEnv& self) {
  {
    MutexLock lock(world.list_lock);
    world.stopping = true;
    for (ExecEnv* ee = world.first_awake; ee != nullptr; ee = ee->awake_links_.next) {
      if (ee != &self) {
        set_poll_bits(*ee, kPollSafepoint);
      }
    }
  }
  // The event count is read before the states: a thread that becomes safe later changes the count.
  for (;;) {
    std::uint32_t seen = world.stop_events.load(std::memory_order_acquire);
    {
      MutexLock lock(world.list_lock);
      if (all_others_safe(self)) {
        world.frozen = true;
        world.coordinator.store(&self, std::memory_order_relaxed);
        world.coordinator_lwp.store(lwp_identity(), std::memory_order_relaxed);
        return;
      }
    }
    wait_for_stop_event(seen);
  }
}

// Clears `stopping` and the bits under one lock: So a newcomer is armed in time or not at all.
void resume_the_world(ExecEnv& self, const SafepointOperation& operation) {
  world.safepoints.fetch_add(1, std::memory_order_relaxed);
  {
    MutexLock lock(world.list_lock);
    world.coordinator.store(nullptr, std::memory_order_relaxed);
    world.coordinator_lwp.store(nullptr, std::memory_order_relaxed);
    world.stopping = false;
    world.frozen = false;
    settle_dozing_threads(operation.lets_doze());
    for (ExecEnv* ee = world.first_awake; ee != nullptr; ee = ee->awake_links_.next) {
      if (ee != &self) {
        clear_poll_bits(*ee, kPollSafepoint);
      }
    }
  }
  world.thawed.notify_all();
  bump_and_wake(world.resume_epoch);
}

}  // namespace

bool is_coordinating(const ExecEnv& self) {
  return world.coordinator.load(std::memory_order_relaxed) == &self;
}

bool world_is_stopped() { return world.coordinator.load(std::memory_order_relaxed) != nullptr; }

std::uint64_t safepoint_count() { return world.safepoints.load(std::memory_order_relaxed); }

void stopper_may_look(ExecEnv& self) {
  if ((self.poll_.load(std::memory_order_relaxed) & (kPollSafepoint | kPollHandshake)) != 0) {
    bump_and_wake(world.stop_events);
  }
}

void poll_in_heap_state(ExecEnv& self) {
  settle(self, ThreadState::kBlocked, self.state_.load(std::memory_order_relaxed));
}

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
  MJ_CHECK(self.state() == ThreadState::kInVm, "thread %u asks for a safepoint %s", self.id(),
           thread_state_name(self.state()));
  // S4: there is one coordinator at a time.
  MutexLock turn(self, world.requests);
  if (!operation.is_still_wanted()) {
    // No thread was armed.
    return;
  }
  std::int64_t begin = machine_ns();
  stop_the_world(self);
  std::int64_t stopped = machine_ns();
  MJ_EVENT(self.events(), Event::safepoint_begin, stopped - begin,
           reinterpret_cast<std::uintptr_t>(operation.name()));
  {
    // The thread-list lock knows the coordinator by its LWP, so self must not change its LWP.
    LwpPin pin(self);
    operation.run();
  }
  // Section 5.1 of the meta-lock paper: free lock records go back as a part of the safepoint.
  for_each_awake_exec_env([](ExecEnv& ee) { ee.lock_records_.trim(); });
  std::int64_t done = machine_ns();
  resume_the_world(self, operation);
  MJ_EVENT(self.events(), Event::safepoint_end, done - stopped, 0);
  MJ_LOG(safepoint, kInfo,
         "Safepoint \"%s\", Reaching safepoint: %lld ns, At safepoint: %lld ns, Total: %lld ns",
         operation.name(), static_cast<long long>(stopped - begin),
         static_cast<long long>(done - stopped), static_cast<long long>(done - begin));
}

bool run_handshake(ExecEnv& self, ExecEnv& target, HandshakeOperation& operation) {
  // No other thread can interfere: the target is self, or the world is stopped.
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
    wake(target);
    // release: pairs with the swap in serve_handshake.
    target.handshake_.store(&operation, std::memory_order_release);
    set_poll_bits(target, kPollHandshake);
  }
  // The loop ends when the target has run it, or is safe and self has claimed it.
  for (;;) {
    std::uint32_t seen = world.stop_events.load(std::memory_order_acquire);
    if ((target.poll_.load(std::memory_order_acquire) & kPollHandshake) == 0) {
      return true;
    }
    // seq_cst: Dekker's pattern with change_state. A safe target cannot return: its bit is set.
    ThreadState state = target.state_.load(std::memory_order_seq_cst);
    bool ours = !touches_heap(state) &&
                target.handshake_.exchange(nullptr, std::memory_order_acq_rel) != nullptr;
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

void wait_while_suspended(ExecEnv& self) { wait_until_clear(self, kPollSuspend); }

void attach(ExecEnv& newcomer) {
  MJ_CHECK(newcomer.state() == ThreadState::kNew, "thread %u is attached %s", newcomer.id(),
           thread_state_name(newcomer.state()));
  ThreadListLock lock;
  MJ_CHECK(!newcomer.listed_, "thread %u is attached twice", newcomer.id());
  put_on_lists(newcomer);
  // The coordinator has set the bits of the others already.
  if (world.stopping) {
    set_poll_bits(newcomer, kPollSafepoint);
  }
  if (world.suspends_newcomers) {
    set_poll_bits(newcomer, kPollSuspend);
  }
}

// release: pairs with the acquire in state().
void wait_to_begin(ExecEnv& newcomer) {
  newcomer.state_.store(ThreadState::kBlocked, std::memory_order_release);
}

void begin_running(ExecEnv& self, ThreadState first) {
  MJ_CHECK(self.listed_, "thread %u runs without being attached", self.id());
  MJ_CHECK(first == ThreadState::kInVm || first == ThreadState::kInNative,
           "a thread does not begin %s", thread_state_name(first));
  if (first == ThreadState::kInNative) {
    self.state_.store(first, std::memory_order_release);
    return;
  }
  const ThreadState before = self.state();
  // seq_cst: Dekker's pattern with set_poll_bits.
  self.state_.store(first, std::memory_order_seq_cst);
  settle(self, before, first);
}

void detach(ExecEnv& self) {
  MJ_CHECK(self.state() == ThreadState::kInVm, "thread %u is detached %s", self.id(),
           thread_state_name(self.state()));
  MJ_CHECK(self.meta_held_ == nullptr, "thread %u is detached with a meta-lock held", self.id());
  check_may_stop(self);
  // A requester of a handshake may refer to self, so self serves it before it leaves the list.
  for (;;) {
    poll(self);
    // The list is not frozen now: self is in kInVm, so no world is stopped.
    MutexLock lock(world.list_lock);
    if ((self.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0) {
      take_off_lists(self);
      break;
    }
  }
  bump_and_wake(world.stop_events);
}

void cancel_attach(ExecEnv& newcomer) {
  MJ_CHECK(newcomer.state() == ThreadState::kNew, "thread %u is taken off the list %s",
           newcomer.id(), thread_state_name(newcomer.state()));
  for (;;) {
    ThreadListLock lock;
    // If the bit is set, a handshake's requester still looks at the newcomer; it will see kNew.
    if ((newcomer.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0) {
      take_off_lists(newcomer);
      return;
    }
  }
}

}  // namespace minijvm::sync
