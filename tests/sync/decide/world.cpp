// Runs scripts, one operation at a time.
#include "world.h"

#include <algorithm>

#include "base/check.h"

namespace minijvm::decide::test {
namespace {

constexpr std::int32_t kMonitor = -1;

bool is_access(Do what) {
  return what == Do::kLoad || what == Do::kStore || what == Do::kSet || what == Do::kExpect ||
         what == Do::kStopUnless || what == Do::kSpin || what == Do::kLoop;
}
bool is_operation(Do what) { return !is_access(what) && what != Do::kAdd && what != Do::kWork; }

}  // namespace

World::World(const Program& program, Decider& decider, Rules rules)
    : program_(program), decider_(decider), rules_(rules), threads_(program.size()) {
  threads_[0].number = kMainThread;
  by_number_.push_back(0);
}

std::string World::site_text(SiteNo site) {
  return "T" + std::to_string(site / 1000 - 1) + "@" + std::to_string(site % 1000);
}

const Op& World::op(int thread) const {
  auto index = static_cast<std::size_t>(thread);
  return program_[index][threads_[index].at];
}

bool World::is_done(int thread) const {
  auto index = static_cast<std::size_t>(thread);
  return threads_[index].at == program_[index].size();
}

bool World::can_run(int thread) const {
  const Thread& me = threads_[static_cast<std::size_t>(thread)];
  if (me.number == kNoThread || is_done(thread) || me.waits || me.wakes != 0) {
    return false;
  }
  const Op& next = op(thread);
  bool needs_lock = next.what == Do::kLock || (next.what == Do::kWait && me.was_notified);
  if (needs_lock) {
    auto lock = locks_.find(next.cell);
    return lock == locks_.end() || lock->second.owner == -1;
  }
  return next.what != Do::kJoin || is_done(next.cell);
}

Option World::option(int thread) const {
  Option option;
  option.thread = threads_[static_cast<std::size_t>(thread)].number;
  const Op& next = op(thread);
  option.yields = next.what == Do::kYield;
  if (is_access(next.what)) {
    option.object = 1;
    option.offset = next.cell;
    option.writes = next.what == Do::kStore || next.what == Do::kSet;
  } else if (is_operation(next.what)) {
    option.object = 2 + static_cast<ObjectNo>(next.cell);
    option.offset = kMonitor;
    option.writes = true;
  }
  return option;
}

std::vector<int> World::others() const {
  std::vector<int> found;
  for (int thread : by_number_) {
    if (thread != running_ && can_run(thread)) {
      found.push_back(thread);
    }
  }
  auto name = [this](int thread) -> const ThreadName& {
    return decider_.names()[threads_[static_cast<std::size_t>(thread)].number];
  };
  std::sort(found.begin(), found.end(), [&](int a, int b) { return name(a) < name(b); });
  return found;
}

Place World::place(PlaceKind kind) const {
  Place place;
  place.kind = kind;
  if (kind != PlaceKind::kTick) {
    place.site =
        static_cast<SiteNo>(running_ + 1) * 1000 + threads_[static_cast<std::size_t>(running_)].at;
  }
  return place;
}

void World::start(int thread, ThreadNo parent) {
  Thread& child = threads_[static_cast<std::size_t>(thread)];
  child.number = static_cast<ThreadNo>(by_number_.size());
  by_number_.push_back(thread);
  decider_.born(child.number, parent);
}

// Asks who runs. Returns false if it is another.
bool World::ask_who_runs(PlaceKind kind) {
  std::vector<int> candidates = others();
  bool blocked = !can_run(running_);
  if (!blocked) {
    candidates.insert(candidates.begin(), running_);
  }
  if (candidates.empty()) {
    return true;
  }
  std::size_t chosen = 0;
  if (candidates.size() > 1) {
    std::vector<Option> options;
    std::transform(candidates.begin(), candidates.end(), std::back_inserter(options),
                   [this](int thread) { return option(thread); });
    const Thread& me = threads_[static_cast<std::size_t>(running_)];
    chosen =
        decider_.choose({Choice::kRun, me.number, me.tick, blocked, place(kind), options, now_});
  }
  bool same = candidates[chosen] == running_;
  go_on(candidates[chosen]);
  return same;
}

void World::go_on(int thread) {
  const Thread& next = threads_[static_cast<std::size_t>(thread)];
  if (thread != running_) {
    running_ = thread;
    decider_.resumed(next.number, next.tick);
  }
  due_ = next.tick + decider_.ticks_to_next_question(next.number, next.tick);
}

// While others could run, the sleeper with the earliest deadline may be done already.
void World::ask_time_out() {
  int sleeper = earliest_sleeper();
  if (sleeper == -1 || !decider_.asks_at_points()) {
    return;
  }
  const Thread& me = threads_[static_cast<std::size_t>(running_)];
  const Thread& other = threads_[static_cast<std::size_t>(sleeper)];
  Option no;
  no.thread = me.number;
  Option yes = no;
  yes.value = other.wakes;
  std::vector<Option> options = {no, yes};
  Question question{Choice::kTimeOut, me.number, me.tick, false, place(PlaceKind::kOperation),
                    options};
  if (decider_.choose(question) == 1) {
    now_ = other.wakes;
    wake_sleepers();
  }
}

void World::wake_sleepers() {
  for (Thread& thread : threads_) {
    thread.wakes = thread.wakes <= now_ ? 0 : thread.wakes;
  }
}

int World::earliest_sleeper() const {
  int earliest = -1;
  for (int thread : by_number_) {
    auto wakes = [this](int t) { return threads_[static_cast<std::size_t>(t)].wakes; };
    if (wakes(thread) != 0 && (earliest == -1 || wakes(thread) < wakes(earliest))) {
      earliest = thread;
    }
  }
  return earliest;
}

// The running thread cannot go on.
void World::pass_on() {
  if (others().empty()) {
    int sleeper = earliest_sleeper();
    if (sleeper == -1) {
      bool all_done = std::all_of(by_number_.begin(), by_number_.end(),
                                  [this](int thread) { return is_done(thread); });
      result_.signature = all_done ? "" : "deadlock";
      over_ = true;
      return;
    }
    now_ = threads_[static_cast<std::size_t>(sleeper)].wakes;
    wake_sleepers();
  }
  if (!can_run(running_)) {
    ask_who_runs(PlaceKind::kOperation);
  }
}

void World::effect() {
  const Thread& me = threads_[static_cast<std::size_t>(running_)];
  decider_.progressed(me.number, me.tick);
  due_ = me.tick + decider_.ticks_to_next_question(me.number, me.tick);
}

// The running thread has come to its next operation. Returns false if it was there before.
bool World::count() {
  Thread& me = threads_[static_cast<std::size_t>(running_)];
  if (me.ticked || is_done(running_)) {
    return false;
  }
  me.ticked = true;
  me.tick += is_operation(op(running_).what) ? 1 : 0;
  return true;
}

// Counts the operation, and asks whether another thread runs first. Returns false if so.
bool World::ask_before(const Op& next) {
  if (!count()) {
    return true;
  }
  if (is_operation(next.what)) {
    ask_time_out();
    const Thread& me = threads_[static_cast<std::size_t>(running_)];
    bool asks = decider_.asks_at_points() || me.tick >= due_ || next.what == Do::kYield;
    return !asks || ask_who_runs(PlaceKind::kOperation);
  }
  bool is_point = rules_.accesses_are_points ||
                  rules_.points.count(site_text(place(PlaceKind::kAccess).site)) != 0;
  bool asks = is_access(next.what) && is_point && decider_.asks_at_points();
  return !asks || ask_who_runs(PlaceKind::kAccess);
}

void World::step() {
  const Op& next = op(running_);
  if (!ask_before(next)) {
    return;
  }
  ++result_.steps;
  ++now_;
  wake_sleepers();
  result_.order.emplace_back(running_, threads_[static_cast<std::size_t>(running_)].at);
  tell(next);
  act(next);
}

// Tells the policy what the running thread does.
void World::tell(const Op& next) {
  const Thread& me = threads_[static_cast<std::size_t>(running_)];
  const Option option = this->option(running_);
  if (next.what == Do::kWait && me.was_notified) {
    decider_.went_on(me.number);
  } else if (option.object != 0) {
    const OpKind access = option.writes ? OpKind::kWrite : OpKind::kRead;
    decider_.did(me.number, {.kind = is_access(next.what) ? access : OpKind::kLock,
                             .object = option.object,
                             .offset = option.offset});
  }
  if (next.what == Do::kSleep) {
    decider_.learned(me.number, static_cast<std::uint64_t>(now_));
  }
}

void World::act(const Op& next) {
  Thread& me = threads_[static_cast<std::size_t>(running_)];
  int running = running_;
  bool stays = false;
  switch (next.what) {
    case Do::kLoad:
      me.value = cells_[next.cell];
      break;
    case Do::kStore:
      cells_[next.cell] = me.value;
      effect();
      break;
    case Do::kSet:
      cells_[next.cell] = next.value;
      effect();
      break;
    case Do::kAdd:
      me.value += next.value;
      break;
    case Do::kExpect:
      if (cells_[next.cell] != next.value) {
        result_.signature = "T" + std::to_string(running) + "@" + std::to_string(me.at);
        over_ = true;
      }
      break;
    case Do::kStopUnless:
      me.at = cells_[next.cell] == next.value
                  ? me.at
                  : program_[static_cast<std::size_t>(running)].size() - 1;
      break;
    case Do::kLoop:
    case Do::kSpin:
      stays = cells_[next.cell] != next.value;
      break;
    case Do::kWork:
      me.work_left = me.work_left == 0 ? next.value : me.work_left;
      stays = --me.work_left > 0;
      break;
    case Do::kLock:
      locks_[next.cell].owner = running;
      effect();
      break;
    case Do::kUnlock:
      locks_[next.cell].owner = -1;
      effect();
      break;
    case Do::kWait:
      if (!wait(next)) {
        return;
      }
      break;
    case Do::kNotify:
      notify(next);
      break;
    case Do::kYield:
      break;
    case Do::kSleep:
      me.wakes = now_ + next.value;
      break;
    case Do::kStart:
      start(next.cell, me.number);
      effect();
      break;
    case Do::kJoin:
      break;
  }
  if (stays) {
    me.ticked = next.what == Do::kWork;
    me.at = next.what == Do::kLoop ? 0 : me.at;
    ++me.tick;
    if (me.tick >= due_) {
      ask_who_runs(PlaceKind::kTick);
    }
    return;
  }
  me.ticked = false;
  ++me.at;
}

// Returns false the first time; the thread comes back when it was notified and the lock is free.
bool World::wait(const Op& next) {
  Thread& me = threads_[static_cast<std::size_t>(running_)];
  Lock& lock = locks_[next.cell];
  lock.owner = me.was_notified ? running_ : -1;
  if (!me.was_notified) {
    lock.waiters.push_back(running_);
    me.waits = true;
    return false;
  }
  me.was_notified = false;
  return true;
}

void World::notify(const Op& next) {
  const Thread& me = threads_[static_cast<std::size_t>(running_)];
  std::vector<int>& waiters = locks_[next.cell].waiters;
  if (waiters.empty()) {
    return;
  }
  std::size_t chosen = 0;
  if (waiters.size() > 1) {
    std::vector<Option> options;
    std::transform(waiters.begin(), waiters.end(), std::back_inserter(options),
                   [this](int thread) { return option(thread); });
    chosen = decider_.choose(
        {Choice::kWaiter, me.number, me.tick, false, place(PlaceKind::kOperation), options});
  }
  Thread& waiter = threads_[static_cast<std::size_t>(waiters[chosen])];
  waiter.waits = false;
  waiter.was_notified = true;
  waiters.erase(waiters.begin() + static_cast<std::ptrdiff_t>(chosen));
  effect();
}

Result World::run() {
  due_ = decider_.ticks_to_next_question(kMainThread, 0);
  while (!over_) {
    if (result_.steps >= rules_.most_steps) {
      result_.signature = "steps";
      break;
    }
    if (is_done(running_) || !can_run(running_)) {
      count();
      pass_on();
    } else {
      step();
    }
  }
  result_.cells = cells_;
  return result_;
}

Ran run(const Program& program, Policy& policy, Rules rules, FairnessLimits limits) {
  Decider decider(policy, limits);
  decider.keep_operations();
  Ran ran;
  ran.result = World(program, decider, rules).run();
  ran.deviations = decider.deviations(World::site_text);
  ran.operations = decider.operations();
  ran.decisions = decider.decisions();
  return ran;
}

Ran run(const Program& program, const PolicyChoice& choice, Rules rules) {
  return run(program, *make_policy(choice), rules);
}

Program lost_update() {
  Script add = {{Do::kLoad, 0}, {Do::kAdd, 0, 1}, {Do::kStore, 0}};
  return {{{Do::kStart, 1}, {Do::kStart, 2}, {Do::kJoin, 1}, {Do::kJoin, 2}, {Do::kExpect, 0, 2}},
          add,
          add};
}

Program lock_order() {
  auto take = [](int first, int second) {
    return Script{
        {Do::kLock, first}, {Do::kLock, second}, {Do::kUnlock, second}, {Do::kUnlock, first}};
  };
  return {{{Do::kStart, 1}, {Do::kStart, 2}}, take(0, 1), take(1, 0)};
}

Program reordering() {
  return {{{Do::kStart, 1}, {Do::kStart, 2}},
          {{Do::kSet, 0, 1}, {Do::kSet, 1, 1}},
          {{Do::kStopUnless, 0, 1}, {Do::kExpect, 1, 1}}};
}

}  // namespace minijvm::decide::test
