#include "sync/schedule/many_to_many.h"

#include <poll.h>
#include <sched.h>

#include "base/check.h"
#include "base/machine_processors.h"
#include "sync/exec_env.h"
#include "sync/schedule/one_to_one.h"
#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

// The first frame of a user thread, and its last.
void run_user_thread(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  me.entry(me.argument);
  Lwp::leave(me, Leave::kEnd);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

LwpPool* pool_of_wakes = nullptr;  // the one model's; the poller and the timers know threads only

void wake(UserThread& thread) {
  UserState old = thread.state.exchange(UserState::kNotified, std::memory_order_acq_rel);
  if (old == UserState::kParked) {
    pool_of_wakes->queue(thread);
  }
}

UserThread* user_thread_of(const ExecEnv& ee) { return ee.user_thread_.load(std::memory_order_acquire); }

// True: somebody woke it meanwhile, so it must not wait now.
bool begin_wait_in(UserThread& me, UserState state) {
  if (me.state.exchange(state, std::memory_order_acq_rel) != UserState::kNotified) {
    return false;
  }
  me.state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  return true;
}

}  // namespace

ManyToMany::ManyToMany(const char* name, std::size_t places)
    : pool_(places == 0 ? static_cast<std::size_t>(allowed_processors()) : places), clerk_(pool_, sync::wake), name_(name) {}

bool ManyToMany::start() {
  pool_of_wakes = &pool_;
  pool_.set_helper(clerk_);
  return clerk_.start();
}

bool ManyToMany::spawn(std::size_t, ThreadEntry entry, void* argument) {
  UserThread* thread = new_user_thread(kUserStackBytes, entry, argument, run_user_thread);
  if (thread == nullptr) {
    return false;
  }
  pool_.queue(*thread);
  return true;
}

bool ManyToMany::spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
  return start_kernel_thread(stack_bytes, entry, argument);
}

bool ManyToMany::switch_out(UserThread& me, Deadline until) {
  bool timed = !until.is_forever();
  if (timed) {
    clerk_.wake_at(me, until);
  }
  Lwp::leave(me, Leave::kPark);
  if (timed) {
    clerk_.forget_timer(me);
  }
  return !until.passed();
}

bool ManyToMany::wait_on_lwp(UserThread& me, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until, bool leaves_place) {
  if (begin_wait_in(me, UserState::kOnLwp)) {
    return true;
  }
  Lwp& lwp = *me.lwp.load(std::memory_order_relaxed);
  if (leaves_place) {
    pool_.leave_place(lwp);
  }
  bool in_time = futex_wait(word, expected, until);
  if (leaves_place) {
    pool_.regain_place(lwp);
  }
  me.state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  return in_time;
}

bool ManyToMany::park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  UserThread* me = user_thread_of(self);
  if (me == nullptr) {
    return futex_wait(word, expected, until);
  }
  bool hands_off = touches_heap(self.state_.load(std::memory_order_relaxed));
  if (hands_off || self.lwp_pins_ != 0) {
    return wait_on_lwp(*me, word, expected, until, !hands_off);
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
  if (old == UserState::kParked) {
    pool_.queue(*thread);
  } else if (old == UserState::kOnLwp || old == UserState::kNotified) {
    futex_wake_one(word);  // kNotified: it may wait with its LWP, told by somebody else for no reason
  }
}

bool ManyToMany::wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  UserThread* me = user_thread_of(self);
  if (me == nullptr) {
    return futex_wait(word, expected, until);
  }
  if (self.lwp_pins_ != 0) {
    return wait_on_lwp(*me, word, expected, until, true);
  }
  if (!wait_table_.enter(*me, word, expected)) {
    return true;
  }
  bool in_time = begin_wait_in(*me, UserState::kParking) || switch_out(*me, until);
  wait_table_.leave(*me, &word);
  return in_time;
}

