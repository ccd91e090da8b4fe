#include "scheduler.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "base/base_listener.h"
#include "base/check.h"

namespace minijvm::sync::model {
namespace {

constexpr std::size_t kMostThreads = 4;
constexpr std::size_t kMostSteps = 5000;
constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
using Mask = std::uint32_t;
// how many steps of the run, as numbered from 1, are before a thread's next
using Clock = std::array<std::size_t, kMostThreads>;

enum class Kind { kRead, kWrite, kExchange, kWait };

// What a thread is about to do.
struct Operation {
  Kind kind = Kind::kRead;
  const void* address = nullptr;
  Atomic<std::uint32_t>* word = nullptr;  // kWait
  std::uint32_t expected = 0;
  std::int64_t deadline = kForever;
  bool may_pass = false;

  bool writes() const { return kind == Kind::kWrite || kind == Kind::kExchange; }
  bool conflicts_with(const Operation& other) const {
    return address == other.address && (writes() || other.writes());
  }
};

// One step of the run, and of the tree of runs.
struct Step {
  std::size_t thread = 0;
  Operation operation;
  Clock clock{};
  Mask enabled = 0;
  Mask backtrack = 0;
  Mask done = 0;
  // threads whose next step was tried before, and nothing since makes a difference to it
  Mask asleep = 0;
};

struct Worker {
  std::thread thread;
  std::condition_variable turn;
  bool may_go = false;
  bool finished = true;
  Operation next;
  Clock clock{};
};

Mask bit(std::size_t thread) { return Mask{1} << thread; }

class Scheduler {
 public:
  Scheduler(const Scenario& scenario, bool random, std::uint64_t seed)
      : scenario_(scenario), random_(random), state_(seed | 1) {
    for (std::size_t i = 0; i < scenario.threads.size(); ++i) {
      workers_[i].thread = std::thread([this, i] { work(i); });
    }
  }
  ~Scheduler() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
      for (std::size_t i = 0; i < count(); ++i) {
        workers_[i].may_go = true;
        workers_[i].turn.notify_one();
      }
    }
    for (std::size_t i = 0; i < count(); ++i) {
      workers_[i].thread.join();
    }
  }

  std::size_t run();
  // Prepares the next run of the tree. False: there is none.
  bool advance();
  // A field turned out to be shared that was not known to be: earlier runs took too few steps.
  bool found_shared() const { return found_shared_; }
  void forget_tree() { steps_.clear(); }

  // On the calling worker.
  void stop_before(const Operation& operation);
  bool is_shared(const void* address, bool write);
  bool take_spurious() { return spurious_left_ > 0 && spurious_left_-- > 0; }
  std::int64_t time = 0;

  void print_order() const;

 private:
  std::size_t count() const { return scenario_.threads.size(); }
  void work(std::size_t me);
  bool is_enabled(std::size_t thread) const;
  Mask enabled_threads() const;
  void add_backtracks();
  Mask asleep_now() const;
  void plan_step(Mask enabled);
  std::size_t choose(Mask enabled);
  void hand_to_next(std::unique_lock<std::mutex>& lock);
  void wait_for_turn(std::size_t me, std::unique_lock<std::mutex>& lock);

  const Scenario& scenario_;
  bool random_;
  std::uint64_t state_;
  std::mutex mutex_;
  std::condition_variable all_done_;
  Worker workers_[kMostThreads];
  bool over_ = false;
  std::vector<Step> steps_;  // of the tree's present branch; from length_ on: what was planned
  std::size_t length_ = 0;   // steps done in this run
  std::size_t last_ = 0;     // who took the last one
  // everybody is asleep: an order tried before, run to its end only because threads must end
  bool redundant_ = false;
  int spurious_left_ = 0;
  struct Users {
    Mask threads = 0;
    bool written = false;
    bool shared() const { return written && (threads & (threads - 1)) != 0; }
  };
  std::map<const void*, Users> users_;
  bool found_shared_ = false;
};

Scheduler* scheduler = nullptr;                       // of the exploration under way
thread_local std::size_t this_worker = kMostThreads;  // the main thread is none
std::function<void(const void*, std::size_t)> exchange_observer;

struct Report final : BaseListener {
  void fatal_error(std::FILE*) override { scheduler->print_order(); }
};

// Only what several threads use and one of them writes can make a difference.
bool Scheduler::is_shared(const void* address, bool write) {
  Users& users = users_[address];
  bool known = users.shared();
  users.threads |= bit(this_worker);
  users.written = users.written || write;
  found_shared_ = found_shared_ || (!known && users.shared());
  return known;
}

