// Proves that under OneRunner one thread runs at a time, in an order that is always the same, that time is the program's alone, and that a run which
// nobody can continue ends at once. All threads are on the test's own kernel thread.
#include "sync/schedule/models/one_runner.h"

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "bare_models.h"
#include "sync/decide/policies.h"
#include "sync/monitor.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/sync_state.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

constexpr int kStuck = 81;
constexpr std::int64_t kHourMs = 3'600'000;

// The test's thread is main.
class Runner {
 public:
  Runner() { set_current_exec_env(&me_.self); }
  ~Runner() {
    set_current_exec_env(nullptr);
    set_program_clock(clock_gettime);
    sync_state.processors.store(0, std::memory_order_relaxed);
  }
  ExecEnv& self() { return me_.self; }

  void start(std::function<void(ExecEnv&)> body) {
    ++started_;
    model_.run([this, body = std::move(body)](ExecEnv& self) {
      body(self);
      ++ended_;
    });
  }
  void yield(ExecEnv& self) {
    VmToBlocked blocked(self);
    model_->yield(self);
  }
  // Lets the others run until all have ended.
  void finish() {
    while (ended_ != started_) {
      yield(self());
    }
  }

 private:
  Model model_{*new OneRunner([](ExecEnv&, RunEnd) { _exit(kStuck); },
                              std::make_unique<minijvm::decide::Fifo>(), 200'000)};
  Attached me_;
  int started_ = 0;
  int ended_ = 0;
};

// The exit code of a process that runs the body.
template <class Body>
int exit_code_of(Body body) {
  pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("one runner: threads take turns where they yield, wait and end", "[sync][one_runner]") {
  Runner runner;
  Rooted object;
  std::string order;
  for (char name : {'a', 'b', 'c'}) {
    runner.start([&, name](ExecEnv& self) {
      for (int i = 0; i < 2; ++i) {
        must(monitor_enter(self, object.target()) == MonitorResult::kOk);
        order += name;
        runner.yield(self);  // the others queue for the monitor
        must(monitor_exit(self, object.target()) == MonitorResult::kOk);
      }
    });
  }
  REQUIRE(order.empty());
  runner.finish();
  REQUIRE(order == "aabbcc");
  REQUIRE(thread_model().statistics().switches > 6);
}

TEST_CASE("one runner: time passes when nobody can run", "[sync][one_runner]") {
  Runner runner;
  const std::int64_t begin = program_ns();
  std::string order;
  runner.start([&](ExecEnv& self) {
    must(sleep(self, Deadline::after_ms(2 * kHourMs)) == SleepResult::kSlept);
    order += '2';
  });
  runner.start([&](ExecEnv& self) {
    must(sleep(self, Deadline::after_ms(kHourMs)) == SleepResult::kSlept);
    order += '1';
  });
  REQUIRE(sleep(runner.self(), Deadline::after_ms(3 * kHourMs)) == SleepResult::kSlept);
  REQUIRE(order == "12");
  REQUIRE(program_ns() - begin >= 3 * kHourMs * kNanosPerMilli);
  REQUIRE(program_ns() - begin < (3 * kHourMs + 1) * kNanosPerMilli);
}

TEST_CASE("one runner: a look at the clock and a yield take time, and the same in each run",
          "[sync][one_runner]") {
  std::int64_t seen[2];
  for (std::int64_t& ns : seen) {
    Runner runner;
    const Deadline soon = Deadline::after_ms(1);
    while (!soon.passed()) {
    }
    runner.yield(runner.self());
    ns = program_ns() - soon.ns();
  }
  REQUIRE(seen[0] == seen[1]);
}

TEST_CASE("one runner: a timed wait ends early by a wake-up", "[sync][one_runner]") {
  Runner runner;
  Rooted object;
  const std::int64_t begin = program_ns();
  MonitorResult result{};
  runner.start([&](ExecEnv& self) {
    must(monitor_enter(self, object.target()) == MonitorResult::kOk);
    result = monitor_wait(self, object.target(), Deadline::after_ms(kHourMs));
    must(monitor_exit(self, object.target()) == MonitorResult::kOk);
  });
  runner.yield(runner.self());
  REQUIRE(monitor_enter(runner.self(), object.target()) == MonitorResult::kOk);
  REQUIRE(monitor_notify(runner.self(), object.target()) == MonitorResult::kOk);
  REQUIRE(monitor_exit(runner.self(), object.target()) == MonitorResult::kOk);
  runner.finish();
  REQUIRE(result == MonitorResult::kOk);
  REQUIRE(program_ns() - begin < kNanosPerMilli);
}

TEST_CASE("one runner: a suspended thread lets the others run", "[sync][one_runner]") {
  Runner runner;
  bool ran = false;
  ExecEnv* stepper = nullptr;
  runner.start([&](ExecEnv& self) {
    stepper = &self;
    runner.yield(self);
    VmToJava java(self);
    ran = true;
  });
  runner.yield(runner.self());
  suspend(*stepper);
  runner.yield(runner.self());
  runner.yield(runner.self());
  REQUIRE_FALSE(ran);
  resume(*stepper);
  runner.finish();
  REQUIRE(ran);
}

TEST_CASE("one runner: a signal handler wakes a thread", "[sync][one_runner]") {
  Runner runner;
  static ExecEnv* parked = nullptr;
  runner.start([&](ExecEnv& self) {
    parked = &self;
    park(self, Deadline::forever());
  });
  runner.yield(runner.self());
  auto* before = std::signal(SIGUSR1, [](int) { unpark(*parked); });
  REQUIRE(std::raise(SIGUSR1) == 0);
  std::signal(SIGUSR1, before);
  runner.finish();
}

TEST_CASE("one runner: other kernel threads have no part", "[sync][one_runner]") {
  Runner runner;
  bool taken = true;
  std::thread([&] { taken = thread_model().take_part(runner.self()); }).join();
  REQUIRE_FALSE(taken);
}

TEST_CASE("one runner: nobody will ever run again", "[sync][one_runner]") {
  // Main waits last.
  REQUIRE(exit_code_of([] {
            Runner runner;
            runner.start([](ExecEnv& self) { park(self, Deadline::forever()); });
            park(runner.self(), Deadline::forever());
          }) == kStuck);
  // Main waits first, and the last one ends.
  REQUIRE(exit_code_of([] {
            Runner runner;
            runner.start([](ExecEnv&) {});
            park(runner.self(), Deadline::forever());
          }) == kStuck);
}

TEST_CASE("one runner: the deadlines of a thread that keeps house do not count",
          "[sync][one_runner]") {
  auto wait_beside_housekeeper = [](Deadline until) {
    Runner runner;
    int turns = 0;
    runner.start([&](ExecEnv& self) {
      thread_model().keep_house(self);
      while (turns < 3) {
        must(sleep(self, Deadline::after_ms(kHourMs)) == SleepResult::kSlept);
        ++turns;
      }
    });
    must(sleep(runner.self(), until) == SleepResult::kSlept);
    runner.yield(runner.self());
    // It had one turn, late.
    _exit(turns);
  };
  REQUIRE(exit_code_of([&] { wait_beside_housekeeper(Deadline::forever()); }) == kStuck);
  REQUIRE(exit_code_of(
              [&] { wait_beside_housekeeper(Deadline::at(10 * kHourMs * kNanosPerMilli)); }) == 1);
}
