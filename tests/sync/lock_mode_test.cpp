// Proves that a monitor is the same in every lock mode and policy: owner, count, hash, age, queues, waits; and what is particular to each.
#include "sync/lock_mode.h"

#include <deque>
#include <memory>
#include <new>
#include <vector>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/identity_hash.h"
#include "sync/monitor.h"
#include "sync/sync_state.h"
#include "watched_thread.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {
std::atomic<bool> memory_is_out{false};
}

// Replaces the operator of the standard library for this program.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return memory_is_out.load() ? nullptr : ::operator new(size);
}

TEST_CASE("lock mode: count, hash and age live through recursion", "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Attached other;
  Rooted rooted;
  constexpr std::uint32_t kDepth = 600;  // more than a thin word can count
  for (std::uint32_t i = 1; i <= kDepth; ++i) {
    enter(me.self, rooted);
    REQUIRE(view_monitor_at_safepoint(rooted.word()).entry_count == i);
  }
  std::uint32_t hash = identity_hash(other.self, rooted.target());
  REQUIRE(hash != 0);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  set_object_age(rooted.word(), 5);
  verify_monitor(rooted.word());
  REQUIRE(holds_lock(me.self, rooted.target()));
  REQUIRE_FALSE(holds_lock(other.self, rooted.target()));
  REQUIRE(view_monitor_at_safepoint(rooted.word()).owner == &me.self);
  for (std::uint32_t i = 0; i < kDepth; ++i) {
    leave(me.self, rooted);
  }
  REQUIRE_FALSE(holds_lock(me.self, rooted.target()));
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(identity_hash(other.self, rooted.target()) == hash);
  REQUIRE(object_age(rooted.word()) == 5);
  verify_monitor(rooted.word());
}

TEST_CASE("lock mode: many objects are unlocked in the order in which they were locked",
          "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  std::vector<Rooted> all(9000);  // more than the monitor cache keeps
  for (Rooted& rooted : all) {
    rooted.slot = &rooted.object;
    enter(me.self, rooted);
  }
  for (Rooted& rooted : all) {
    MJ_CHECK(holds_lock(me.self, rooted.target()), "a lock is lost");
    leave(me.self, rooted);
    MJ_CHECK(!holds_lock(me.self, rooted.target()), "a lock stays");
  }
  REQUIRE(me.self.lock_records_.allocated() == me.self.lock_records_.free_count());
}

TEST_CASE("lock mode: a thread hears that it must wait to enter only if another was there first",
          "[sync][lock_mode]") {
  struct Listening final : ExecEnv {
    void must_enter(const NoSafepoint&) override { ++waits; }
    void has_entered(const NoSafepoint&) override { ++entries; }
    bool heard(int times) const { return waits == times && entries == times; }
    int waits = 0;
    int entries = 0;
  };
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  static ExecEnvPool<Listening> listeners;  // an ExecEnv is never freed
  Listening& listening = *listeners.acquire();
  listening.waits = listening.entries = 0;
  Attached me;
  Rooted rooted;
  std::atomic<int> step{0};
  std::thread other([&] {
    attach(listening);
    begin_running(listening, ThreadState::kInVm);
    for (int i = 0; i < 3; ++i) {
      enter(listening, rooted);
    }
    for (int i = 0; i < 3; ++i) {
      leave(listening, rooted);
    }
    MJ_CHECK(listening.heard(0), "alone: %d, %d", listening.waits, listening.entries);
    step.store(1);
    while (step.load() != 2) {
      poll(listening);
    }
    enter(listening, rooted);
    MJ_CHECK(listening.heard(1), "after another: %d, %d", listening.waits, listening.entries);
    MJ_CHECK(
        monitor_wait(listening, rooted.target(), Deadline::after_ms(1)) == MonitorResult::kTimedOut,
        "nobody notifies");
    MJ_CHECK(listening.heard(2), "after a wait: %d, %d", listening.waits, listening.entries);
    leave(listening, rooted);
    detach(listening);
    listeners.release(listening);
  });
  REQUIRE(eventually(me.self, [&] { return step.load() == 1; }));
  enter(me.self, rooted);
  step.store(2);
  REQUIRE(
      eventually(me.self, [&] { return blocks(&listening, BlockKind::kMonitorEnter, rooted); }));
  leave(me.self, rooted);
  join(me.self, other);
}

