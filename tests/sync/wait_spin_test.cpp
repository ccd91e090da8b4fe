// Proves the bounded look before a waiter sleeps: when it ends, and that it is made the more seldom the less it pays.
#include "sync/wait_spin.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/monitor_wait.h"
#include "sync/sync_state.h"
#include "sync/threads/processors.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// A thread that has waited for a monitor has records.
struct Waiter : Attached {
  // By default no thread before it has spun in vain.
  explicit Waiter(unsigned latest_sleeps = 0) {
    sync_state.latest_wait_sleeps.store(latest_sleeps, std::memory_order_relaxed);
    MJ_CHECK(self.lock_records_.prepare(self), "no lock record");
  }
};

bool look(ExecEnv& self, Deadline until = Deadline::forever()) {
  return self.wait_spin_.await_permit(self, until);
}

}  // namespace

TEST_CASE("wait spin: a permit ends it and stays", "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter me;
  me.self.monitor_parker().unpark();
  REQUIRE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == 0);
  REQUIRE(me.self.monitor_parker().take_permit());
}

TEST_CASE(
    "wait spin: after a look in vain it sleeps at once, four times as often each time, and half as "
    "often after one that paid",
    "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter me;
  for (unsigned expected = 1; expected < WaitSpin::kMostSleeps; expected = 4 * expected + 1) {
    REQUIRE_FALSE(look(me.self));
    REQUIRE(me.self.wait_spin_.sleeps() == expected);
    me.self.monitor_parker().unpark();
    for (unsigned i = 0; i < expected; ++i) {
      REQUIRE_FALSE(look(me.self));  // it would have seen the permit
    }
    REQUIRE(me.self.monitor_parker().take_permit());
  }
  REQUIRE_FALSE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == WaitSpin::kMostSleeps);
  for (unsigned i = 0; i < WaitSpin::kMostSleeps; ++i) {
    REQUIRE_FALSE(look(me.self));
  }
  me.self.monitor_parker().unpark();
  REQUIRE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == WaitSpin::kMostSleeps / 2);
  REQUIRE(me.self.monitor_parker().take_permit());
}

TEST_CASE("wait spin: a new thread spins once, whatever others have learned", "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter late(WaitSpin::kMostSleeps);
  late.self.monitor_parker().unpark();
  REQUIRE(look(late.self));
  REQUIRE(late.self.wait_spin_.sleeps() == 0);
  REQUIRE(late.self.monitor_parker().take_permit());
}

TEST_CASE(
    "wait spin: after a first look in vain a thread goes on from the number of the one that "
    "spun last, up to a limit",
    "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter first;
  Attached second;
  REQUIRE(second.self.lock_records_.prepare(second.self));
  REQUIRE_FALSE(look(first.self));
  REQUIRE_FALSE(look(first.self));
  REQUIRE_FALSE(look(first.self));
  REQUIRE(first.self.wait_spin_.sleeps() == 5);
  REQUIRE_FALSE(look(second.self));
  REQUIRE(second.self.wait_spin_.sleeps() == 21);
  // What the second learns does not reach the first, which has begun.
  for (int i = 0; i < 6; ++i) {
    REQUIRE_FALSE(look(first.self));
  }
  REQUIRE(first.self.wait_spin_.sleeps() == 21);

  Waiter late(WaitSpin::kMostSleeps);
  REQUIRE_FALSE(look(late.self));
  REQUIRE(late.self.wait_spin_.sleeps() == 4 * WaitSpin::kMostAtFirst + 1);
}

TEST_CASE("wait spin: a thread that wakes a spinning waiter spins at its own next wait",
          "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter me;
  REQUIRE_FALSE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == 1);
  Attached asleep;
  invite(me.self, &asleep.self);
  me.self.monitor_parker().unpark();
  REQUIRE_FALSE(look(me.self));  // the one wait that sleeps; it would have seen the permit
  REQUIRE(look(me.self));
  REQUIRE(me.self.monitor_parker().take_permit());

  REQUIRE_FALSE(look(me.self));
  REQUIRE_FALSE(look(me.self));
  REQUIRE_FALSE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == 5);
  Attached spinning;
  spinning.self.spins_at_wait_.store(true, std::memory_order_relaxed);
  invite(me.self, &spinning.self);
  me.self.monitor_parker().unpark();
  REQUIRE(look(me.self));
  REQUIRE(me.self.monitor_parker().take_permit());
}

TEST_CASE("wait spin: others see that a waiter spins, and not afterwards", "[sync][wait_spin]") {
  if (!several_processors()) {
    return;
  }
  Waiter me;
  std::atomic<bool> seen = false;
  std::thread other([&] {
    while (!me.self.spins_at_wait_.load(std::memory_order_relaxed)) {
    }
    seen = true;
    me.self.monitor_parker().unpark();
  });
  while (!seen) {
    // A look is short, so the other thread may miss some of them.
    look(me.self);
  }
  other.join();
  REQUIRE_FALSE(me.self.spins_at_wait_.load(std::memory_order_relaxed));
  me.self.monitor_parker().take_permit();
}

TEST_CASE("wait spin: a deadline ends it and says nothing", "[sync][wait_spin]") {
  Waiter me;
  REQUIRE_FALSE(look(me.self, Deadline::after_ns(0)));
  REQUIRE(me.self.wait_spin_.sleeps() == 0);
}

TEST_CASE("wait spin: the paper's own algorithm does not spin", "[sync][wait_spin]") {
  Chosen meta({"meta", LockingMode::kMeta});
  Waiter me;
  me.self.monitor_parker().unpark();
  REQUIRE_FALSE(look(me.self));
  REQUIRE(me.self.wait_spin_.sleeps() == 0);
  REQUIRE(me.self.monitor_parker().take_permit());
}
