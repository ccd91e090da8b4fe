// Proves the bounded wait before a thread queues itself: what it returns in each state of the word, and that it spends less when it fails.
#include "sync/enter_spin.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/monitor.h"
#include "sync/monitor_fast.h"
#include "sync/monitor_wait.h"
#include "sync/threads/processors.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// Two threads, one of which owns the monitor.
struct Contended {
  Contended() {
    MJ_CHECK(monitor_enter(owner.self, rooted.target()) == MonitorResult::kOk, "enter failed");
    MJ_CHECK(other.self.lock_records_.prepare(other.self), "no lock record");
  }
  bool spin() { return other.self.enter_spin_.try_enter(other.self, rooted.word()); }
  int pauses() const { return other.self.enter_spin_.pauses(); }

  Attached owner;
  Attached other;
  Rooted rooted;
};

}  // namespace

TEST_CASE("enter spin: each failure halves what the next one costs, down to a least",
          "[sync][enter_spin]") {
  if (!several_processors()) {
    return;
  }
  Contended two;
  LockBits before = bits_of(two.rooted.word());
  for (int expected = EnterSpin::kMost / 2; expected >= EnterSpin::kLeast; expected /= 2) {
    REQUIRE_FALSE(two.spin());
    REQUIRE(two.pauses() == expected);
  }
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kLeast);
  REQUIRE(bits_of(two.rooted.word()) == before);
  REQUIRE(monitor_exit(two.owner.self, two.rooted.target()) == MonitorResult::kOk);
  REQUIRE(two.spin());
  REQUIRE(holds_lock(two.other.self, two.rooted.target()));
  REQUIRE(two.pauses() == 2 * EnterSpin::kLeast);
  REQUIRE(monitor_exit(two.other.self, two.rooted.target()) == MonitorResult::kOk);
}

TEST_CASE("enter spin: nobody overtakes a queue", "[sync][enter_spin]") {
  Contended two;
  LockBits locked = bits_of(two.rooted.word());
  two.rooted.word().store(locked | kQueueBit, std::memory_order_relaxed);
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kMost);  // it did not even begin
  two.rooted.word().store(locked, std::memory_order_relaxed);
  REQUIRE(monitor_exit(two.owner.self, two.rooted.target()) == MonitorResult::kOk);
}

TEST_CASE("enter spin: a thread lets the spinning waiter pass that it has woken, once",
          "[sync][enter_spin]") {
  if (!several_processors()) {
    return;
  }
  Contended two;
  const LockBits locked = bits_of(two.rooted.word());
  two.rooted.word().store(waiters_bits(lock_record(locked)), std::memory_order_relaxed);
  two.owner.self.spins_at_wait_.store(true, std::memory_order_relaxed);
  invite(two.other.self, &two.owner.self);
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kMost / 2);  // it looked until its time was over
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kMost / 2);  // it did not even begin
  two.owner.self.spins_at_wait_.store(false, std::memory_order_relaxed);
  invite(two.other.self, &two.owner.self);
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kMost / 2);  // a waiter that sleeps takes longer than a spin
  two.rooted.word().store(locked, std::memory_order_relaxed);
  REQUIRE(monitor_exit(two.owner.self, two.rooted.target()) == MonitorResult::kOk);
}

namespace {
// -XX:SpinPolicy=mounted for a scope.
struct ForMounted {
  ForMounted() { spin_for_mounted_owners(true); }
  ~ForMounted() { spin_for_mounted_owners(false); }
};
}  // namespace

TEST_CASE("enter spin: SpinPolicy=mounted spins only while the owner is mounted",
          "[sync][enter_spin]") {
  if (!several_processors()) {
    return;
  }
  Contended two;
  {
    VmToBlocked parked(two.owner.self);
    ForMounted policy;
    REQUIRE_FALSE(two.spin());
    REQUIRE(two.pauses() == EnterSpin::kMost);  // it did not even begin
  }
  {
    VmToNative native(two.owner.self);
    ForMounted policy;
    REQUIRE_FALSE(two.spin());
    REQUIRE(two.pauses() == EnterSpin::kMost);
  }
  {
    VmToBlocked parked(two.owner.self);
    REQUIRE_FALSE(two.spin());
    REQUIRE(two.pauses() == EnterSpin::kMost / 2);  // by default it does not ask
  }
  ForMounted policy;
  {
    VmToJava runs(two.owner.self);
    REQUIRE_FALSE(two.spin());
    REQUIRE(two.pauses() == EnterSpin::kMost / 4);
  }
  REQUIRE(monitor_exit(two.owner.self, two.rooted.target()) == MonitorResult::kOk);
  REQUIRE(two.spin());
  REQUIRE(monitor_exit(two.other.self, two.rooted.target()) == MonitorResult::kOk);
}

TEST_CASE("enter spin: the paper's own algorithm does not spin", "[sync][enter_spin]") {
  Chosen meta({"meta", LockingMode::kMeta});
  Contended two;
  REQUIRE(monitor_exit(two.owner.self, two.rooted.target()) == MonitorResult::kOk);
  REQUIRE_FALSE(two.spin());
  REQUIRE(two.pauses() == EnterSpin::kMost);
}