void ManyToMany::wake(Atomic<std::uint32_t>& word, std::uint32_t most) {
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
  UserThread* me = user_thread_of(self);
  if (me == nullptr) {
    sched_yield();
    return;
  }
  if (self.lwp_pins_ == 0) {
    Lwp::leave(*me, why);
    return;
  }
  if (pool_.any_queued() || pool_.has_waiters()) {
    Lwp& lwp = *me->lwp.load(std::memory_order_relaxed);
    pool_.leave_place(lwp);
    pool_.regain_place(lwp);
  }
}

void ManyToMany::yield(ExecEnv& self) { step_aside(self, Leave::kYield); }

void ManyToMany::preempt(ExecEnv& self) {
  preemptions_.fetch_add(1, std::memory_order_relaxed);
  step_aside(self, Leave::kSliceEnd);
}

void ManyToMany::leave_place(ExecEnv& self) {
  if (UserThread* me = user_thread_of(self)) {
    pool_.leave_place(*me->lwp.load(std::memory_order_relaxed));
  }
}

void ManyToMany::regain_place(ExecEnv& self) {
  if (UserThread* me = user_thread_of(self)) {
    pool_.regain_place(*me->lwp.load(std::memory_order_relaxed));
  }
}

void ManyToMany::adopted(ExecEnv* ee) {
  Lwp* lwp = this_lwp();
  UserThread* me = lwp == nullptr ? nullptr : lwp->mounted();
  if (me != nullptr) {
    adopt(*me, ee);
  }
}

bool ManyToMany::stack_of(const ExecEnv& ee, StackBounds* bounds) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return false;
  }
  *bounds = thread->stack.bounds();
  return true;
}

std::int32_t ManyToMany::lwp_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return -1;
  }
  Lwp* lwp = thread->lwp.load(std::memory_order_acquire);
  return lwp == nullptr ? 0 : lwp->kernel_id();
}

std::int64_t ManyToMany::run_ns_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return -1;
  }
  std::int64_t now_ns = thread->lwp.load(std::memory_order_acquire) == nullptr ? 0 : monotonic_ns() - thread->mounted_at_ns.load(std::memory_order_relaxed);
  return thread->run_ns.load(std::memory_order_relaxed) + now_ns;
}

ModelStatistics ManyToMany::statistics() {
  ModelStatistics result = pool_.statistics();
  result.preemptions = preemptions_.load(std::memory_order_relaxed);
  result.deferrals = clerk_.deferrals();
  return result;
}

bool ManyToMany::polls_for(const ExecEnv& self) { return user_thread_of(self) != nullptr && self.lwp_pins_ == 0; }

std::uint32_t ManyToMany::wait_io(ExecEnv& self, int descriptor, std::uint32_t events, Deadline until) {
  UserThread* me = user_thread_of(self);
  MJ_CHECK(me != nullptr && self.lwp_pins_ == 0, "thread %u is bound, yet waits in the poller", self.id());
  me->io_events.store(0, std::memory_order_relaxed);
  if (!clerk_.poller().watch(*me, descriptor, events)) {
    pollfd one{descriptor, static_cast<short>(events), 0};
    Lwp& lwp = *me->lwp.load(std::memory_order_relaxed);
    pool_.leave_place(lwp);
    constexpr int kLookAgainMs = 10;  // somebody may want us to (wake_io), and knows no LWP to send a signal to
    ::poll(&one, 1, kLookAgainMs);
    pool_.regain_place(lwp);
    return static_cast<std::uint32_t>(one.revents);
  }
  clerk_.note_poller_waiter();
  while (me->io_word.load(std::memory_order_acquire) == 0) {
    bool in_time = begin_wait_in(*me, UserState::kParking) || switch_out(*me, until);
    if (!in_time) {
      break;
    }
  }
  clerk_.poller().forget(*me, descriptor);
  me->io_word.store(0, std::memory_order_relaxed);
  return me->io_events.load(std::memory_order_relaxed);
}

void ManyToMany::wake_io(ExecEnv& target) {
  if (UserThread* thread = user_thread_of(target)) {
    thread->io_word.store(1, std::memory_order_release);
    sync::wake(*thread);
  }
}

}  // namespace minijvm::sync