bool Scheduler::is_enabled(std::size_t thread) const {
  const Worker& worker = workers_[thread];
  if (worker.finished) {
    return false;
  }
  const Operation& next = worker.next;
  return next.kind != Kind::kWait || next.word->peek() != next.expected || next.may_pass ||
         spurious_left_ > 0;
}

Mask Scheduler::enabled_threads() const {
  Mask mask = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    mask |= is_enabled(i) ? bit(i) : 0;
  }
  for (std::size_t i = 0; mask == 0 && i < count(); ++i) {  // nothing but time can go on
    bool waits_for_time = !workers_[i].finished && workers_[i].next.deadline != kForever;
    mask = waits_for_time ? bit(i) : 0;
  }
  return mask;
}

// Figure 3 of the source, lines 3 to 9: for each thread's next step, the last step that it could be swapped with.
void Scheduler::add_backtracks() {
  for (std::size_t p = 0; p < count(); ++p) {
    if (workers_[p].finished) {
      continue;
    }
    for (std::size_t i = length_; i-- > 0;) {
      Step& step = steps_[i];
      if (step.thread == p || !step.operation.conflicts_with(workers_[p].next)) {
        continue;
      }
      bool ordered = i < workers_[p].clock[step.thread];
      if (!ordered) {
        step.backtrack |= (step.enabled & bit(p)) != 0 ? bit(p) : step.enabled;
        break;
      }
    }
  }
}

// Godefroid's sleep sets: who was tried at the last step, or slept there, sleeps on unless that step conflicts with what it is about to do.
Mask Scheduler::asleep_now() const {
  if (length_ == 0) {
    return 0;
  }
  const Step& last = steps_[length_ - 1];
  Mask asleep = last.asleep | (last.done & ~bit(last.thread));
  for (std::size_t i = 0; i < count(); ++i) {
    if ((asleep & bit(i)) != 0 && workers_[i].next.conflicts_with(last.operation)) {
      asleep &= ~bit(i);
    }
  }
  return asleep;
}

void Scheduler::plan_step(Mask enabled) {
  Step step;
  step.asleep = random_ ? 0 : asleep_now();
  redundant_ = redundant_ || (enabled & ~step.asleep) == 0;
  step.thread = choose(redundant_ ? enabled : enabled & ~step.asleep);
  step.backtrack = redundant_ ? 0 : bit(step.thread);
  steps_.push_back(step);
}

std::size_t Scheduler::choose(Mask enabled) {
  if (random_) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    std::size_t nth = (state_ >> 33) % static_cast<std::size_t>(__builtin_popcount(enabled));
    for (std::size_t i = 0; i < count(); ++i) {
      if ((enabled & bit(i)) != 0 && nth-- == 0) {
        return i;
      }
    }
  }
  // no switch without need
  return (enabled & bit(last_)) != 0 ? last_ : static_cast<std::size_t>(__builtin_ctz(enabled));
}

// Decides who takes the next step and lets it go.
void Scheduler::hand_to_next(std::unique_lock<std::mutex>&) {
  Mask enabled = enabled_threads();
  bool all_finished = std::all_of(workers_, workers_ + count(),
                                  [](const Worker& worker) { return worker.finished; });
  if (all_finished) {
    all_done_.notify_one();
    return;
  }
  MJ_CHECK(enabled != 0, "deadlock: nobody can go on");
  MJ_CHECK(length_ < kMostSteps, "no progress in %zu steps", length_);
  if (!random_ && !redundant_) {
    add_backtracks();
  }
  if (length_ == steps_.size()) {
    plan_step(enabled);
  }
  Step& step = steps_[length_];
  MJ_CHECK((enabled & bit(step.thread)) != 0, "a run went another way than before");
  Worker& worker = workers_[step.thread];
  step.enabled = enabled;
  step.done |= bit(step.thread);
  step.operation = worker.next;
  worker.clock[step.thread] = length_ + 1;
  for (std::size_t i = 0; i < length_; ++i) {
    if (steps_[i].operation.conflicts_with(step.operation)) {
      for (std::size_t t = 0; t < count(); ++t) {
        worker.clock[t] = std::max(worker.clock[t], steps_[i].clock[t]);
      }
    }
  }
  step.clock = worker.clock;
  ++length_;
  last_ = step.thread;
  worker.may_go = true;
  worker.turn.notify_one();
}

void Scheduler::wait_for_turn(std::size_t me, std::unique_lock<std::mutex>& lock) {
  workers_[me].turn.wait(lock, [&] { return workers_[me].may_go; });
  workers_[me].may_go = false;
}

void Scheduler::stop_before(const Operation& operation) {
  std::unique_lock<std::mutex> lock(mutex_);
  workers_[this_worker].next = operation;
  hand_to_next(lock);
  wait_for_turn(this_worker, lock);
}

