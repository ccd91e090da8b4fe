// Puts M:N together: the steps of a user thread when it waits, is woken, yields or waits for a
// descriptor. A thread without a UserThread is bound: it waits on the futex, and off its P if it
// has one.
// A thread that waits is in kBlocked, except in the hand-off of a meta-lock; wakers are in any
// state.
#include "sync/schedule/models/many_to_many.h"

#include <sched.h>

#include <algorithm>

#include "base/check.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/schedule/schedule_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

// This is the first frame of a user thread, and its last.
void run_user_thread(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  me.entry(me.argument);
  Lwp::leave(me, Leave::kEnd);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

// Ends a user thread's park. The waker that finds kParked has to queue the thread.
void wake(UserThread& thread) {
  UserState old = thread.state.exchange(UserState::kNotified, std::memory_order_acq_rel);
  if (old == UserState::kParked) {
    schedule_state.pool_of_wakes->queue(thread);
  }
}

UserThread* user_thread_of(const ExecEnv& ee) {
  return ee.user_thread_.load(std::memory_order_acquire);
}

// Tells wakers how the thread is about to wait. Returns true if it was woken meanwhile, so that it
// must not wait now.
bool begin_wait_in(UserThread& me, UserState state) {
  // acq_rel: if there was a wake-up, the thread sees what the waker wrote before.
  if (me.state.exchange(state, std::memory_order_acq_rel) != UserState::kNotified) {
    return false;
  }
  me.state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  return true;
}

}  // namespace

ManyToMany::ManyToMany(const char* name, const PoolRules& rules)
    : pool_(rules), sysmon_(pool_, sync::wake), name_(name) {}

bool ManyToMany::start() {
  // Both are needed before sysmon runs: it wakes threads and helps the pool.
  schedule_state.pool_of_wakes = &pool_;
  pool_.set_helper(sysmon_);
  return sysmon_.start();
}

// The model chooses the stack's size, because Java frames are elsewhere and stacks of one size can
// be used again.
bool ManyToMany::spawn(std::size_t, std::size_t room_bytes, ThreadEntry entry, void* argument) {
  UserThread* thread =
      new_user_thread(kUserStackBytes, room_bytes, entry, argument, run_user_thread);
  if (thread == nullptr) {
    return false;
  }
  // The spawner goes on; an LWP takes the thread from the queue.
  pool_.queue(*thread);
  return true;
}

bool ManyToMany::spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
  bool is_started = start_kernel_thread(stack_bytes, entry, argument);
  spawned_bound_.fetch_add(is_started ? 1 : 0, std::memory_order_relaxed);
  return is_started;
}

bool ManyToMany::switch_out(UserThread& me, Deadline until) {
  bool timed = !until.is_forever();
  if (timed) {
    sysmon_.wake_at(me, until);
  }
  Lwp::leave(me, Leave::kPark);
  if (timed) {
    // Sysmon may have fired the timer already, or may be about to fire it. A stray wake-up is
    // harmless.
    sysmon_.forget_timer(me);
  }
  // The clock decides the result, not the reason for waking.
  return !until.passed();
}

bool ManyToMany::wait_on_lwp(UserThread* me, Atomic<std::uint32_t>& word, std::uint32_t expected,
                             Deadline until, bool leaves_place) {
  // The word of a bound thread is enough for its wakers.
  if (me != nullptr && begin_wait_in(*me, UserState::kOnLwp)) {
    return true;
  }
  // The P is given up before the wait, because it must not sleep with its LWP. One of the VM's own
  // threads has none. A pool that grows counts the LWPs of user threads that sleep with their Ps.
  const bool keeps_place = !leaves_place || (me != nullptr && pool_.rules().grows);
  Lwp* lwp = keeps_place ? nullptr : this_lwp();
  if (lwp != nullptr) {
    pool_.leave_place(*lwp);
  }
  // The LWP blocks with the thread mounted, so the thread wakes on the same LWP.
  bool in_time = futex_wait(word, expected, on_machine(until));
  if (lwp != nullptr) {
    pool_.regain_place(*lwp);
  }
  if (me != nullptr) {
    me->state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  }
  return in_time;
}

