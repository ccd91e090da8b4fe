// Proves that user threads share LWPs: they wait without one, take turns when they compute, and count as stopped while nobody carries them.
// blocking_calls_test.cpp has the waits in the kernel. Nothing here depends on time: a test that fails hangs, or counts wrong.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "bare_models.h"
#include "sync/monitor.h"
#include "sync/schedule/models/bound_threads.h"
#include "sync/schedule/models/lwp_synchronization.h"
#include "sync/threads/vm_mutex.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int kMany = 100;
#else
constexpr int kMany = 2000;
#endif
}  // namespace

TEST_CASE("M:N: many threads and a monitor, on few LWPs", "[sync][many_to_many]") {
  for (std::size_t places : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    Model model(places);
    Rooted object;
    int count = 0;
    for (int i = 0; i < kMany; ++i) {
      model.run([&](ExecEnv& self) {
        for (int k = 0; k < 10; ++k) {
          must(monitor_enter(self, object.target()) == MonitorResult::kOk);
          ++count;
          if (k == 5) {
            VmToBlocked blocked(self);
            thread_model().yield(self);
          }
          must(monitor_exit(self, object.target()) == MonitorResult::kOk);
        }
      });
    }
    model.await_all();
    REQUIRE(count == 10 * kMany);
    REQUIRE(lwps_made(model) <= places);
  }
}

// Runs threads that park until all of them have done so, each on an LWP of its own, which keeps its
// place if the pool grows.
static void park_on_lwps(Model& model, bool grows = false) {
  constexpr std::uint32_t kThreads = 20;
  std::atomic<std::uint32_t> waiting{0};
  std::atomic<bool> over{false};
  std::vector<std::atomic<ExecEnv*>> threads(kThreads);
  for (auto& thread : threads) {
    model.run([&](ExecEnv& self) {
      thread.store(&self);
      waiting.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
      }
    });
  }
  REQUIRE(eventually(
      [&] { return waiting.load() == kThreads && model->statistics().lwps >= kThreads; }));
  REQUIRE((model->statistics().places >= kThreads) == grows);
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  model.await_all();
}

TEST_CASE("LWP synchronization: each thread that waits blocks an LWP", "[sync][many_to_many]") {
  Model model(Model::started(*new LwpSynchronization(PoolRules{.places = 1})));
  park_on_lwps(model);
}

TEST_CASE("bound threads: each keeps its LWP, also over a wait", "[sync][many_to_many]") {
  Model model(*new BoundThreads);
  constexpr std::size_t kThreads = 20;
  std::atomic<std::size_t> waiting{0};
  std::vector<pid_t> lwps(kThreads);
  std::vector<std::atomic<ExecEnv*>> threads(kThreads);
  std::atomic<bool> over{false};
  for (std::size_t i = 0; i < kThreads; ++i) {
    model.run([&, i](ExecEnv& self) {
      threads[i].store(&self);
      lwps[i] = gettid();
      waiting.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
        must(gettid() == lwps[i]);
      }
      must(sleep(self, Deadline::after_ms(1)) == SleepResult::kSlept);
      must(gettid() == lwps[i]);
    });
  }
  REQUIRE(eventually([&] { return waiting.load() == kThreads; }));
  REQUIRE(std::set<pid_t>(lwps.begin(), lwps.end()).size() == kThreads);
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  model.await_all();
  REQUIRE(model->statistics().lwps_made == kThreads);
  REQUIRE(model->statistics().switches >= kThreads);  // each left its stack at least once
}

TEST_CASE("M:N: two threads wake each other in turn on one place", "[sync][many_to_many]") {
  Model model(1);
  constexpr int kTurns = 2000;
  std::atomic<ExecEnv*> players[2] = {nullptr, nullptr};
  std::atomic<int> turn{0};
  for (int me : {0, 1}) {
    model.run([&, me](ExecEnv& self) {
      players[me].store(&self);
      while (turn.load() < kTurns) {
        if (turn.load() % 2 != me) {
          park(self, Deadline::forever());
          continue;
        }
        turn.fetch_add(1);
        if (ExecEnv* other = players[1 - me].load()) {
          unpark(*other);
        }
      }
      if (ExecEnv* other = players[1 - me].load()) {
        unpark(*other);
      }
      players[me].store(nullptr);
    });
  }
  model.await_all();
  REQUIRE(turn.load() == kTurns);
  REQUIRE(lwps_made(model) == 1);
}

