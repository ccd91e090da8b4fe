// Shows that a dormant thread costs a safepoint nothing, and that it touches nothing before it has
// rejoined the threads that are awake.
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/threads/parker.h"
#include "sync/threads/safepoint.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// Stands for a young collection that finds nothing to move in any parked thread.
struct Collection : SafepointOperation {
  bool lets_doze() const override { return true; }
  void run() override {
    awake = 0;
    for_each_awake_exec_env([&](ExecEnv& ee) {
      ++awake;
      if (is_parked(ee)) {
        may_doze(ee);
      }
    });
  }
  int awake = 0;
};

// Parks until it gets a permit, then counts.
struct Sleeper {
  void run(ExecEnv& self) {
    ee.store(&self);
    while (!stop.load()) {
      {
        BlockedOn blocked(self, BlockKind::kPark, nullptr);
        park(self, Deadline::forever());
      }
      ++turns;
    }
  }
  // Returns when the thread is parked.
  void await_parked(ExecEnv& asker) {
    REQUIRE(eventually(asker, [&] { return ee.load() != nullptr && is_parked(*ee.load()); }));
  }
  void end(ExecEnv& asker) {
    stop.store(true);
    unpark(*ee.load());
    join(asker, thread);
  }
  std::atomic<ExecEnv*> ee{nullptr};
  std::atomic<bool> stop{false};
  std::atomic<long> turns{0};
  std::thread thread = start([this](ExecEnv& self) { run(self); });
};

// A sleeper that a collection has made dormant.
struct Dozing {
  explicit Dozing(ExecEnv& a_asker) : asker(a_asker) {
    sleeper.await_parked(asker);
    Collection collection;
    run_at_safepoint(asker, collection);
    REQUIRE(is_dormant(*sleeper.ee.load()));
  }
  ~Dozing() { sleeper.end(asker); }
  ExecEnv& asker;
  Sleeper sleeper;
};

int awake_now() {
  ThreadListLock lock;
  int count = 0;
  for_each_awake_exec_env([&](ExecEnv&) { ++count; });
  return count;
}

}  // namespace

TEST_CASE("dormant: later safepoints neither arm nor visit the thread", "[sync][safepoint]") {
  Attached me;
  Dozing dozing(me.self);
  struct Look final : Collection {
    explicit Look(ExecEnv& a_sleeper) : sleeper(a_sleeper) {}
    void run() override {
      Collection::run();
      armed = (sleeper.poll_.load() & kPollSafepoint) != 0;
    }
    ExecEnv& sleeper;
    bool armed = true;
  } look(*dozing.sleeper.ee.load());
  run_at_safepoint(me.self, look);
  CHECK(look.awake == 1);
  CHECK_FALSE(look.armed);
  CHECK(exec_env_count() == 2);
}

TEST_CASE("dormant: a thread that gets its permit runs and is awake again", "[sync][safepoint]") {
  Attached me;
  Dozing dozing(me.self);
  unpark(*dozing.sleeper.ee.load());
  REQUIRE(eventually(me.self, [&] { return dozing.sleeper.turns.load() == 1; }));
  CHECK(awake_now() == 2);
  CHECK_FALSE(is_dormant(*dozing.sleeper.ee.load()));
}

TEST_CASE("dormant: a thread that wakes while the world is stopped waits", "[sync][safepoint]") {
  Attached me;
  Dozing dozing(me.self);
  struct WakeInside final : Collection {
    explicit WakeInside(Sleeper& a_sleeper) : sleeper(a_sleeper) {}
    void run() override {
      unpark(*sleeper.ee.load());
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      early = sleeper.turns.load();
    }
    Sleeper& sleeper;
    long early = -1;
  } wake(dozing.sleeper);
  run_at_safepoint(me.self, wake);
  CHECK(wake.early == 0);
  CHECK(eventually(me.self, [&] { return dozing.sleeper.turns.load() == 1; }));
}

