// Proves the bounded look before a waiter sleeps: when it ends, and that it is made the more seldom the less it pays.
#include "sync/wait_spin.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "lock_variants.h"
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

TEST_CASE("wait spin: a new thread begins where the thread that spun last is, up to a limit",
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
  second.self.monitor_parker().unpark();
  for (int i = 0; i < 5; ++i) {
    REQUIRE_FALSE(look(second.self));  // it would have seen the permit
  }
  REQUIRE(look(second.self));
  REQUIRE(second.self.wait_spin_.sleeps() == 2);
  REQUIRE(second.self.monitor_parker().take_permit());
  // What the second learns does not reach the first, which has begun.
  REQUIRE_FALSE(look(first.self));
  REQUIRE(first.self.wait_spin_.sleeps() == 5);

  Waiter late(WaitSpin::kMostSleeps);
  REQUIRE_FALSE(look(late.self));
  REQUIRE(late.self.wait_spin_.sleeps() == WaitSpin::kMostAtFirst);
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
