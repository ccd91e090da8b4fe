// A little world to decide in: threads that are scripts, over shared cells, locks and a clock of their own. It asks a Decider as a thread
// model would, so that a test can say what a schedule leads to.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sync/decide/decider.h"
#include "sync/decide/policies.h"
#include "sync/decide/replay.h"

namespace minijvm::decide::test {

enum class Do {
  kLoad,        // register = cell
  kStore,       // cell = register
  kSet,         // cell = value
  kAdd,         // register += value
  kExpect,      // fails unless cell == value
  kStopUnless,  // ends unless cell == value
  kSpin,        // until cell == value: a back-edge each time
  kLoop,        // back to the beginning unless cell == value
  kWork,        // `value` back-edges
  kLock,
  kUnlock,
  kWait,  // as Object.wait: releases the lock
  kNotify,
  kYield,
  kSleep,  // `value` ns
  kStart,  // thread number `cell` of the program
  kJoin,
};

struct Op {
  Do what;
  int cell = 0;  // or lock, or thread
  int value = 0;
};
using Script = std::vector<Op>;
// Thread 0 runs at once; it, or a thread that it has started, starts the others.
using Program = std::vector<Script>;

struct Result {
  std::string signature;  // "", "deadlock", "steps", or where a check failed: "T1@4"
  std::vector<std::pair<int, std::size_t>> order;  // thread and place of each operation
  std::uint64_t steps = 0;
  std::map<int, int> cells;  // at the end
};

struct Rules {
  bool accesses_are_points = true;
  std::set<std::string> points;  // otherwise, accesses at these sites are
  std::uint64_t most_steps = 100'000;
};

class World {
 public:
  World(const Program& program, Decider& decider, Rules rules = {});
  Result run();

  static std::string site_text(SiteNo site);

 private:
  struct Thread {
    ThreadNo number = kNoThread;  // in the order of starts
    std::size_t at = 0;
    int value = 0;
    int work_left = 0;
    std::uint64_t tick = 0;
    bool ticked = false;  // the operation at `at` was counted, and asked about
    bool waits = false;   // not notified yet
    bool was_notified = false;
    std::int64_t wakes = 0;  // the clock when it has slept enough; 0: it does not sleep
  };
  struct Lock {
    int owner = -1;
    std::vector<int> waiters;
  };

  const Op& op(int thread) const;
  bool is_done(int thread) const;
  bool can_run(int thread) const;
  Option option(int thread) const;
  std::vector<int> others() const;
  Place place(PlaceKind kind) const;

  void step();
  void tell(const Op& op);
  void act(const Op& op);
  bool wait(const Op& op);
  void notify(const Op& op);
  bool count();
  void effect();
  bool ask_before(const Op& op);
  bool ask_who_runs(PlaceKind kind);
  void ask_time_out();
  void pass_on();
  void go_on(int thread);
  void start(int thread, ThreadNo parent);
  void wake_sleepers();
  int earliest_sleeper() const;

  const Program& program_;
  Decider& decider_;
  Rules rules_;
  std::vector<Thread> threads_;
  std::vector<int> by_number_;
  std::map<int, int> cells_;
  std::map<int, Lock> locks_;
  std::int64_t now_ = 0;
  int running_ = 0;
  std::uint64_t due_ = 0;  // the tick of the running thread at which it asks
  bool over_ = false;
  Result result_;
};

// A run by a policy, with its schedule.
struct Ran {
  Result result;
  std::vector<Deviation> deviations;
  std::vector<Position> operations;
  std::uint64_t decisions = 0;
};
Ran run(const Program& program, Policy& policy, Rules rules = {}, FairnessLimits limits = {});
Ran run(const Program& program, const PolicyChoice& choice, Rules rules = {});

// Two threads add one each to cell 0, and main looks.
Program lost_update();
// Two threads take two locks in opposite orders.
Program lock_order();
// The writer sets a, then b; the reader may see a without b.
Program reordering();

}  // namespace minijvm::decide::test