bool ManyToMany::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                      Deadline until) {
  UserThread* me = user_thread_of(self);
  // In a heap-touching state this is the hand-off of a meta-lock. Its holder is on an LWP and needs
  // a few instructions, so the thread keeps its LWP and its P.
  bool hands_off = touches_heap(self.state_.load(std::memory_order_relaxed));
  if (hands_off || me == nullptr || is_pinned(self)) {
    return wait_on_lwp(me, word, expected, until, !hands_off);
  }
  if (begin_wait_in(*me, UserState::kParking)) {
    return true;
  }
  return switch_out(*me, until);
}

void ManyToMany::unpark(ExecEnv& target, Atomic<std::uint32_t>& word) {
  UserThread* thread = user_thread_of(target);
  if (thread == nullptr) {
    futex_wake_one(word);
    return;
  }
  UserState old = thread->state.exchange(UserState::kNotified, std::memory_order_acq_rel);
  // For kParking there is nothing to do, because the thread's LWP will see kNotified (Lwp::settle).
  if (old == UserState::kParked) {
    pool_.queue(*thread);
  } else if (old == UserState::kOnLwp || old == UserState::kNotified) {
    // For kNotified the futex is woken as well: an earlier wake-up may have come before the thread
    // slept on the futex, so the thread may sleep there now.
    futex_wake_one(word);
  }
}

bool ManyToMany::wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
                      Deadline until) {
  UserThread* me = user_thread_of(self);
  // A bound or pinned thread blocks its LWP on the futex, which ManyToMany::wake wakes as well.
  if (me == nullptr || is_pinned(self)) {
    return wait_on_lwp(me, word, expected, until, true);
  }
  // The thread enters the table before its state changes: a waker that finds the thread there sees
  // kRunning or kParking, and the thread then sees kNotified.
  if (!wait_table_.enter(*me, word, expected)) {
    return true;
  }
  bool in_time = begin_wait_in(*me, UserState::kParking) || switch_out(*me, until);
  wait_table_.leave(*me, &word);
  return in_time;
}

void ManyToMany::wake(Atomic<std::uint32_t>& word, std::uint32_t most) {
  // Bound and pinned threads wait on the futex. More waiters than wanted may wake; every wait
  // tolerates that.
  futex_wake_some(word, most);
  for (std::uint32_t i = 0; i < most; ++i) {
    UserThread* waiter = wait_table_.take_waiter(&word);
    if (waiter == nullptr) {
      return;
    }
    sync::wake(*waiter);
  }
}

void ManyToMany::step_aside(ExecEnv& self, Leave why) {
  Lwp* lwp = this_lwp();
  if (lwp == nullptr) {
    // This is one of the VM's own threads.
    sched_yield();
    return;
  }
  UserThread* me = user_thread_of(self);
  if (me != nullptr && !is_pinned(self)) {
    Lwp::leave(*me, why);
    return;
  }
  // A bound or pinned thread cannot leave its LWP, but its LWP can give the P to another LWP and
  // wait for its turn.
  if (pool_.any_queued() || pool_.has_waiters()) {
    pool_.leave_place(*lwp);
    pool_.regain_place(*lwp, Turn::kBehindWaiters);
  }
}

void ManyToMany::yield(ExecEnv& self) { step_aside(self, Leave::kYield); }

void ManyToMany::preempt(ExecEnv& self) {
  preemptions_.fetch_add(1, std::memory_order_relaxed);
  step_aside(self, Leave::kSliceEnd);
}

void ManyToMany::set_priority(ExecEnv& ee, std::uint32_t priority) {
  if (UserThread* thread = user_thread_of(ee)) {
    thread->priority.store(priority, std::memory_order_relaxed);
  }
}

void ManyToMany::leave_place(ExecEnv&) {
  if (Lwp* lwp = this_lwp()) {
    pool_.leave_place(*lwp);
  }
}

void ManyToMany::regain_place(ExecEnv&) {
  if (Lwp* lwp = this_lwp()) {
    pool_.regain_place(*lwp);
  }
}

void ManyToMany::begin_blocking_call(ExecEnv& self) {
  // A thread that is not pinned might leave its LWP in the middle of the call.
  MJ_DCHECK(user_thread_of(self) == nullptr || is_pinned(self),
            "thread %u makes a blocking call without a foreign frame", self.id());
  Lwp* lwp = this_lwp();
  if (lwp == nullptr || !pool_.rules().hands_off) {
    return;
  }
  blocking_calls_.fetch_add(1, std::memory_order_relaxed);
  // From here on self asks for a P before it steps into Java.
  arm_poll(self, kPollOffPlace);
  pool_.leave_place(*lwp);
}

