// Asks the Decider, and sets the ticks at which threads ask again. Runs on the one kernel thread.
#include "sync/schedule/turns.h"

#include <algorithm>

#include "sync/schedule/user_thread.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {
namespace {

// This model does not see what a thread writes. So a thread that computes for as long as this may
// be waiting for another one in a loop.
constexpr decide::FairnessLimits kLimits = {.idle_ticks = 200'000};

ExecEnv* exec_env_of(const UserThread& thread) { return thread.ee.load(std::memory_order_relaxed); }

// A thread that is not yet started, or has ended, has no ticks to count.
std::uint64_t ticks_of(const UserThread& thread) {
  const ExecEnv* ee = exec_env_of(thread);
  return ee == nullptr ? 0 : static_cast<std::uint64_t>(ee->ticks_.taken());
}

}  // namespace

Turns::Turns(std::unique_ptr<decide::Policy> policy)
    : policy_(std::move(policy)), decider_(*policy_, kLimits) {}

void Turns::begin_program(UserThread& running) {
  if (has_begun_) {
    return;
  }
  has_begun_ = true;
  exec_env_of(running)->ticks_ = Ticks();
  log_.note(decide::RunEvent::kBegin, running.number, 0);
  decider_.resumed(running.number, 0);
  start_ticks(running);
}

void Turns::born(UserThread& child, const UserThread& parent) {
  child.number = ++last_born_;
  decider_.born(child.number, has_begun_ ? parent.number : decide::kNoThread);
  log_.note(decide::RunEvent::kBorn, parent.number, ticks_of(parent), child.number);
}

void Turns::ended(const UserThread& thread) { log_.note(decide::RunEvent::kEnd, thread.number, 0); }

void Turns::add_all(UserThread* last) {
  const auto behind_others = static_cast<std::ptrdiff_t>(ready_.size());
  for (; last != nullptr; last = last->queue_next) {
    ready_.insert(ready_.begin() + behind_others, last);
  }
}

UserThread* Turns::take(std::size_t index) {
  UserThread* taken = ready_[index];
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(index));
  return taken;
}

// Returns the index among the threads that could run, the asker first if it is one of them.
std::size_t Turns::decide(const UserThread& asker, Asks why) {
  std::sort(ready_.begin(), ready_.end(), [this](const UserThread* x, const UserThread* y) {
    return decider_.names()[x->number] < decider_.names()[y->number];
  });
  options_.clear();
  const bool is_blocked = why == Asks::kBlocked;
  if (!is_blocked) {
    options_.push_back({.thread = asker.number, .yields = why == Asks::kYields});
  }
  for (const UserThread* thread : ready_) {
    options_.push_back({.thread = thread->number});
  }
  decide::Question question;
  question.asker = asker.number;
  question.tick = ticks_of(asker);
  question.blocked = is_blocked;
  question.place.kind =
      why == Asks::kTick ? decide::PlaceKind::kTick : decide::PlaceKind::kOperation;
  question.options = options_;
  return decider_.choose(question);
}

UserThread* Turns::next(UserThread& asker, Asks why) {
  const bool is_blocked = why == Asks::kBlocked;
  if (ready_.empty()) {
    return is_blocked ? nullptr : &asker;
  }
  std::size_t chosen = 0;
  if (has_begun_ && (!is_blocked || ready_.size() > 1)) {
    chosen = decide(asker, why);
    if (!is_blocked && chosen == 0) {
      return &asker;
    }
    chosen -= is_blocked ? 0 : 1;
  }
  UserThread* next = take(chosen);
  if (!is_blocked) {
    add(asker);
  }
  return next;
}

void Turns::resume(UserThread& from, UserThread& to) {
  if (!has_begun_) {
    return;
  }
  if (&from != &to) {
    log_.note(decide::RunEvent::kTurn, from.number, ticks_of(from), to.number);
  }
  decider_.resumed(to.number, ticks_of(to));
  start_ticks(to);
}

void Turns::start_ticks(UserThread& thread) {
  ExecEnv* ee = exec_env_of(thread);
  if (!has_begun_ || ee == nullptr) {
    return;
  }
  const std::uint64_t taken = ticks_of(thread);
  const std::uint64_t left = decider_.ticks_to_next_question(thread.number, taken);
  constexpr auto kMost = static_cast<std::uint64_t>(Ticks::kNever);
  ee->ticks_.set_due(left > kMost - taken ? Ticks::kNever
                                          : static_cast<std::int64_t>(taken + left));
}

}  // namespace minijvm::sync
