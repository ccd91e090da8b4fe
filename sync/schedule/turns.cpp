// Asks the Decider, and sets the ticks at which threads ask again. Only the thread that runs comes
// here.
#include "sync/schedule/turns.h"

#include <algorithm>

#include "sync/schedule/user_thread.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {
namespace {

// A thread that computes lets those that keep house run after as many ticks.
constexpr std::uint64_t kHouseTicks = 100'000;

ExecEnv* exec_env_of(const UserThread& thread) { return thread.ee.load(std::memory_order_relaxed); }

// A thread that has ended keeps the ticks that the clock has counted.
std::uint64_t ticks_of(const UserThread& thread) {
  const ExecEnv* ee = exec_env_of(thread);
  return static_cast<std::uint64_t>(ee == nullptr ? thread.clocked_ticks : ee->ticks_.taken());
}

decide::Option option_of(const UserThread& thread, bool yields) {
  decide::Option option{.thread = thread.number, .yields = yields};
  if (thread.operation) {
    option.object = thread.operation->object;
    option.offset = thread.operation->offset;
    option.writes = decide::writes(thread.operation->kind);
  }
  return option;
}

}  // namespace

// This model does not see what a thread writes. So a thread that computes for long may be waiting
// for another one in a loop.
Turns::Turns(std::unique_ptr<decide::Policy> policy, std::uint64_t fair_ticks)
    : fair_ticks_(fair_ticks) {
  decide_by(std::move(policy));
}

void Turns::decide_by(std::unique_ptr<decide::Policy> policy) {
  decider_.reset();
  policy_ = std::move(policy);
  decider_.emplace(*policy_, decide::FairnessLimits{.idle_ticks = fair_ticks_});
  for (decide::ThreadNo thread = decide::kMainThread + 1; thread <= last_born_; ++thread) {
    decider_->born(thread, decide::kNoThread);
  }
}

void Turns::note(decide::RunEvent event, const UserThread& thread, std::uint64_t tick,
                 decide::ThreadNo what) {
  log_.note(event, thread.number, tick, what);
  if (log_file_ != nullptr) {
    const decide::ThreadNames& names = decider_->names();
    const std::string text =
        decide::event_text(event, names[thread.number].text(), tick, names[what].text());
    std::fprintf(log_file_, "%s\n", text.c_str());
  }
}

bool Turns::begin_program(UserThread& running) {
  if (has_begun_) {
    return false;
  }
  has_begun_ = true;
  last_of_vm_ = last_born_;
  house_tick_ = kHouseTicks;
  exec_env_of(running)->ticks_ = Ticks();
  note(decide::RunEvent::kBegin, running, 0);
  decider_->resumed(running.number, 0);
  start_ticks(running);
  return true;
}

void Turns::born(UserThread& child, const UserThread& parent) {
  child.number = ++last_born_;
  decider_->born(child.number, has_begun_ ? parent.number : decide::kNoThread);
  note(decide::RunEvent::kBorn, parent, ticks_of(parent), child.number);
}

void Turns::ended(const UserThread& thread) { note(decide::RunEvent::kEnd, thread, 0); }

void Turns::did(const UserThread& thread, const decide::Operation& operation) {
  if (has_begun_) {
    decider_->did(thread.number, operation);
  }
}

void Turns::went_on(const UserThread& thread) {
  if (has_begun_) {
    decider_->went_on(thread.number);
  }
}

void Turns::learned(const UserThread& thread, std::int64_t number) {
  if (has_begun_) {
    decider_->learned(thread.number, static_cast<std::uint64_t>(number));
  }
}

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

void Turns::count_access(const UserThread& thread, decide::SiteNo site) {
  if (thread.number >= accesses_.size()) {
    accesses_.resize(thread.number + 1);
  }
  Accesses& mine = accesses_[thread.number];
  if (mine.tick != ticks_of(thread)) {
    mine = {ticks_of(thread), {}};
  }
  for (auto& [counted, times] : mine.times) {
    if (counted == site) {
      ++times;
      return;
    }
  }
  mine.times.emplace_back(site, 1);
}

decide::Place Turns::place_of(const UserThread& asker, Asks why) const {
  decide::Place place;
  if (!asker.operation) {
    place.kind = why == Asks::kTick ? decide::PlaceKind::kTick : decide::PlaceKind::kOperation;
    return place;
  }
  place.site = asker.operation->site;
  place.kind = decide::PlaceKind::kOperation;
  if (decide::is_access(asker.operation->kind)) {
    place.kind = decide::PlaceKind::kAccess;
    for (auto [counted, times] : accesses_[asker.number].times) {
      place.nth = counted == place.site ? times : place.nth;
    }
  }
  return place;
}

// A thread that the VM has made and that has not run yet cannot have said so.
bool Turns::keeps_house(const UserThread& thread) const {
  return thread.keeps_house || (exec_env_of(thread) == nullptr && thread.number <= last_of_vm_);
}

// Housekeepers do nothing that is the program's business: they are no options, and are not asked.
// They run at moments that do not depend on how often the program is asked, so that a replay has
// the same.
bool Turns::is_time_for_house(const UserThread& asker, Asks why) const {
  return why == Asks::kBlocked || why == Asks::kYields || ticks_of(asker) >= house_tick_;
}