TEST_CASE("lock mode: who does not own it may do nothing", "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached owner;
  Attached other;
  Rooted rooted;
  bool locked = GENERATE(false, true);
  if (locked) {
    enter(owner.self, rooted);
  }
  REQUIRE(monitor_exit(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(monitor_wait(other.self, rooted.target(), Deadline::forever()) ==
          MonitorResult::kNotOwner);
  REQUIRE(monitor_notify(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(monitor_notify_all(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(holds_lock(owner.self, rooted.target()) == locked);
  if (locked) {
    leave(owner.self, rooted);
  }
}

TEST_CASE("lock mode: a contender is queued, is seen, and gets the monitor", "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  enter(me.self, rooted);
  enter(me.self, rooted);
  Other contender([&](ExecEnv& self) {
    enter(self, rooted);
    leave(self, rooted);
  });
  contender.await(me.self, BlockKind::kMonitorEnter, rooted);
  {
    NoSafepoint still(me.self);
    MonitorView view = view_monitor(me.self, rooted.word(), still);
    REQUIRE(view.owner == &me.self);
    REQUIRE(view.contenders == 1);
    REQUIRE(view.waiters == 0);
  }
  REQUIRE(view_monitor_at_safepoint(rooted.word()).entry_count == 2);
  REQUIRE(monitor_address(rooted.word()) != nullptr);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  set_object_age(rooted.word(), 9);
  verify_monitor(rooted.word());
  leave(me.self, rooted);
  REQUIRE(holds_lock(me.self, rooted.target()));
  leave(me.self, rooted);
  contender.join_from(me.self);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  REQUIRE(object_age(rooted.word()) == 9);
  REQUIRE(view_monitor_at_safepoint(rooted.word()).owner == nullptr);
}

TEST_CASE("lock mode: a wait gives the monitor up and back, and has one outcome",
          "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  MonitorResult outcome = MonitorResult::kNotOwner;
  std::uint32_t count = 0;
  auto waits = [&](Deadline until) {
    return [&rooted, &outcome, &count, until](ExecEnv& self) {
      for (int i = 0; i < 3; ++i) {
        enter(self, rooted);
      }
      outcome = monitor_wait(self, rooted.target(), until);
      count = view_monitor_at_safepoint(rooted.word()).entry_count;
      self.clear_interrupt();
      for (int i = 0; i < 3; ++i) {
        leave(self, rooted);
      }
    };
  };
  SECTION("notified") {
    Other waiter(waits(Deadline::forever()));
    waiter.await(me.self, BlockKind::kMonitorWait, rooted);
    REQUIRE(identity_hash(me.self, rooted.target()) == hash);
    enter(me.self, rooted);
    REQUIRE(view_monitor_at_safepoint(rooted.word()).waiters == 1);
    verify_monitor(rooted.word());
    REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
    REQUIRE(view_monitor_at_safepoint(rooted.word()).waiters == 0);
    REQUIRE(view_monitor_at_safepoint(rooted.word()).contenders == 1);
    leave(me.self, rooted);
    waiter.join_from(me.self);
    REQUIRE(outcome == MonitorResult::kOk);
  }
  SECTION("interrupted while another owns it") {
    Other waiter(waits(Deadline::forever()));
    waiter.await(me.self, BlockKind::kMonitorWait, rooted);
    enter(me.self, rooted);
    interrupt(*waiter.ee());
    waiter.await(me.self, BlockKind::kMonitorEnter, rooted);
    REQUIRE(view_monitor_at_safepoint(rooted.word()).contenders == 1);
    REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);  // too late
    leave(me.self, rooted);
    waiter.join_from(me.self);
    REQUIRE(outcome == MonitorResult::kInterrupted);
  }
  SECTION("interrupted after a notifyAll, before it was the waiter's turn") {
    Other waiter(waits(Deadline::forever()));
    waiter.await(me.self, BlockKind::kMonitorWait, rooted);
    enter(me.self, rooted);
    REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
    interrupt(*waiter.ee());
    waiter.await(me.self, BlockKind::kMonitorEnter, rooted);
    verify_monitor(rooted.word());
    REQUIRE(view_monitor_at_safepoint(rooted.word()).contenders == 1);
    leave(me.self, rooted);
    waiter.join_from(me.self);
    // JLS 17.2.4 allows both. With three queues a notifyAll decides no wait.
    bool undecided = variant.uses_meta_lock() && variant.policy == MonitorPolicy::kThree;
    REQUIRE(outcome == (undecided ? MonitorResult::kInterrupted : MonitorResult::kOk));
  }
  SECTION("timed out") {
    Other waiter(waits(Deadline::after_ms(2)));
    waiter.join_from(me.self);
    REQUIRE(outcome == MonitorResult::kTimedOut);
  }
  REQUIRE(count == 3);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  REQUIRE(view_monitor_at_safepoint(rooted.word()).owner == nullptr);
}

TEST_CASE("lock mode: notifyAll wakes all, in the order in which they began to wait",
          "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  std::vector<int> woken;  // guarded by the monitor
  std::vector<std::unique_ptr<Other>> waiters;
  for (int t = 0; t < 4; ++t) {
    waiters.push_back(std::make_unique<Other>([&, t](ExecEnv& self) {
      enter(self, rooted);
      MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
               "not notified");
      woken.push_back(t);
      leave(self, rooted);
    }));
    waiters.back()->await(me.self, BlockKind::kMonitorWait, rooted);
    enter(me.self, rooted);  // its record is queued once the monitor can be entered
    leave(me.self, rooted);
  }
  enter(me.self, rooted);
  REQUIRE(view_monitor_at_safepoint(rooted.word()).waiters == 4);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  leave(me.self, rooted);
  for (auto& waiter : waiters) {
    waiter->join_from(me.self);
  }
  REQUIRE(woken.size() == 4);
  if (variant.policy == MonitorPolicy::kThree) {
    // each is handed the monitor; elsewhere one may barge
    REQUIRE(woken == std::vector<int>{0, 1, 2, 3});
  }
}

TEST_CASE("lock mode: three queues prefer the awakened to who was there first and to who comes now",
          "[sync][lock_mode]") {
  Chosen chosen({"three", LockingMode::kMetaFast, MonitorPolicy::kThree});
  Attached me;
  Rooted rooted;
  std::vector<char> order;  // guarded by the monitor
  Other waiter([&](ExecEnv& self) {
    enter(self, rooted);
    MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
             "not notified");
    order.push_back('w');
    leave(self, rooted);
  });
  waiter.await(me.self, BlockKind::kMonitorWait, rooted);
  enter(me.self, rooted);
  Other contender([&](ExecEnv& self) {
    enter(self, rooted);
    order.push_back('c');
    leave(self, rooted);
  });
  contender.await(me.self, BlockKind::kMonitorEnter, rooted);
  REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  leave(me.self, rooted);
  waiter.join_from(me.self);
  contender.join_from(me.self);
  REQUIRE(order == std::vector<char>{'w', 'c'});
}

TEST_CASE("lock mode: only meta-fast has the extra-fast paths", "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  bool fast = variant.mode == LockingMode::kMetaFast;
  enter(me.self, rooted);
  REQUIRE(try_fast_enter(me.self, rooted.word()) == fast);
  REQUIRE(try_fast_exit(me.self, rooted.word()) == fast);
  leave(me.self, rooted);
  REQUIRE(try_fast_enter(me.self, rooted.word()) == fast);
  REQUIRE(try_fast_exit(me.self, rooted.word()) == fast);
}

TEST_CASE("lock mode: meta takes the meta-lock twice a pair, meta-fast never",
          "[sync][lock_mode]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  std::uint64_t before = me.self.lock_counters().get_meta_lock.load();
  enter(me.self, rooted);
  leave(me.self, rooted);
  std::uint64_t expected =
      variant.mode == LockingMode::kMeta || variant.mode == LockingMode::kTas ? 2 : 0;
  REQUIRE(me.self.lock_counters().get_meta_lock.load() - before == expected);
}

TEST_CASE("lock mode: a thin lock stands in the word, inflates for a waiter and is thin again",
          "[sync][lock_mode]") {
  Chosen chosen({"thin", LockingMode::kThin});
  Attached me;
  Rooted rooted;
  enter(me.self, rooted);
  REQUIRE(state_of(rooted.word()) == LockState::NEUTRAL);
  REQUIRE(monitor_address(rooted.word()) == nullptr);
  REQUIRE(monitor_wait(me.self, rooted.target(), Deadline::after_ns(1)) ==
          MonitorResult::kTimedOut);
  REQUIRE(monitor_address(rooted.word()) != nullptr);
  leave(me.self, rooted);
  REQUIRE(bits_of(rooted.word()) == 0);
}

TEST_CASE("lock mode: a heavy lock has a fat monitor from the first enter to the last exit",
          "[sync][lock_mode]") {
  Chosen chosen({"heavy", LockingMode::kHeavy});
  Attached me;
  Rooted rooted;
  enter(me.self, rooted);
  REQUIRE(monitor_address(rooted.word()) != nullptr);
  enter(me.self, rooted);
  leave(me.self, rooted);
  REQUIRE(monitor_address(rooted.word()) != nullptr);
  leave(me.self, rooted);
  REQUIRE(bits_of(rooted.word()) == 0);
}

TEST_CASE(
    "lock mode: Q says that a monitor was entered twice only in the build that wants it (5.2)",
    "[sync][lock_mode]") {
  Attached me;
  Rooted rooted;
  for (int times = 0; times < 2; ++times) {
    enter(me.self, rooted);
    REQUIRE_FALSE(queue_bit(bits_of(rooted.word())));
    enter(me.self, rooted);
    REQUIRE(queue_bit(bits_of(rooted.word())) == kCountInQueueBit);
    leave(me.self, rooted);
    REQUIRE(holds_lock(me.self, rooted.target()));
    leave(me.self, rooted);
    REQUIRE(bits_of(rooted.word()) == 0);
  }
}

TEST_CASE("lock mode: a thin lock that cannot inflate stays as it is, and says that memory is out",
          "[sync][lock_mode]") {
  Chosen chosen({"thin", LockingMode::kThin});
  Attached me;
  std::deque<Rooted> all;  // each keeps a fat monitor, until there is none left over from before
  MonitorResult result = MonitorResult::kTimedOut;
  while (result == MonitorResult::kTimedOut) {
    enter(me.self, all.emplace_back());
    memory_is_out.store(true);
    result = monitor_wait(me.self, all.back().target(), Deadline::after_ns(1));
    memory_is_out.store(false);
    REQUIRE(all.size() < 100'000);
  }
  REQUIRE(result == MonitorResult::kOutOfMemory);
  REQUIRE(holds_lock(me.self, all.back().target()));
  REQUIRE(monitor_wait(me.self, all.back().target(), Deadline::after_ns(1)) ==
          MonitorResult::kTimedOut);
  for (Rooted& rooted : all) {
    leave(me.self, rooted);
  }
}

TEST_CASE("lock mode: a record for whose queues memory is out is not lost", "[sync][lock_mode]") {
  Chosen chosen({"three", LockingMode::kMeta, MonitorPolicy::kThree});
  static ExecEnv& hoarder = *new ExecEnv;
  static ExecEnv& poor = *new ExecEnv;
  static ExecEnv& later = *new ExecEnv;
  auto has_spare = [] {
    MutexLock lock(sync_state.spare_records.mutex);
    return sync_state.spare_records.first != nullptr;
  };
  while (has_spare()) {  // what earlier tests left may have its queues
    REQUIRE(hoarder.lock_records_.prepare(hoarder));
    hoarder.lock_records_.take();
  }
  // The first time the records come from the allocator, the second time from the spare ones.
  for (int time = 0; time < 2; ++time) {
    memory_is_out.store(true);
    bool is_prepared = poor.lock_records_.prepare(poor);
    memory_is_out.store(false);
    REQUIRE_FALSE(is_prepared);
    REQUIRE(has_spare());
  }
  REQUIRE(later.lock_records_.prepare(later));
  REQUIRE(later.lock_records_.allocated() == 8);
  REQUIRE(later.lock_counters().lock_records.load() == 0);
}

TEST_CASE("lock mode: the monitor cache leaves the word alone once the object has its number",
          "[sync][lock_mode]") {
  Chosen chosen({"monitorcache", LockingMode::kMonitorCache});
  Attached me;
  Rooted rooted;
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  LockBits numbered = bits_of(rooted.word());
  REQUIRE(hash_of(numbered) == hash);
  enter(me.self, rooted);
  REQUIRE(bits_of(rooted.word()) == numbered);
  leave(me.self, rooted);
  REQUIRE(bits_of(rooted.word()) == numbered);
}
