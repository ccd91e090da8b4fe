// Proves that no thread touches the heap while an operation runs, that requesters take turns, and that newcomers wait.
#include "sync/threads/safepoint.h"

#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/threads/vm_mutex.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// Counts the listed threads that touch the heap while it runs: only the coordinator.
struct CountRunning final : SafepointOperation {
  void run() override {
    REQUIRE(world_is_stopped());
    long before = progress == nullptr ? 0 : progress->load();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    moved += (progress == nullptr ? 0 : progress->load()) - before;
    threads = 0;
    for_each_exec_env([&](ExecEnv&) { ++threads; });
  }
  std::atomic<long>* progress = nullptr;
  long moved = 0;
  int threads = 0;
};

}  // namespace

TEST_CASE("safepoint: threads that poll, change states or block all stand still",
          "[sync][safepoint]") {
  Attached me;
  std::atomic<long> progress{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  threads.push_back(start([&](ExecEnv& self) {
    while (!stop.load()) {
      progress.fetch_add(1);
      poll(self);
    }
  }));
  threads.push_back(start([&](ExecEnv& self) {
    while (!stop.load()) {
      { VmToNative native(self); }
      progress.fetch_add(1);
    }
  }));
  threads.push_back(start([&](ExecEnv& self) {
    while (!stop.load()) {
      { VmToJava java(self); }
      progress.fetch_add(1);
    }
  }));
  threads.push_back(start([&](ExecEnv& self) {
    while (!stop.load()) {
      park(self, Deadline::after_ms(1));
    }
  }));
  CountRunning count;
  count.progress = &progress;
  REQUIRE(eventually(me.self, [&] { return exec_env_count() == 5; }));
  std::uint64_t before = safepoint_count();
  for (int i = 0; i < 50; ++i) {
    run_at_safepoint(me.self, count);
    REQUIRE(count.moved == 0);
  }
  REQUIRE(count.threads == 5);
  REQUIRE(safepoint_count() == before + 50);
  REQUIRE(progress.load() > 0);
  stop.store(true);
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(exec_env_count() == 1);
}

TEST_CASE("safepoint: several requesters take turns and count as stopped while they wait",
          "[sync][safepoint]") {
  struct Exclusive final : SafepointOperation {
    explicit Exclusive(int& a_shared) : shared(a_shared) {}
    void run() override { ++shared; }
    int& shared;  // not atomic: the turns must order it
  };
  Attached me;
  int shared = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.push_back(start([&](ExecEnv& self) {
      Exclusive operation(shared);
      for (int i = 0; i < 100; ++i) {
        run_at_safepoint(self, operation);
      }
    }));
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(shared == 400);
}

TEST_CASE("safepoint: a nested request runs directly", "[sync][safepoint]") {
  struct Inner final : SafepointOperation {
    void run() override { ran = world_is_stopped(); }
    bool ran = false;
  };
  struct Outer final : SafepointOperation {
    explicit Outer(ExecEnv& a_self) : self(a_self) {}
    void run() override { run_at_safepoint(self, inner); }
    ExecEnv& self;
    Inner inner;
  };
  Attached me;
  Outer outer(me.self);
  run_at_safepoint(me.self, outer);
  REQUIRE(outer.inner.ran);
  REQUIRE_FALSE(world_is_stopped());
}

TEST_CASE("safepoint: a new thread waits outside until the operation is done",
          "[sync][safepoint]") {
  struct Operation final : SafepointOperation {
    void run() override {
      thread = start([this](ExecEnv&) { arrived.store(true); });
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      early = arrived.load();
    }
    std::thread thread;
    std::atomic<bool> arrived{false};
    bool early = true;
  } operation;
  Attached me;
  run_at_safepoint(me.self, operation);
  join(me.self, operation.thread);
  REQUIRE_FALSE(operation.early);
  REQUIRE(operation.arrived.load());
}

TEST_CASE("safepoint: threads may come and go all the time", "[sync][safepoint]") {
  Attached me;
  std::atomic<bool> stop{false};
  std::thread churn([&] {
    while (!stop.load()) {
      std::thread inner = start([](ExecEnv& self) { poll(self); });
      inner.join();
    }
  });
  CountRunning count;
  for (int i = 0; i < 40; ++i) {
    run_at_safepoint(me.self, count);
    REQUIRE(count.threads >= 1);
    REQUIRE(count.threads <= 2);
  }
  stop.store(true);
  join(me.self, churn);
}

TEST_CASE("safepoint: a thread hears its poll word arm and disarm", "[sync][safepoint]") {
  struct Listening final : ExecEnv {
    void poll_changed(bool on) override { (on ? armed : disarmed).fetch_add(1); }
    std::atomic<int> armed{0};
    std::atomic<int> disarmed{0};
  };
  static ExecEnvPool<Listening> listeners;  // an ExecEnv is never freed
  Listening& listening = *listeners.acquire();
  Attached me;
  std::atomic<bool> stop{false};
  std::atomic<ExecEnv*> other_ee{nullptr};
  std::thread other([&] {
    ExecEnv& self = listening;
    attach(self);
    begin_running(self, ThreadState::kInVm);
    other_ee.store(&self);
    while (!stop.load()) {
      poll(self);
    }
    detach(self);
    listeners.release(listening);
  });
  REQUIRE(eventually(me.self, [&] { return other_ee.load() != nullptr; }));
  CountRunning count;
  run_at_safepoint(me.self, count);
  REQUIRE(listening.armed.load() == 1);
  REQUIRE(listening.disarmed.load() == 1);
  arm_poll(*other_ee.load(), kPollVm);
  REQUIRE(other_ee.load()->poll_requested());
  disarm_poll(*other_ee.load(), kPollVm);
  REQUIRE(listening.armed.load() == 2);
  REQUIRE(listening.disarmed.load() == 2);
  stop.store(true);
  join(me.self, other);
}

TEST_CASE("safepoint: a thread that cannot be started leaves the list", "[sync][safepoint]") {
  ExecEnv& ee = *pool().acquire();
  std::uint32_t before = exec_env_count();
  attach(ee);
  REQUIRE(exec_env_count() == before + 1);
  cancel_attach(ee);
  REQUIRE(exec_env_count() == before);
  pool().release(ee);
}