UserThread* Turns::take_housekeeper() {
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    if (keeps_house(*ready_[i])) {
      return take(i);
    }
  }
  return nullptr;
}

// The names do not depend on the schedule, so neither does the order of options.
void Turns::sort_by_name(std::vector<UserThread*>* threads) const {
  std::sort(threads->begin(), threads->end(), [this](const UserThread* x, const UserThread* y) {
    return decider_->names()[x->number] < decider_->names()[y->number];
  });
}

std::size_t Turns::choose(decide::Choice what, const UserThread& asker, Asks why, bool is_blocked) {
  decide::Question question;
  question.what = what;
  question.asker = asker.number;
  question.tick = ticks_of(asker);
  question.blocked = is_blocked;
  question.place = place_of(asker, why);
  question.options = options_;
  question.now_ns = virtual_time();
  return decider_->choose(question);
}

// Returns the thread that runs next, which is the asker or one of the others.
UserThread* Turns::decide(UserThread& asker, Asks why, bool is_blocked) {
  sort_by_name(&ready_);
  options_.clear();
  if (!is_blocked) {
    options_.push_back(option_of(asker, why == Asks::kYields));
  }
  others_.clear();
  for (UserThread* thread : ready_) {
    if (!keeps_house(*thread)) {
      options_.push_back(option_of(*thread, false));
      others_.push_back(thread);
    }
  }
  if (options_.size() == 1) {
    return is_blocked ? others_[0] : &asker;
  }
  const std::size_t chosen = choose(decide::Choice::kRun, asker, why, is_blocked);
  if (is_blocked) {
    return others_[chosen];
  }
  return chosen == 0 ? &asker : others_[chosen - 1];
}

bool Turns::lets_time_pass(const UserThread& asker, std::int64_t deadline_ns) {
  options_ = {{.thread = asker.number}, {.thread = asker.number, .value = deadline_ns}};
  return choose(decide::Choice::kTimeOut, asker, Asks::kPoint, false) == 1;
}

UserThread* Turns::wakes_for_no_reason(const UserThread& asker, std::vector<UserThread*> waiting) {
  sort_by_name(&waiting);
  options_ = {{.thread = asker.number}};
  for (const UserThread* thread : waiting) {
    options_.push_back({.thread = thread->number});
  }
  const std::size_t chosen = choose(decide::Choice::kSpurious, asker, Asks::kPoint, false);
  return chosen == 0 ? nullptr : waiting[chosen - 1];
}

bool Turns::lets_weak_update_fail(const UserThread& asker) {
  options_ = {{.thread = asker.number}, {.thread = asker.number}};
  return choose(decide::Choice::kCasFails, asker, Asks::kPoint, false) == 1;
}

std::size_t Turns::choose_queued(decide::Choice what, const UserThread& asker,
                                 const std::vector<UserThread*>& queue) {
  options_.clear();
  for (const UserThread* thread : queue) {
    options_.push_back({.thread = thread->number});
  }
  return choose(what, asker, Asks::kPoint, false);
}

UserThread* Turns::next(UserThread& asker, Asks why) {
  // Its wait may have ended before another thread ran.
  const bool is_blocked = why == Asks::kBlocked && std::erase(ready_, &asker) == 0;
  if (ready_.empty()) {
    return is_blocked ? nullptr : &asker;
  }
  const bool has_time = has_begun_ && is_time_for_house(asker, why);
  if (has_begun_ && !has_time && asker.keeps_house) {
    return &asker;
  }
  UserThread* next = nullptr;
  if (!has_begun_) {
    next = take(0);
  } else if (has_time) {
    next = take_housekeeper();
    house_tick_ = ticks_of(asker) + kHouseTicks;
  }
  if (next == nullptr) {
    next = decide(asker, why, is_blocked);
    if (next == &asker) {
      return next;
    }
    std::erase(ready_, next);
  }
  if (!is_blocked) {
    add(asker);
  }
  return next;
}

std::vector<decide::Deviation> Turns::finish(const decide::SiteText& site_text) {
  policy_->finish();
  return decider_->deviations(site_text);
}

void Turns::resume(UserThread& from, UserThread& to) {
  if (!has_begun_) {
    return;
  }
  if (&from != &to) {
    house_tick_ = ticks_of(to) + kHouseTicks;
    note(decide::RunEvent::kTurn, from, ticks_of(from), to.number);
  }
  decider_->resumed(to.number, ticks_of(to));
  start_ticks(to);
}

void Turns::start_ticks(UserThread& thread) {
  ExecEnv* ee = exec_env_of(thread);
  if (!has_begun_ || ee == nullptr) {
    return;
  }
  const std::uint64_t taken = ticks_of(thread);
  const std::uint64_t to_house = house_tick_ > taken ? house_tick_ - taken : kHouseTicks;
  const std::uint64_t left =
      std::min(to_house, decider_->ticks_to_next_question(thread.number, taken));
  ee->ticks_.set_asks_at_points(decider_->asks_at_points());
  constexpr auto kMost = static_cast<std::uint64_t>(Ticks::kNever);
  asks_at_ = left > kMost - taken ? Ticks::kNever : static_cast<std::int64_t>(taken + left);
  ee->ticks_.set_due(asks_at_);
}

}  // namespace minijvm::sync