void Scheduler::work(std::size_t me) {
  this_worker = me;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wait_for_turn(me, lock);
    if (over_) {
      return;
    }
    lock.unlock();
    scenario_.threads[me]();
    lock.lock();
    workers_[me].finished = true;
    hand_to_next(lock);
  }
}

std::size_t Scheduler::run() {
  scenario_.reset();
  std::unique_lock<std::mutex> lock(mutex_);
  length_ = 0;
  last_ = 0;
  time = 0;
  redundant_ = false;
  spurious_left_ = scenario_.spurious;
  found_shared_ = false;
  if (random_) {
    steps_.clear();
  }
  for (std::size_t i = 0; i < count(); ++i) {
    workers_[i].finished = false;
    workers_[i].clock = Clock{};
    workers_[i].next = Operation{};  // its first step does nothing but begin
    workers_[i].next.address = &workers_[i];
  }
  hand_to_next(lock);
  all_done_.wait(lock, [&] {
    return std::all_of(workers_, workers_ + count(),
                       [](const Worker& worker) { return worker.finished; });
  });
  lock.unlock();
  scenario_.check();
  return length_;
}

bool Scheduler::advance() {
  while (!steps_.empty()) {
    Step& last = steps_.back();
    Mask open = last.backtrack & last.enabled & ~last.done & ~last.asleep;
    if (open != 0) {
      last.thread = static_cast<std::size_t>(__builtin_ctz(open));
      return true;
    }
    steps_.pop_back();
  }
  return false;
}

void Scheduler::print_order() const {
  const char* const names[] = {"reads", "writes", "exchanges", "waits for"};
  for (std::size_t i = 0; i < length_; ++i) {
    const Operation& done = steps_[i].operation;
    std::fprintf(stderr, "%4zu  thread %zu %s %p\n", i, steps_[i].thread,
                 names[static_cast<int>(done.kind)], done.address);
  }
}

}  // namespace

void before_access(const void* address, Access access) {
  if (scheduler == nullptr || this_worker == kMostThreads) {
    return;
  }
  if (scheduler->is_shared(address, access != Access::kRead)) {
    Operation operation;
    operation.kind = access == Access::kRead    ? Kind::kRead
                     : access == Access::kWrite ? Kind::kWrite
                                                : Kind::kExchange;
    operation.address = address;
    scheduler->stop_before(operation);
  }
  if (access == Access::kExchange && exchange_observer) {
    exchange_observer(address, this_worker);
  }
}

bool wait_while_equal(Atomic<std::uint32_t>& word, std::uint32_t expected, std::int64_t deadline,
                      bool may_pass) {
  MJ_CHECK(this_worker != kMostThreads, "only a thread of the scenario may wait");
  scheduler->is_shared(&word, false);
  Operation operation;
  operation.kind = Kind::kWait;
  operation.address = &word;
  operation.word = &word;
  operation.expected = expected;
  operation.deadline = deadline;
  operation.may_pass = may_pass && deadline != kForever;
  scheduler->stop_before(operation);
  if (word.peek() != expected) {
    return true;
  }
  if (deadline == kForever || scheduler->take_spurious()) {
    return true;
  }
  scheduler->time = std::max(scheduler->time, deadline);
  return false;
}

std::int64_t model_time() { return scheduler == nullptr ? 0 : scheduler->time; }

void set_exchange_observer(std::function<void(const void*, std::size_t)> observer) {
  exchange_observer = std::move(observer);
}

Explored explore(const Scenario& scenario, std::uint64_t most_runs) {
  Scheduler tree(scenario, false, 0);
  scheduler = &tree;
  Report report;
  set_base_listener(&report);
  Explored explored;
  bool more = true;
  while (more && explored.runs < most_runs) {
    explored.longest = std::max<std::uint64_t>(explored.longest, tree.run());
    ++explored.runs;
    if (tree.found_shared()) {
      tree.forget_tree();
    } else {
      more = tree.advance();
    }
  }
  explored.complete = !more;
  scheduler = nullptr;
  set_base_listener(nullptr);
  return explored;
}

Explored sample(const Scenario& scenario, std::uint64_t runs, std::uint64_t seed) {
  Scheduler orders(scenario, true, seed);
  scheduler = &orders;
  Report report;
  set_base_listener(&report);
  Explored explored;
  for (; explored.runs < runs; ++explored.runs) {
    explored.longest = std::max<std::uint64_t>(explored.longest, orders.run());
  }
  scheduler = nullptr;
  set_base_listener(nullptr);
  return explored;
}

}  // namespace minijvm::sync::model
