// Proves the permit, sleep and interrupt.
#include "sync/threads/parker.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("parker: a permit left before is taken at once, and only one is kept", "[sync][parker]") {
  Attached me;
  unpark(me.self);
  unpark(me.self);
  REQUIRE(me.self.parker().park(Deadline::forever()));
  REQUIRE_FALSE(me.self.parker().park(Deadline::after_ms(1)));
}

TEST_CASE("parker: a time-out is not early", "[sync][parker]") {
  Attached me;
  std::int64_t begin = machine_ns();
  park(me.self, Deadline::after_ms(20));
  REQUIRE(machine_ns() - begin >= 20 * kNanosPerMilli);
}

TEST_CASE("parker: no wake-up is lost between two threads that park in turn", "[sync][parker]") {
  Attached me;
  std::atomic<ExecEnv*> other_ee{nullptr};
  std::atomic<int> turn{0};
  constexpr int kRounds = 3000;
  std::thread other = start([&](ExecEnv& self) {
    other_ee.store(&self);
    for (int i = 0; i < kRounds; ++i) {
      while (turn.load() != 1) {
        park(self, Deadline::forever());
      }
      turn.store(0);
      unpark(me.self);
    }
  });
  REQUIRE(eventually(me.self, [&] { return other_ee.load() != nullptr; }));
  for (int i = 0; i < kRounds; ++i) {
    while (turn.load() != 0) {
      park(me.self, Deadline::forever());
    }
    turn.store(1);
    unpark(*other_ee.load());
  }
  join(me.self, other);
  REQUIRE(turn.load() == 0);
}

TEST_CASE("parker: an interrupt ends park, keeps the flag, and later parks return at once",
          "[sync][parker]") {
  Attached me;
  std::atomic<ExecEnv*> other_ee{nullptr};
  std::atomic<bool> interrupted{false};
  std::thread other = start([&](ExecEnv& self) {
    other_ee.store(&self);
    while (!self.interrupted()) {
      park(self, Deadline::forever());
    }
    park(self, Deadline::forever());
    park(self, Deadline::forever());
    interrupted.store(self.clear_interrupt());
  });
  REQUIRE(eventually(me.self, [&] {
    return other_ee.load() != nullptr && other_ee.load()->block_kind() == BlockKind::kPark;
  }));
  interrupt(*other_ee.load());
  join(me.self, other);
  REQUIRE(interrupted.load());
}

TEST_CASE("parker: sleep lasts, is ended by an interrupt, and does not eat LockSupport's permit",
          "[sync][parker]") {
  Attached me;
  std::int64_t begin = machine_ns();
  unpark(me.self);
  REQUIRE(sleep(me.self, Deadline::after_ms(10)) == SleepResult::kSlept);
  REQUIRE(machine_ns() - begin >= 10 * kNanosPerMilli);
  REQUIRE(me.self.parker().has_permit());
  interrupt(me.self);
  REQUIRE(sleep(me.self, Deadline::forever()) == SleepResult::kInterrupted);
  REQUIRE_FALSE(me.self.interrupted());

  std::atomic<ExecEnv*> other_ee{nullptr};
  std::atomic<bool> woken{false};
  std::thread other = start([&](ExecEnv& self) {
    other_ee.store(&self);
    woken.store(sleep(self, Deadline::forever()) == SleepResult::kInterrupted);
  });
  REQUIRE(eventually(me.self, [&] {
    return other_ee.load() != nullptr && other_ee.load()->block_kind() == BlockKind::kSleep;
  }));
  interrupt(*other_ee.load());
  join(me.self, other);
  REQUIRE(woken.load());
}
