// Switches between the threads of a deterministic run. A thread that waits is in kBlocked; a waker
// is the running thread, in any state, or a signal handler on it.
#include "sync/schedule/models/one_runner.h"

#include <unistd.h>

#include <algorithm>
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

OneRunner::OneRunner(End end, std::unique_ptr<Carrier> carrier,
                     std::unique_ptr<decide::Policy> policy, std::uint64_t fair_ticks)
    : kernel_thread_(pthread_self()),
      end_(end),
      carrier_(std::move(carrier)),
      turns_(std::move(policy), fair_ticks) {
  begin_virtual_time();
  main_.mounted_at_ns.store(virtual_time(), std::memory_order_relaxed);
  // A thread that spins would wait for another thread, which does not run meanwhile.
  sync_state.processors.store(1, std::memory_order_relaxed);
}

void OneRunner::run_fiber(void* argument) {
  UserThread& me = *static_cast<UserThread*>(argument);
  Strand::entered(me.strand);
  auto& model = static_cast<OneRunner&>(thread_model());
  model.take_turn(me);
  me.entry(me.argument);
  model.ended_ = &me;
  model.turns_.ended(me);
  model.pass(Asks::kBlocked, /*ends=*/true);
  MJ_UNREACHABLE("a user thread goes on after its end");
}

bool OneRunner::spawn(std::size_t, std::size_t room_bytes, ThreadEntry entry, void* argument) {
  UserThread* thread = new_user_thread(kUserStackBytes, room_bytes, entry, argument, run_fiber);
  if (thread == nullptr) {
    return false;
  }
  if (!carrier_->take_on(*thread)) {
    recycle_user_thread(*thread);
    return false;
  }
  thread->keeps_house = false;
  thread->clocked_ticks = 0;
  thread->last_operation = {.kind = decide::OpKind::kNone};
  turns_.born(*thread, *running_);
  queue_woken();
  turns_.add(*thread);
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

// A thread asks once at a tick (sync/decide/README.md), and it may have done so at an access since
// its last one. So a yield is a tick of its own.
void OneRunner::yield(ExecEnv& self) {
  self.ticks_.take(1);
  pass_virtual_time();
  tell_tick();
  pass(Asks::kYields);
}

// The poll that follows ends the slice, in a state in which others may run.
void OneRunner::tick_is_due(ExecEnv& self) {
  slice_is_over_ = asks_now(self);
  self.ticks_.set_due(slice_is_over_ ? Ticks::kNever : turns_.asks_at());
  self.poll_.fetch_or(kPollYield, std::memory_order_relaxed);
}

void OneRunner::preempt(ExecEnv& self) {
  call_if_reached(self);
  if (!slice_is_over_) {
    return;
  }
  tell_tick();
  pass(Asks::kTick);
}

void OneRunner::program_begins(ExecEnv&) {
  if (turns_.begin_program(*running_)) {
    running_->clocked_ticks = 0;
    ticks_ = 0;
    began_at_ns_ = virtual_time();
    arm(*running_);
  }
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
    turns_.learned(me, until.ns());
  }
  if (odd_.wakeups) {
    waiting_.push_back(&me);
  }
  pass(Asks::kBlocked);
  std::erase(waiting_, &me);
  timers.remove(me);
  turns_.went_on(me);
  // The clock decides the result, not the reason for waking.
  return !until.passed();
}

// Threads queue in the order of their wake-ups, which is the reverse of the list.
void OneRunner::queue_woken() {
  // acquire: pairs with wake().
  turns_.add_all(woken_.exchange(nullptr, std::memory_order_acquire));
}

void OneRunner::fire_timers() {
  for (Timers* timers : {&timers_, &house_timers_}) {
    while (UserThread* expired = timers->take_expired(virtual_time())) {
      wake(*expired);
    }
  }
}

void OneRunner::tell_tick() { turns_.learned(*running_, static_cast<std::int64_t>(tick())); }

void OneRunner::tell_look() {
  if (was_virtual_time_seen()) {
    turns_.learned(*running_, virtual_time());
  }
}

void OneRunner::clock_ticks() {
  const ExecEnv* ee = running_->ee.load(std::memory_order_relaxed);
  if (ee != nullptr) {
    const std::int64_t taken = ee->ticks_.taken();
    // The count begins again with the program.
    const std::int64_t passed = std::max(taken - running_->clocked_ticks, std::int64_t{0});
    pass_virtual_ticks(passed);
    ticks_ += static_cast<std::uint64_t>(passed);
    running_->clocked_ticks = taken;
  }
}

