// Proves that under OneRunner one thread runs at a time, in an order that is always the same, that time is the program's alone, and that a run which
// nobody can continue ends at once. All three carriers have the same runs, and one that lets two threads run at once is caught.
#include "sync/schedule/models/one_runner.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bare_models.h"
#include "sync/decide/policies.h"
#include "sync/monitor.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/sync_state.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

constexpr int kStuck = 81;
constexpr std::int64_t kHourMs = 3'600'000;

constexpr std::size_t kLwps = 3;

std::unique_ptr<Carrier> carrier_of_name(std::string_view name) {
  if (name == "fibers") {
    return make_fiber_carrier();
  }
  return name == "LWPs" ? make_lwp_carrier(kLwps) : make_baton_carrier();
}

// A test case that asks for one runs once with each.
std::string_view each_carrier() { return GENERATE("fibers", "LWPs", "batons"); }

// ThreadSanitizer lets the child of a fork make no kernel threads.
std::string_view each_carrier_of_child() {
#if defined(__SANITIZE_THREAD__)
  return "fibers";
#else
  return each_carrier();
#endif
}

// The test's thread is main.
class Runner {
 public:
  explicit Runner(std::string_view carrier) : Runner(carrier_of_name(carrier)) {}
  explicit Runner(
      std::unique_ptr<Carrier> carrier,
      std::unique_ptr<minijvm::decide::Policy> policy = std::make_unique<minijvm::decide::Fifo>())
      : runner_(*new OneRunner([](ExecEnv&, RunEnd) { _exit(kStuck); }, std::move(carrier),
                               std::move(policy), 200'000)),
        model_(runner_) {
    must(runner_.start());
    set_current_exec_env(&me_.self);
  }
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
  OneRunner& runner_;
  Model model_;
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
  Runner runner(each_carrier());
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
  Runner runner(each_carrier());
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
  const std::string_view carrier = each_carrier();
  std::int64_t seen[2];
  for (std::int64_t& ns : seen) {
    Runner runner(carrier);
    const Deadline soon = Deadline::after_ms(1);
    while (!soon.passed()) {
    }
    runner.yield(runner.self());
    ns = program_ns() - soon.ns();
  }
  REQUIRE(seen[0] == seen[1]);
}

TEST_CASE("one runner: a timed wait ends early by a wake-up", "[sync][one_runner]") {
  Runner runner(each_carrier());
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
  Runner runner(each_carrier());
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
  Runner runner(each_carrier());
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
  Runner runner(each_carrier());
  bool taken = true;
  std::thread([&] { taken = thread_model().take_part(runner.self()); }).join();
  REQUIRE_FALSE(taken);
}

TEST_CASE("one runner: nobody will ever run again", "[sync][one_runner]") {
  const std::string_view carrier = each_carrier_of_child();
  // Main waits last.
  REQUIRE(exit_code_of([&] {
            Runner runner(carrier);
            runner.start([](ExecEnv& self) { park(self, Deadline::forever()); });
            park(runner.self(), Deadline::forever());
          }) == kStuck);
  // Main waits first, and the last one ends.
  REQUIRE(exit_code_of([&] {
            Runner runner(carrier);
            runner.start([](ExecEnv&) {});
            park(runner.self(), Deadline::forever());
          }) == kStuck);
}

TEST_CASE("one runner: the deadlines of a thread that keeps house do not count",
          "[sync][one_runner]") {
  const std::string_view carrier = each_carrier_of_child();
  auto wait_beside_housekeeper = [&](Deadline until) {
    Runner runner(carrier);
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

namespace {

// The kernel threads of two threads that run by turns, at each of their turns.
std::array<std::vector<int>, 2> kernel_threads(std::string_view carrier, bool is_pinned) {
  std::array<std::vector<int>, 2> seen;
  Runner runner(carrier);
  for (std::vector<int>& mine : seen) {
    runner.start([&](ExecEnv& self) {
      pin_to_lwp(self, is_pinned ? 1 : 0);
      for (int i = 0; i < 9; ++i) {
        mine.push_back(gettid());
        runner.yield(self);
      }
      pin_to_lwp(self, is_pinned ? -1 : 0);
    });
  }
  runner.finish();
  return seen;
}

bool is_one(const std::vector<int>& ids) {
  return std::set<int>(ids.begin(), ids.end()).size() == 1;
}

}  // namespace

TEST_CASE("one runner: fibers stay on main's kernel thread", "[sync][one_runner]") {
  for (const std::vector<int>& ids : kernel_threads("fibers", false)) {
    REQUIRE(is_one(ids));
    REQUIRE(ids[0] == gettid());
  }
}

TEST_CASE("one runner: a thread is on another LWP at each turn, unless it is pinned",
          "[sync][one_runner]") {
  for (const std::vector<int>& ids : kernel_threads("LWPs", false)) {
    REQUIRE(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
    REQUIRE(std::set<int>(ids.begin(), ids.end()).size() == kLwps);
  }
  for (const std::vector<int>& ids : kernel_threads("LWPs", true)) {
    REQUIRE(is_one(ids));
  }
}

TEST_CASE("one runner: with batons each thread has its kernel thread", "[sync][one_runner]") {
  const auto [first, second] = kernel_threads("batons", false);
  REQUIRE(is_one(first));
  REQUIRE(is_one(second));
  REQUIRE(std::set<int>{first[0], second[0], gettid()}.size() == 3);
}

TEST_CASE("one runner: kernel threads with batons end with their threads", "[sync][one_runner]") {
  Runner runner("batons");
  for (int i = 0; i < 5; ++i) {
    runner.start([](ExecEnv&) {});
    runner.finish();
  }
  const ModelStatistics figures = thread_model().statistics();
  REQUIRE(figures.lwps_made == 6);
  REQUIRE(figures.lwps == 1);
  REQUIRE(figures.lwps_most == 2);
}

TEST_CASE("one runner: a seed has one run under each carrier", "[sync][one_runner]") {
  auto run_of = [](std::string_view carrier, std::uint64_t seed) {
    Runner runner(
        carrier_of_name(carrier),
        minijvm::decide::make_policy({.kind = minijvm::decide::PolicyKind::kRandom, .seed = seed}));
    Rooted object;
    std::string order;
    thread_model().program_begins(runner.self());
    for (char name : {'a', 'b', 'c'}) {
      runner.start([&, name](ExecEnv& self) {
        for (int i = 0; i < 20; ++i) {
          must(monitor_enter(self, object.target()) == MonitorResult::kOk);
          order += name;
          must(sleep(self, Deadline::after_ms(i % 3)) == SleepResult::kSlept);
          must(monitor_exit(self, object.target()) == MonitorResult::kOk);
          runner.yield(self);
        }
      });
    }
    runner.finish();
    return order + thread_model().run()->figures().hash;
  };
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string run = run_of("fibers", seed);
    REQUIRE(run_of("LWPs", seed) == run);
    REQUIRE(run_of("batons", seed) == run);
    REQUIRE(run_of("fibers", seed + 1) != run);
  }
}

#if !defined(__SANITIZE_THREAD__)
namespace {

std::atomic<bool> second_runs{false};

// Lets the thread that is switched to run on another kernel thread, and the last one run on once it does.
class Careless final : public Carrier {
 public:
  bool start(UserThread&) override { return true; }
  void switch_to(UserThread&, UserThread& to, bool) override {
    std::thread([&to] {
      Strand own;
      Strand::switch_to(own, to.strand);
    }).detach();
    second_runs.wait(false);
  }
  Lwps lwps() const override { return {}; }
  const char* name() const override { return "careless"; }
};

// Returns what a process that runs the body writes to standard error.
template <class Body>
std::string last_words_of(Body body) {
  int ends[2];
  must(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    body();
    _exit(0);
  }
  close(ends[1]);
  std::string text(4096, '\0');
  const ssize_t got = read(ends[0], text.data(), text.size());
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

}  // namespace

TEST_CASE("one runner: two threads at once are caught (D1)", "[sync][one_runner]") {
  REQUIRE_THAT(last_words_of([] {
                 Runner runner(std::make_unique<Careless>());
                 runner.start([](ExecEnv&) {
                   second_runs = true;
                   second_runs.notify_all();
                   for (;;) {
                     pause();
                   }
                 });
                 runner.yield(runner.self());
               }),
               Catch::Contains("(D1)"));
}
#endif