void ManyToMany::end_blocking_call(ExecEnv& self) {
  // The bit is clear if self has not given its P away, or has run Java code on the way.
  if ((self.poll_.load(std::memory_order_relaxed) & kPollOffPlace) != 0) {
    disarm_poll(self, kPollOffPlace);
    pool_.regain_place(*this_lwp());
  }
}

bool ManyToMany::take_part(ExecEnv& self) {
  pool_.bind(self);
  return true;
}

void ManyToMany::take_leave() {
  Lwp* lwp = this_lwp();
  if (lwp != nullptr && lwp->is_bound()) {
    pool_.unbind(*lwp);
  }
}

void ManyToMany::adopted(ExecEnv* ee) {
  // A bound thread has none, nor has one of the VM's own.
  Lwp* lwp = this_lwp();
  UserThread* me = lwp == nullptr ? nullptr : lwp->mounted();
  if (me != nullptr) {
    adopt(*me, ee);
  }
}

std::optional<StackBounds> ManyToMany::stack_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return std::nullopt;
  }
  return thread->stack.bounds();
}

std::int32_t ManyToMany::lwp_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return -1;
  }
  Lwp* lwp = thread->lwp.load(std::memory_order_acquire);
  // The result is 0 if no LWP runs the thread now.
  return lwp == nullptr ? 0 : lwp->kernel_id();
}

std::int64_t ManyToMany::run_ns_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return -1;
  }
  // This adds the time since the last mount, if an LWP runs the thread now. The two loads may
  // belong to different mounts, which is good enough for statistics.
  std::int64_t now_ns = thread->lwp.load(std::memory_order_acquire) == nullptr
                            ? 0
                            : machine_ns() - thread->mounted_at_ns.load(std::memory_order_relaxed);
  return thread->run_ns.load(std::memory_order_relaxed) + now_ns;
}

ModelStatistics ManyToMany::statistics() {
  ModelStatistics result = pool_.statistics();
  result.preemptions = preemptions_.load(std::memory_order_relaxed);
  result.deferrals = sysmon_.deferrals();
  result.lwps_most += spawned_bound_.load(std::memory_order_relaxed);
  result.places_given = blocking_calls_.load(std::memory_order_relaxed);
  return result;
}

bool ManyToMany::polls_for(const ExecEnv& self) {
  return !pool_.rules().grows && user_thread_of(self) != nullptr && !is_pinned(self);
}

std::uint32_t ManyToMany::wait_io(ExecEnv& self, int descriptor, std::uint32_t events,
                                  Deadline until) {
  UserThread* me = user_thread_of(self);
  MJ_CHECK(me != nullptr && !is_pinned(self), "thread %u is bound, yet waits in the poller",
           self.id());
  me->io_events.store(0, std::memory_order_relaxed);
  // The poller cannot watch this descriptor. The LWP blocks and leaves the P to others.
  if (!sysmon_.poller().watch(*me, descriptor, events)) {
    Lwp& lwp = *me->lwp.load(std::memory_order_relaxed);
    pool_.leave_place(lwp);
    // The thread looks again after 10 ms, because wake_io knows no LWP to send a signal to.
    constexpr int kLookAgainMs = 10;
    std::int64_t end_ns =
        std::min(on_machine(until).ns(), MachineDeadline::after_ms(kLookAgainMs).ns());
    std::uint32_t ready = Poller::wait_on_lwp(descriptor, events, MachineDeadline::at(end_ns));
    pool_.regain_place(lwp);
    return ready;
  }
  // This comes after watch(); Sysmon::next_wake explains why.
  sysmon_.note_poller_waiter();
  // acquire: pairs with the poller's release, which publishes io_events.
  while (me->io_word.load(std::memory_order_acquire) == 0) {
    bool in_time = begin_wait_in(*me, UserState::kParking) || switch_out(*me, until);
    if (!in_time) {
      break;
    }
  }
  // After forget() no event refers to the thread, so the word can be reset.
  sysmon_.poller().forget(*me, descriptor);
  me->io_word.store(0, std::memory_order_relaxed);
  return me->io_events.load(std::memory_order_relaxed);
}

void ManyToMany::wake_io(ExecEnv& target) {
  if (UserThread* thread = user_thread_of(target)) {
    // If the thread is not in wait_io the word stays set, and the next wait_io returns at once.
    thread->io_word.store(1, std::memory_order_release);
    sync::wake(*thread);
  }
}

}  // namespace minijvm::sync