std::optional<RunEnd> OneRunner::ends_early() const {
  if (!turns_.divergence().empty()) {
    return RunEnd::kDiverged;
  }
  if (!turns_.has_begun()) {
    return std::nullopt;
  }
  if (limits_.ticks != 0 && ticks_ > limits_.ticks) {
    return RunEnd::kStepLimit;
  }
  const auto passed_ns = static_cast<std::uint64_t>(virtual_time() - began_at_ns_);
  if (limits_.ns != 0 && passed_ns > limits_.ns) {
    return RunEnd::kTimeLimit;
  }
  return std::nullopt;
}

void OneRunner::pass(Asks why, bool ends) {
  MJ_DCHECK(mutexes_held() == 0, "a thread waits with %zu mutexes held", mutexes_held());
  tell_look();
  clock_ticks();
  UserThread* next = nullptr;
  while (next == nullptr) {
    settle_wakes();
    next = turns_.next(*running_, why);
    const Deadline soonest = timers_.next();
    if (next == nullptr && !soonest.is_forever()) {
      pass_virtual_time_until(soonest);
    } else if (next == nullptr) {
      over_ = RunEnd::kNobodyCanRun;
      next = &main_;
    }
  }
  if (!over_ && (over_ = ends_early())) {
    next = &main_;
  }
  next->state.store(UserState::kRunning, std::memory_order_release);
  turns_.resume(*running_, *next);
  arm(*next);
  if (next != running_) {
    switch_to(*next, ends);
  }
  // Main lives as long as the VM, so main reports the end.
  if (over_) {
    end_(*main_.ee.load(std::memory_order_relaxed), *over_);
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
  leave_turn(me);
  carrier_->switch_to(me, next, ends);
  take_turn(me);
  errno = error;
}

void OneRunner::leave_turn(UserThread& me) {
  // The baton orders the threads; acq_rel is for a carrier that does not.
  const UserThread* had_turn = has_turn_.exchange(nullptr, std::memory_order_acq_rel);
  MJ_CHECK(had_turn == &me, "thread %u stops, but it was not its turn (D1)", me.number);
}

// A thread that has ended cannot free its own stack, so the next one does.
void OneRunner::take_turn(UserThread& me) {
  const UserThread* has_turn = has_turn_.exchange(&me, std::memory_order_acq_rel);
  MJ_CHECK(has_turn == nullptr, "thread %u goes on while another one runs (D1)", me.number);
  MJ_CHECK(running_ == &me, "thread %u goes on, but it is not its turn (D1)", me.number);
  if (ended_ != nullptr) {
    recycle_user_thread(*ended_);
    ended_ = nullptr;
  }
}

void OneRunner::keep_house(ExecEnv&) { running_->keeps_house = true; }

bool OneRunner::take_part(ExecEnv&) { return pthread_equal(pthread_self(), kernel_thread_) != 0; }

void OneRunner::adopted(ExecEnv* ee) {
  clock_ticks();
  adopt(*running_, ee);
  if (ee != nullptr) {
    // The thread that ends the VM is main once more.
    ee->ticks_.go_on_from(running_->clocked_ticks);
  }
  turns_.start_ticks(*running_);
  arm(*running_);
}

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
  const Carrier::Lwps lwps = carrier_->lwps();
  result.lwps_made = lwps.made;
  result.lwps = lwps.now;
  result.lwps_most = lwps.most;
  result.places = 1;
  return result;
}

RunFigures OneRunner::figures() {
  clock_ticks();
  return {turns_.log().hash(), turns_.log().events(), ticks_, turns_.decider().decisions(),
          static_cast<std::uint64_t>(virtual_time() - began_at_ns_)};
}

std::string OneRunner::name_of(const ExecEnv& thread) {
  const UserThread* user_thread = user_thread_of(thread);
  return user_thread == nullptr ? "" : turns_.decider().names()[user_thread->number].text();
}

std::size_t OneRunner::others_could_run() {
  settle_wakes();
  return turns_.others();
}

std::uint64_t OneRunner::tick() {
  return static_cast<std::uint64_t>(running_->ee.load(std::memory_order_relaxed)->ticks_.taken());
}

}  // namespace minijvm::sync