TEST_CASE("dormant: a handshake wakes the thread, for it may change its stack",
          "[sync][safepoint]") {
  Attached me;
  Dozing dozing(me.self);
  Nothing nothing;
  REQUIRE(run_handshake(me.self, *dozing.sleeper.ee.load(), nothing));
  CHECK_FALSE(is_dormant(*dozing.sleeper.ee.load()));
  CHECK(awake_now() == 2);
}

TEST_CASE("dormant: a thread that a handshake waits for stays awake", "[sync][safepoint]") {
  Attached me;
  Sleeper sleeper;
  sleeper.await_parked(me.self);
  ExecEnv& thread = *sleeper.ee.load();
  arm_poll(thread, kPollHandshake);
  Collection collection;
  run_at_safepoint(me.self, collection);
  CHECK_FALSE(is_dormant(thread));
  disarm_poll(thread, kPollHandshake);
  run_at_safepoint(me.self, collection);
  CHECK(is_dormant(thread));
  sleeper.end(me.self);
}

TEST_CASE("dormant: what a collection said of a thread counts for this safepoint only",
          "[sync][safepoint]") {
  struct Outer final : SafepointOperation {
    explicit Outer(ExecEnv& a_self) : self(a_self) {}
    void run() override { run_at_safepoint(self, inner); }
    ExecEnv& self;
    Collection inner;
  };
  struct FindsYoung final : SafepointOperation {
    bool lets_doze() const override { return true; }
    void run() override {}
  } finds_young;
  Attached me;
  Sleeper sleeper;
  sleeper.await_parked(me.self);
  Outer outer(me.self);
  run_at_safepoint(me.self, outer);
  run_at_safepoint(me.self, finds_young);
  CHECK_FALSE(is_dormant(*sleeper.ee.load()));
  sleeper.end(me.self);
}

TEST_CASE("dormant: an operation that is no collection wakes all threads", "[sync][safepoint]") {
  Attached me;
  Dozing one(me.self), two(me.self);
  CHECK(awake_now() == 1);
  Nothing nothing;
  run_at_safepoint(me.self, nothing);
  CHECK(awake_now() == 3);
  CHECK_FALSE(is_dormant(*one.sleeper.ee.load()));
}

TEST_CASE("dormant: threads doze and wake all the time, and none moves in a stopped world",
          "[sync][safepoint]") {
  Attached me;
  std::vector<std::unique_ptr<Sleeper>> sleepers;
  for (int i = 0; i < 4; ++i) {
    sleepers.push_back(std::make_unique<Sleeper>());
    sleepers.back()->await_parked(me.self);
  }
  struct Watch final : Collection {
    explicit Watch(std::vector<std::unique_ptr<Sleeper>>& a_sleepers) : sleepers(a_sleepers) {}
    long turns() const {
      long sum = 0;
      for (auto& sleeper : sleepers) {
        sum += sleeper->turns.load();
      }
      return sum;
    }
    void run() override {
      const long before = turns();
      Collection::run();
      for (auto& sleeper : sleepers) {
        unpark(*sleeper->ee.load());
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      moved += turns() - before;
    }
    std::vector<std::unique_ptr<Sleeper>>& sleepers;
    long moved = 0;
  } watch(sleepers);
  for (int i = 0; i < 300; ++i) {
    run_at_safepoint(me.self, watch);
    Nothing nothing;
    run_handshake(me.self, *sleepers[static_cast<std::size_t>(i) % 4]->ee.load(), nothing);
    // Between safepoints the sleepers need time to run, and some must have run by now.
    if (i % 20 == 0) {
      const long seen = watch.turns();
      for (auto& sleeper : sleepers) {
        unpark(*sleeper->ee.load());
      }
      REQUIRE(eventually(me.self, [&] { return watch.turns() > seen; }));
    }
  }
  CHECK(watch.moved == 0);
  for (auto& sleeper : sleepers) {
    sleeper->end(me.self);
  }
}