TEST_CASE("M:N: a waiter does not spin, for others need its LWP", "[sync][many_to_many]") {
  Model model(1);
  model.run([](ExecEnv& self) {
    must(self.lock_records_.prepare(self));
    self.monitor_parker().unpark();
    must(!self.wait_spin_.await_permit(self, Deadline::forever()));
    must(self.wait_spin_.sleeps() == 0);
    must(self.monitor_parker().take_permit());
  });
  model.await_all();
}

TEST_CASE("M:N: a condition variable wakes user threads and bound ones", "[sync][many_to_many]") {
  Model model(2);
  Mutex mutex(LockRank::kThreads);
  CondVar changed;
  int waiting = 0;
  bool go = false;
  auto wait_for_go = [&](ExecEnv& self) {
    MutexLock lock(self, mutex);
    ++waiting;
    while (!go) {
      changed.wait(self, mutex);
    }
    --waiting;
  };
  for (int i = 0; i < 50; ++i) {
    model.run(wait_for_go);
  }
  std::thread bound = start(wait_for_go);
  REQUIRE(eventually([&] {
    MutexLock lock(mutex);
    return waiting == 51;
  }));
  {
    MutexLock lock(mutex);
    go = true;
    changed.notify_all();
  }
  bound.join();
  model.await_all();
  REQUIRE(waiting == 0);
}

TEST_CASE("M:N: waits end at their deadlines, early ones first", "[sync][many_to_many]") {
  Model model(1);
  std::vector<int> order;
  bool all_in_time = false;
  // A round counts only if all threads were asleep before the first deadline. On a stopped machine
  // they may not be.
  constexpr int kMostRounds = 100;
  for (int round = 0; round < kMostRounds && !all_in_time; ++round) {
    order.clear();
    all_in_time = true;
    std::int64_t origin = machine_ns() + 10 * kNanosPerMilli;
    for (int i : {30, 10, 20}) {
      model.run([&, i](ExecEnv& self) {
        must(sleep(self, Deadline::at(i)) == SleepResult::kSlept);  // long ago: at once
        std::int64_t until = origin + i * kNanosPerMilli / 10;
        all_in_time = all_in_time && machine_ns() < origin;
        must(sleep(self, Deadline::at(until)) == SleepResult::kSlept);
        must(machine_ns() >= until);
        order.push_back(i);
      });
    }
    model.await_all();
  }
  REQUIRE(all_in_time);
  REQUIRE(order == std::vector<int>{10, 20, 30});
}

TEST_CASE(
    "LWPHandOff=sigwaiting: LWP synchronization makes an LWP for each thread that waits, and "
    "they age",
    "[sync][many_to_many]") {
  const PoolRules rules{.places = 1, .hands_off = false, .grows = true, .idle_ns = kNanosPerMilli};
  Model model(Model::started(*new LwpSynchronization(rules)));
  park_on_lwps(model, true);
  REQUIRE(model->statistics().lwps_most >= 20);
  REQUIRE(model->statistics().places_taken == 0);
  REQUIRE(
      eventually([&] { return model->statistics().lwps == 1 && model->statistics().places == 1; }));
  // The pool grows again, with the places that it had.
  park_on_lwps(model, true);
}

TEST_CASE("LWPHandOff=sigwaiting: threads that wait without an LWP need no more of them",
          "[sync][many_to_many]") {
  Model model(PoolRules{.places = 1, .hands_off = false, .grows = true});
  Rooted object;
  int waiting = 0;
  for (int i = 0; i < 20; ++i) {
    model.run([&](ExecEnv& self) {
      must(monitor_enter(self, object.target()) == MonitorResult::kOk);
      ++waiting;
      while (waiting < 20) {
        must(monitor_wait(self, object.target(), Deadline::forever()) == MonitorResult::kOk);
      }
      must(monitor_notify_all(self, object.target()) == MonitorResult::kOk);
      must(monitor_exit(self, object.target()) == MonitorResult::kOk);
    });
  }
  model.await_all();
  REQUIRE(model->statistics().lwps_most == 1);
}

