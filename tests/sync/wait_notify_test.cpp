// Proves wait and notify: order, count, time-out, interrupt, and the race between them.
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/identity_hash.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

void enter(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
}
void leave(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
}

// Starts waiters one after the other and returns the order in which single notifies wake them.
std::vector<int> wake_order(NotifyOrder order) {
  set_notify_order(order);
  Attached me;
  Rooted rooted;
  constexpr int kWaiters = 5;
  std::vector<int> woken;  // guarded by the monitor
  std::vector<std::thread> threads;
  for (int t = 0; t < kWaiters; ++t) {
    std::atomic<bool> waits{false};
    threads.push_back(start([&, t](ExecEnv& self) {
      enter(self, rooted);
      waits.store(true);
      MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
               "not notified");
      woken.push_back(t);
      leave(self, rooted);
    }));
    eventually(me.self, [&] { return waits.load(); });
    enter(me.self, rooted);  // it has released the monitor, so its record is queued
    leave(me.self, rooted);
  }
  for (std::size_t i = 0; i < kWaiters; ++i) {
    enter(me.self, rooted);
    MJ_CHECK(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk, "notify failed");
    leave(me.self, rooted);
    while (true) {
      enter(me.self, rooted);
      bool done = woken.size() > i;
      leave(me.self, rooted);
      if (done) {
        break;
      }
      sleep(me.self, Deadline::after_ms(1));
    }
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  set_notify_order(NotifyOrder::kFifo);
  CHECK(state_of(rooted.word()) == LockState::NEUTRAL);
  return woken;
}

}  // namespace

TEST_CASE("wait: notify wakes the oldest waiter first", "[sync][wait]") {
  REQUIRE(wake_order(NotifyOrder::kFifo) == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("wait: the paper's order wakes the newest waiter first", "[sync][wait]") {
  REQUIRE(wake_order(NotifyOrder::kPaper) == std::vector<int>{4, 3, 2, 1, 0});
}

TEST_CASE("wait: a time-out gives the monitor back with its count, hash and age", "[sync][wait]") {
  Attached me;
  Rooted rooted;
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  for (int i = 0; i < 3; ++i) {
    enter(me.self, rooted);
  }
  std::int64_t begin = machine_ns();
  REQUIRE(monitor_wait(me.self, rooted.target(), Deadline::after_ms(10)) ==
          MonitorResult::kTimedOut);
  REQUIRE(machine_ns() - begin >= 10 * kNanosPerMilli);
  REQUIRE(view_monitor_at_safepoint(rooted.word()).entry_count == 3);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  for (int i = 0; i < 3; ++i) {
    leave(me.self, rooted);
  }
  REQUIRE(bits_of(rooted.word()) == with_hash(0, hash));
}

TEST_CASE("wait: notify without a waiter is forgotten and needs no meta-lock", "[sync][wait]") {
  Attached me;
  Rooted rooted;
  enter(me.self, rooted);
  std::uint64_t before = me.self.lock_counters().get_meta_lock.load();
  REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(me.self.lock_counters().get_meta_lock.load() == before);
  REQUIRE(monitor_wait(me.self, rooted.target(), Deadline::after_ms(1)) ==
          MonitorResult::kTimedOut);
  leave(me.self, rooted);
}

TEST_CASE("wait: an interrupt before or during it ends it and is cleared", "[sync][wait]") {
  Attached me;
  Rooted rooted;
  enter(me.self, rooted);
  interrupt(me.self);
  REQUIRE(monitor_wait(me.self, rooted.target(), Deadline::forever()) ==
          MonitorResult::kInterrupted);
  REQUIRE_FALSE(me.self.interrupted());
  leave(me.self, rooted);

  std::atomic<ExecEnv*> waiter{nullptr};
  std::atomic<bool> right{false};
  std::thread thread = start([&](ExecEnv& self) {
    enter(self, rooted);
    waiter.store(&self);
    bool interrupted =
        monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kInterrupted;
    right.store(interrupted && holds_lock(self, rooted.target()) && !self.interrupted());
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] {
    return waiter.load() != nullptr && waiter.load()->block_kind() == BlockKind::kMonitorWait;
  }));
  interrupt(*waiter.load());
  join(me.self, thread);
  REQUIRE(right.load());
  REQUIRE(state_of(rooted.word()) == LockState::NEUTRAL);
}

TEST_CASE(
    "wait: a notified waiter that is interrupted later returns normally and stays interrupted",
    "[sync][wait]") {
  Attached me;
  Rooted rooted;
  std::atomic<ExecEnv*> waiter{nullptr};
  std::atomic<bool> normal{false};
  std::atomic<bool> still_interrupted{false};
  std::thread thread = start([&](ExecEnv& self) {
    enter(self, rooted);
    waiter.store(&self);
    normal.store(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk);
    still_interrupted.store(self.clear_interrupt());
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] {
    return waiter.load() != nullptr && waiter.load()->block_kind() == BlockKind::kMonitorWait;
  }));
  enter(me.self, rooted);
  REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  interrupt(*waiter.load());
  leave(me.self, rooted);
  join(me.self, thread);
  REQUIRE(normal.load());
  REQUIRE(still_interrupted.load());
}

TEST_CASE("wait: notifyAll lets every waiter go on", "[sync][wait]") {
  Attached me;
  Rooted rooted;
  constexpr int kWaiters = 6;
  bool go = false;  // guarded by the monitor
  int waiting = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kWaiters; ++t) {
    threads.push_back(start([&](ExecEnv& self) {
      enter(self, rooted);
      ++waiting;
      while (!go) {
        MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
                 "not notified");
      }
      leave(self, rooted);
    }));
  }
  bool all = false;
  while (!all) {
    enter(me.self, rooted);
    all = waiting == kWaiters;
    if (all) {
      go = true;
      REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
    }
    leave(me.self, rooted);
    sleep(me.self, Deadline::after_ms(1));
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(state_of(rooted.word()) == LockState::NEUTRAL);
}
