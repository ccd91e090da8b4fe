// Switches between the threads of a deterministic run. A thread that waits is in kBlocked; a waker
// is the running thread, in any state, or a signal handler on it.
#include "sync/schedule/models/one_runner.h"

#include <unistd.h>

#include <cerrno>

#include "base/check.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

UserThread* user_thread_of(const ExecEnv& ee) {
  return ee.user_thread_.load(std::memory_order_acquire);
}

}  // namespace

OneRunner::OneRunner(Stuck stuck) : kernel_thread_(pthread_self()), stuck_(stuck) {
  begin_virtual_time();
  main_.mounted_at_ns.store(virtual_time(), std::memory_order_relaxed);
  // A thread that spins would wait for another thread, which does not run meanwhile.
  sync_state.processors.store(1, std::memory_order_relaxed);
}

void OneRunner::run_fiber(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  auto& model = static_cast<OneRunner&>(thread_model());
  model.recycle_ended();
  me.entry(me.argument);
  model.ended_ = &me;
  model.pass(/*ends=*/true);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

bool OneRunner::spawn(std::size_t, std::size_t room_bytes, ThreadEntry entry, void* argument) {
  UserThread* thread = new_user_thread(kUserStackBytes, room_bytes, entry, argument, run_fiber);
  if (thread == nullptr) {
    return false;
  }
  thread->keeps_house = false;
  queue(*thread);
  return true;
}

bool OneRunner::park(ExecEnv& self, Atomic<std::uint32_t>&, std::uint32_t, Deadline until) {
  MJ_CHECK(!touches_heap(self.state()), "thread %u waits for a hand-off, but no other thread runs",
           self.id());
  return begin_wait() || await_wake(until);
}

void OneRunner::unpark(ExecEnv& target, Atomic<std::uint32_t>&) {
  if (UserThread* thread = user_thread_of(target)) {
    wake(*thread);
  }
}

bool OneRunner::wait(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected,
                     Deadline until) {
  UserThread& me = *running_;
  if (!wait_table_.enter(me, word, expected)) {
    return true;
  }
  bool in_time = begin_wait() || await_wake(until);
  wait_table_.leave(me, &word);
  return in_time;
}

void OneRunner::wake(Atomic<std::uint32_t>& word, std::uint32_t most) {
  for (std::uint32_t i = 0; i < most; ++i) {
    UserThread* waiter = wait_table_.take_waiter(&word);
    if (waiter == nullptr) {
      return;
    }
    wake(*waiter);
  }
}

void OneRunner::wait_stopped(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected) {
  wait(self, word, expected, Deadline::forever());
}

void OneRunner::yield(ExecEnv&) {
  pass_virtual_time();
  queue(*running_);
  pass(/*ends=*/false);
}

void OneRunner::wake(UserThread& thread) {
  // acq_rel: the pair of begin_wait(), as in user_thread.h.
  if (thread.state.exchange(UserState::kNotified, std::memory_order_acq_rel) !=
      UserState::kParked) {
    return;
  }
  UserThread* first = woken_.load(std::memory_order_relaxed);
  do {
    thread.queue_next = first;
    // release: pairs with queue_woken().
  } while (!woken_.compare_exchange_strong(first, &thread, std::memory_order_release,
                                           std::memory_order_relaxed));
}

// Returns true if the thread was woken before, so that it must look again and not wait.
bool OneRunner::begin_wait() {
  UserThread& me = *running_;
  if (me.state.exchange(UserState::kParked, std::memory_order_acq_rel) != UserState::kNotified) {
    return false;
  }
  me.state.store(UserState::kRunning, std::memory_order_relaxed);
  return true;
}

bool OneRunner::await_wake(Deadline until) {
  UserThread& me = *running_;
  Timers& timers = me.keeps_house ? house_timers_ : timers_;
  if (!until.is_forever()) {
    timers.add(me, until);
  }
  pass(/*ends=*/false);
  timers.remove(me);
  // The clock decides the result, not the reason for waking.
  return !until.passed();
}

// Threads queue in the order of their wake-ups, which is the reverse of the list.
void OneRunner::queue_woken() {
  // acquire: pairs with wake().
  UserThread* woken = woken_.exchange(nullptr, std::memory_order_acquire);
  const auto behind_others = static_cast<std::ptrdiff_t>(ready_.size());
  for (; woken != nullptr; woken = woken->queue_next) {
    ready_.insert(ready_.begin() + behind_others, woken);
  }
}

void OneRunner::queue(UserThread& thread) {
  queue_woken();
  ready_.push_back(&thread);
}

// The one place that decides which thread is next.
UserThread* OneRunner::choose() {
  queue_woken();
  if (ready_.empty()) {
    return nullptr;
  }
  UserThread* first = ready_.front();
  ready_.pop_front();
  return first;
}

void OneRunner::fire_timers() {
  for (Timers* timers : {&timers_, &house_timers_}) {
    while (UserThread* expired = timers->take_expired(virtual_time())) {
      wake(*expired);
    }
  }
}

void OneRunner::pass(bool ends) {
  MJ_DCHECK(mutexes_held() == 0, "a thread waits with %zu mutexes held", mutexes_held());
  UserThread* next = nullptr;
  while (next == nullptr) {
    fire_timers();
    next = choose();
    const Deadline soonest = timers_.next();
    if (next == nullptr && !soonest.is_forever()) {
      pass_virtual_time_until(soonest);
    } else if (next == nullptr) {
      // Main lives as long as the VM, so main reports it.
      is_stuck_ = true;
      next = &main_;
    }
  }
  next->state.store(UserState::kRunning, std::memory_order_release);
  if (next != running_) {
    switch_to(*next, ends);
  }
  if (is_stuck_) {
    stuck_(*main_.ee.load(std::memory_order_relaxed));
  }
}

void OneRunner::switch_to(UserThread& next, bool ends) {
  UserThread& me = *running_;
  const int error = errno;  // a native method that calls JNI may read it afterwards
  const std::int64_t now_ns = virtual_time();
  me.run_ns.fetch_add(now_ns - me.mounted_at_ns.load(std::memory_order_relaxed),
                      std::memory_order_relaxed);
  next.mounted_at_ns.store(now_ns, std::memory_order_relaxed);
  ++switches_;
  running_ = &next;
  mount_exec_env(next.ee.load(std::memory_order_relaxed));
  Strand::switch_to(me.strand, next.strand, ends);
  recycle_ended();
  errno = error;
}

// A thread that has ended cannot free its own stack, so the next one does.
void OneRunner::recycle_ended() {
  if (ended_ != nullptr) {
    recycle_user_thread(*ended_);
    ended_ = nullptr;
  }
}

void OneRunner::keep_house(ExecEnv&) { running_->keeps_house = true; }

bool OneRunner::take_part(ExecEnv&) { return pthread_equal(pthread_self(), kernel_thread_) != 0; }

void OneRunner::adopted(ExecEnv* ee) { adopt(*running_, ee); }

std::optional<StackBounds> OneRunner::stack_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr || thread == &main_) {
    return std::nullopt;
  }
  return thread->stack.bounds();
}

std::int32_t OneRunner::lwp_of(const ExecEnv& ee) {
  return user_thread_of(ee) == running_ ? gettid() : 0;
}

std::int64_t OneRunner::run_ns_of(const ExecEnv& ee) {
  UserThread* thread = user_thread_of(ee);
  if (thread == nullptr) {
    return 0;
  }
  const std::int64_t now_ns =
      thread == running_ ? virtual_time() - thread->mounted_at_ns.load(std::memory_order_relaxed)
                         : 0;
  return thread->run_ns.load(std::memory_order_relaxed) + now_ns;
}

ModelStatistics OneRunner::statistics() {
  ModelStatistics result{};
  result.switches = switches_;
  result.lwps_made = result.lwps = result.lwps_most = result.places = 1;
  return result;
}

}  // namespace minijvm::sync