TEST_CASE("M:N: idle LWPs end until there are no more than places", "[sync][many_to_many]") {
  constexpr std::uint32_t kPlaces = 2;
  PoolRules rules{.places = kPlaces};
  REQUIRE(rules.idle_ns == 5 * kNanosPerSecond);
  rules.idle_ns = kNanosPerMilli;
  Model model(Model::started(*new LwpSynchronization(rules)));
  park_on_lwps(model);
  REQUIRE(eventually([&] { return model->statistics().lwps == kPlaces; }));
}

TEST_CASE("M:1: a kernel thread that takes part has the only place, or waits for it",
          "[sync][many_to_many]") {
  Model model(1);
  constexpr int kTurns = 200;
  // Not atomic: only a thread with the place may change it, and TSan would see two.
  int count = 0;
  std::atomic<int> bound_left{2};
  auto take_turns = [&](ExecEnv& self) {
    for (int i = 0; i < kTurns; ++i) {
      must(this_lwp()->place.load() != nullptr);
      ++count;
      VmToBlocked blocked(self);
      thread_model().yield(self);
    }
  };
  auto run_bound = [&] {
    ExecEnv& self = *pool().acquire();
    attach(self);
    thread_model().take_part(self);
    set_current_exec_env(&self);
    begin_running(self, ThreadState::kInVm);
    take_turns(self);
    detach(self);
    thread_model().take_leave();
    set_current_exec_env(nullptr);
    pool().release(self);
    bound_left.fetch_sub(1);
  };
  for (int i = 0; i < 3; ++i) {
    model.run(take_turns);
  }
  std::thread first(run_bound);
  std::thread second(run_bound);
  first.join();
  second.join();
  model.await_all();
  REQUIRE(count == 5 * kTurns);
}

TEST_CASE("M:N: a thread that computes yields its place at a poll", "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  model.run([&](ExecEnv& self) {
    VmToJava in_java(self);
    while (!second_ran.load(std::memory_order_relaxed)) {
      poll(self);
    }
  });
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
  REQUIRE(model->statistics().preemptions >= 1);
  REQUIRE(lwps_made(model) == 1);
}

TEST_CASE("M:N: a slice that is over in the VM, where no poll is, is deferred and counted",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  model.run([&](ExecEnv& self) {
    while (model->statistics().deferrals == 0) {
      must(!second_ran.load());
    }
    VmToJava in_java(self);
    while (!second_ran.load(std::memory_order_relaxed)) {
      poll(self);
    }
  });
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
}

TEST_CASE("M:N: a slice that is over at a stop is deferred, not given again",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  model.run([&](ExecEnv& self) {
    // As a thread that is stopped at a safepoint: it keeps its LWP.
    VmToBlocked blocked(self);
    while (model->statistics().deferrals == 0) {
      must(!second_ran.load());
    }
  });
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
}

namespace {
struct CountStopped final : SafepointOperation {
  void run() override {
    for_each_exec_env([&](ExecEnv& ee) { blocked += ee.state() == ThreadState::kBlocked ? 1 : 0; });
  }
  int blocked = 0;
};
}  // namespace

TEST_CASE("M:N: threads that nobody carries count as stopped", "[sync][many_to_many]") {
  Model model(2);
  std::atomic<int> ready{0};
  std::atomic<bool> over{false};
  std::vector<std::atomic<ExecEnv*>> threads(kMany);
  for (auto& thread : threads) {
    model.run([&](ExecEnv& self) {
      thread.store(&self);
      ready.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
      }
    });
  }
  REQUIRE(eventually([&] { return ready.load() == kMany; }));
  CountStopped operation;
  std::atomic<bool> counted{false};
  model.run([&](ExecEnv& self) {
    run_at_safepoint(self, operation);
    counted.store(true);
  });
  Attached me;
  REQUIRE(eventually(me.self, [&] { return counted.load(); }));
  REQUIRE(operation.blocked >= kMany);
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  VmToBlocked blocked(me.self);
  model.await_all();
}
