// Lets the policy of a deterministic run decide at operations: who runs first, and what else may
// happen there. The caller of at_point is in kBlocked; the others are in any state.
#include "sync/monitor_wait.h"
#include "sync/schedule/models/one_runner.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

bool OneRunner::wants_point(ExecEnv& self, const decide::Operation& operation) {
  if (decide::is_access(operation.kind)) {
    turns_.count_access(*running_, operation.site);
  }
  asks_at_point_ = wants_to_ask(self, operation);
  return asks_at_point_ || self.ticks_.is_due();
}

bool OneRunner::wants_to_ask(ExecEnv& self, const decide::Operation& operation) {
  if (self.ticks_.is_due() && asks_now(self)) {
    return true;
  }
  if (operation.is_quiet) {
    return false;
  }
  settle_wakes();
  return asks_at(operation) && (turns_.has_others() || !timers_.next().is_forever() ||
                                !wakeable().empty() || may_fail(operation));
}

bool OneRunner::asks_at(const decide::Operation& operation) const {
  return turns_.asks_at_points() && !operation.is_quiet && !running_->keeps_house;
}

bool OneRunner::may_fail(const decide::Operation& operation) const {
  return odd_.weak_update_failures && operation.kind == decide::OpKind::kWeakUpdate;
}

void OneRunner::at_point(ExecEnv& self, const decide::Operation& operation) {
  if (self.ticks_.is_due()) {
    call_if_reached(self);
  }
  if (!asks_at_point_) {
    return;
  }
  UserThread& me = *running_;
  me.operation = operation;
  if (asks_at(operation)) {
    decide_odd_things();
  }
  pass(Asks::kPoint);
  self.weak_update_fails_ =
      asks_at(operation) && may_fail(operation) && turns_.lets_weak_update_fail(me);
  me.operation.reset();
}

void OneRunner::decide_odd_things() {
  settle_wakes();
  const Deadline soonest = timers_.next();
  if (!soonest.is_forever() && turns_.lets_time_pass(*running_, soonest.ns())) {
    pass_virtual_time_until(soonest);
    settle_wakes();
  }
  std::vector<UserThread*> sleepers = wakeable();
  if (sleepers.empty()) {
    return;
  }
  if (const UserThread* woken = turns_.wakes_for_no_reason(*running_, std::move(sleepers))) {
    wake_for_no_reason(*woken->ee.load(std::memory_order_relaxed));
  }
}

// A thread that was notified, or that another thread has suspended, waits for that thread.
std::vector<UserThread*> OneRunner::wakeable() const {
  std::vector<UserThread*> found;
  for (UserThread* thread : waiting_) {
    const ExecEnv* ee = thread->ee.load(std::memory_order_relaxed);
    const bool is_asleep = thread->state.load(std::memory_order_relaxed) == UserState::kParked;
    const bool is_of_program = !thread->last_operation.is_quiet && !thread->keeps_house;
    if (ee != nullptr && is_asleep && is_of_program && !ee->suspended() &&
        (ee->block_kind() == BlockKind::kPark || is_waiting(*ee))) {
      found.push_back(thread);
    }
  }
  return found;
}

void OneRunner::did(ExecEnv&, const decide::Operation& operation) {
  running_->last_operation = operation;
  turns_.did(*running_, operation);
}

// An exit is an unlock, or the beginning of a wait.
std::size_t OneRunner::choose_queued(decide::Choice what, std::span<ExecEnv* const> queue) {
  const decide::Operation& operation = running_->last_operation;
  const bool is_notify = operation.kind == decide::OpKind::kNotify;
  const bool is_exit =
      operation.kind == decide::OpKind::kUnlock || operation.kind == decide::OpKind::kWait;
  if (!asks_at(operation) || !(what == decide::Choice::kWaiter ? is_notify : is_exit)) {
    return 0;
  }
  std::vector<UserThread*> threads;
  for (const ExecEnv* queued : queue) {
    threads.push_back(queued->user_thread_.load(std::memory_order_acquire));
  }
  return turns_.choose_queued(what, *running_, threads);
}

}  // namespace minijvm::sync
