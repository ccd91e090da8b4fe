// Proves enter and exit: every arrow of the state table in monitor.h, contention, misuse, and the counters.
#include "sync/monitor.h"

#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "lock_variants.h"
#include "single_step.h"
#include "sync/identity_hash.h"
#include "sync/meta_lock.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

void enter(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
}
void leave(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
}

}  // namespace

TEST_CASE("monitor: NEUTRAL to LOCKED and back keeps hash and age", "[sync][monitor]") {
  Attached me;
  Rooted rooted;
  LockBits before = with_age(with_hash(0, 1234), 3);
  rooted.word().store(before, std::memory_order_relaxed);
  enter(me.self, rooted);
  REQUIRE(state_of(rooted.word()) == LockState::LOCKED);
  REQUIRE_FALSE(queue_bit(bits_of(rooted.word())));
  REQUIRE(holds_lock(me.self, rooted.target()));
  verify_monitor(rooted.word());
  leave(me.self, rooted);
  REQUIRE(bits_of(rooted.word()) == before);
  REQUIRE_FALSE(holds_lock(me.self, rooted.target()));
}

TEST_CASE("monitor: it is entered as often as it must be left", "[sync][monitor]") {
  Attached me;
  Rooted rooted;
  for (int i = 0; i < 5; ++i) {
    enter(me.self, rooted);
  }
  REQUIRE(view_monitor_at_safepoint(rooted.word()).entry_count == 5);
  for (int i = 0; i < 4; ++i) {
    leave(me.self, rooted);
    REQUIRE(holds_lock(me.self, rooted.target()));
  }
  leave(me.self, rooted);
  REQUIRE(state_of(rooted.word()) == LockState::NEUTRAL);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kNotOwner);
}

TEST_CASE("monitor: unlocking out of order is fine", "[sync][monitor]") {
  Attached me;
  std::vector<Rooted> rooted(40);  // more than the first free list holds
  for (Rooted& one : rooted) {
    one.slot = &one.object;
    enter(me.self, one);
  }
  for (Rooted& one : rooted) {
    leave(me.self, one);
    REQUIRE(state_of(one.word()) == LockState::NEUTRAL);
  }
  REQUIRE(me.self.lock_records_.allocated() == me.self.lock_records_.free_count());
}

TEST_CASE("monitor: who does not own it may not leave, wait or notify, and changes nothing",
          "[sync][monitor]") {
  Attached owner;
  Attached other;
  Rooted rooted;
  enter(owner.self, rooted);
  LockBits before = bits_of(rooted.word());
  REQUIRE(monitor_exit(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(monitor_wait(other.self, rooted.target(), Deadline::forever()) ==
          MonitorResult::kNotOwner);
  REQUIRE(monitor_notify(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(monitor_notify_all(other.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE_FALSE(holds_lock(other.self, rooted.target()));
  REQUIRE(bits_of(rooted.word()) == before);
  leave(owner.self, rooted);
}

TEST_CASE("monitor: the fast enter declines without a prepared record, the full one makes it",
          "[sync][monitor]") {
  static ExecEnv& fresh = *new ExecEnv;  // never freed, as every ExecEnv
  MultiUseWord word;
  REQUIRE_FALSE(try_fast_enter(fresh, word));
  REQUIRE(fresh.lock_records_.prepare(fresh));
  REQUIRE(try_fast_enter(fresh, word));
  REQUIRE(try_fast_enter(fresh, word));
  REQUIRE(try_fast_exit(fresh, word));
  REQUIRE(try_fast_exit(fresh, word));
  REQUIRE_FALSE(try_fast_exit(fresh, word));
  REQUIRE(bits_of(word) == 0);
}

TEST_CASE(
    "monitor: the fast exit tries the record taken last, and looks at the word if that is "
    "another's",
    "[sync][monitor]") {
  static ExecEnv& fresh = *new ExecEnv;
  REQUIRE(fresh.lock_records_.prepare(fresh));
  MultiUseWord a(with_hash(0, 5));
  MultiUseWord b(with_hash(0, 6));
  REQUIRE(try_fast_enter(fresh, a));
  REQUIRE(try_fast_enter(fresh, b));
  REQUIRE_FALSE(try_latest_exit(fresh, a));  // b's
  REQUIRE_FALSE(try_latest_exit(fresh, b));  // a wrong guess is not made twice
  REQUIRE(try_fast_exit(fresh, a));
  REQUIRE(bits_of(a) == with_hash(0, 5));
  REQUIRE(state_of(b) == LockState::LOCKED);
  REQUIRE(try_fast_exit(fresh, b));  // by the word: after an exit the last one is not known
  REQUIRE(bits_of(b) == with_hash(0, 6));

  REQUIRE(try_fast_enter(fresh, a));
  REQUIRE(try_fast_enter(fresh, a));
  REQUIRE_FALSE(try_latest_exit(fresh, a));  // entered twice
  REQUIRE(try_fast_exit(fresh, a));
  REQUIRE(state_of(a) == LockState::LOCKED);
  REQUIRE(try_latest_exit(fresh, a));
  REQUIRE(bits_of(a) == with_hash(0, 5));

  REQUIRE(try_fast_enter(fresh, a));
  REQUIRE_FALSE(try_fast_exit(fresh, b));  // nobody's
  REQUIRE(bits_of(b) == with_hash(0, 6));
  REQUIRE(try_fast_exit(fresh, a));
}

TEST_CASE("monitor: a contender is queued with Q set, is seen, and gets it after the exit",
          "[sync][monitor]") {
  Attached me;
  Rooted rooted;
  rooted.word().store(with_hash(0, 77), std::memory_order_relaxed);
  enter(me.self, rooted);
  std::atomic<ExecEnv*> contender{nullptr};
  std::thread thread = start([&](ExecEnv& self) {
    contender.store(&self);
    enter(self, rooted);
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] {
    ExecEnv* ee = contender.load();
    return ee != nullptr && ee->block_kind() == BlockKind::kMonitorEnter &&
           ee->blocked_on() == &rooted.slot;
  }));
  REQUIRE(queue_bit(bits_of(rooted.word())));
  {
    NoSafepoint still(me.self);
    MonitorView view = view_monitor(me.self, rooted.word(), still);
    REQUIRE(view.owner == &me.self);
    REQUIRE(view.contenders == 1);
    REQUIRE(view.waiters == 0);
  }
  leave(me.self, rooted);
  join(me.self, thread);
  REQUIRE(bits_of(rooted.word()) == with_hash(0, 77));
}

TEST_CASE("monitor: the meta path counts, Tables 2 and 3", "[sync][monitor]") {
  Attached me;
  LockCounters before;
  before.add(me.self.lock_counters());
  Rooted rooted;
  enter(me.self, rooted);
  leave(me.self, rooted);
  const LockCounters& after = me.self.lock_counters();
  // the extra-fast path needs no meta-lock
  REQUIRE(after.get_meta_lock.load() == before.get_meta_lock.load());
  REQUIRE(me.self.lock_records_.allocated() >= 8);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kNotOwner);
  REQUIRE(after.get_meta_lock.load() == before.get_meta_lock.load() + 1);
  REQUIRE(after.get_meta_lock_slow.load() == before.get_meta_lock_slow.load());
}

namespace {

// A thread that waits once, for good, and gives the monitor up when it is notified.
std::thread start_waiter(ExecEnv& self, Rooted& rooted) {
  static std::atomic<ExecEnv*> waiter;
  waiter.store(nullptr);
  std::thread thread = start([&rooted](ExecEnv& each) {
    enter(each, rooted);
    waiter.store(&each);
    MJ_CHECK(monitor_wait(each, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
             "not notified");
    leave(each, rooted);
  });
  REQUIRE(eventually(self, [&] {
    return waiter.load() != nullptr && waiter.load()->block_kind() == BlockKind::kMonitorWait;
  }));
  return thread;
}

}  // namespace

TEST_CASE("monitor: ahead of a queue of waiters it is entered by one CAS (section 7)",
          "[sync][monitor]") {
  Attached me;
  Attached other;
  Rooted rooted;
  rooted.word().store(with_age(0, 3), std::memory_order_relaxed);
  bool hashed = GENERATE(false, true);
  std::uint32_t hash = hashed ? identity_hash(me.self, rooted.target()) : 0;
  std::thread first = start_waiter(me.self, rooted);
  std::thread second = start_waiter(me.self, rooted);
  // The first record of the thread that enters must be there, as after any earlier enter.
  REQUIRE(me.self.lock_records_.prepare(me.self));
  std::uint64_t before = me.self.lock_counters().get_meta_lock.load();
  enter(me.self, rooted);
  REQUIRE(me.self.lock_counters().get_meta_lock.load() == before);
  REQUIRE(state_of(rooted.word()) == LockState::LOCKED);
  REQUIRE(queue_bit(bits_of(rooted.word())));
  // Tail and stored bits are still in the record behind: the collector and all others find them.
  verify_monitor(rooted.word());
  REQUIRE(view_monitor_at_safepoint(rooted.word()).waiters == 2);
  REQUIRE(object_age(rooted.word()) == 3);
  set_object_age(rooted.word(), 4);
  SECTION("the owner leaves") {}
  SECTION("the owner asks for the hash") { hash = identity_hash(me.self, rooted.target()); }
  SECTION("another asks for the hash") { hash = identity_hash(other.self, rooted.target()); }
  SECTION("the owner waits") {
    REQUIRE(monitor_wait(me.self, rooted.target(), Deadline::after_ns(1)) ==
            MonitorResult::kTimedOut);
  }
  SECTION("a contender comes") {
    std::atomic<ExecEnv*> contender{nullptr};
    std::thread thread = start([&](ExecEnv& self) {
      contender.store(&self);
      enter(self, rooted);
      leave(self, rooted);
    });
    REQUIRE(eventually(me.self, [&] {
      return contender.load() != nullptr &&
             contender.load()->block_kind() == BlockKind::kMonitorEnter;
    }));
    verify_monitor(rooted.word());
    leave(me.self, rooted);
    join(me.self, thread);
    enter(me.self, rooted);
  }
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  leave(me.self, rooted);
  join(me.self, first);
  join(me.self, second);
  REQUIRE(bits_of(rooted.word()) == with_age(with_hash(0, hash), 4));
}

TEST_CASE("monitor: who prefers releasers gives way to the meta-lock's holder for a bounded time",
          "[sync][monitor]") {
  Chosen chosen({"meta", LockingMode::kMeta, MonitorPolicy::kSingle, MetaLockGate::kWord, true});
  Attached me;
  Rooted rooted;
  std::thread thread;
  {
    NoSafepoint still(me.self);
    LockBits bits = get_meta_lock(me.self, rooted.word(), still);
    thread = start([&](ExecEnv& self) {
      enter(self, rooted);
      leave(self, rooted);
    });
    // The other thread swaps itself in although self keeps the meta-lock.
    CHECK(eventually([&] { return bits_of(rooted.word()) != busy_bits(&me.self); }));
    release_meta_lock(me.self, rooted.word(), bits, still);
  }
  join(me.self, thread);
  REQUIRE(bits_of(rooted.word()) == 0);
}

namespace {

// A thread's step towards a monitor's meta-lock, which `holder` takes as soon as the monitor is
// LOCKED with a queue, or without one.
struct Approach {
  Rooted& rooted;
  ExecEnv& holder;
  bool queued;
  std::function<void()> body;

  // Returns true if the thread is in the word after so many instructions from there on. Runs in a
  // process of its own, because on one kernel thread nobody can hand the meta-lock over.
  bool is_in_word(long steps, bool prefers) const {
    return aborts([&] {
      prefer_releasers(prefers);
      NoSafepoint still(holder);
      bool held = false;
      step_through(body, [&] {
        LockBits bits = bits_of(rooted.word());
        if (held && steps-- == 0) {
          _exit(bits == busy_bits(&holder) ? 0 : 1);
        }
        if (!held && lock_state(bits) == LockState::LOCKED && queue_bit(bits) == queued) {
          get_meta_lock(holder, rooted.word(), still);
          held = true;
        }
        return true;
      });
    });
  }
  // Returns a number of instructions after which the thread is in the word if it does not give way.
  long length() const {
    long steps = 50;
    while (!is_in_word(steps, false)) {
      steps += steps / 4;
      MJ_CHECK(steps < 100'000, "the thread does not come");
    }
    return steps;
  }
};

}  // namespace

TEST_CASE("monitor: a preferred releaser gets the meta-lock before threads that want to enter",
          "[sync][monitor]") {
  if (!kCanSingleStep) {
    WARN("skipped: this build cannot count instructions, and a thread gives way for 2 us only");
    return;
  }
  Chosen chosen({"meta", LockingMode::kMeta, MonitorPolicy::kSingle, MetaLockGate::kWord, true});
  Attached owner;
  Attached holder;
  Attached contender;
  Rooted rooted;
  REQUIRE(contender.self.lock_records_.prepare(contender.self));
  contender.self.monitor_parker().unpark();  // so its first park ends at once, as if it was invited
  enter(owner.self, rooted);
  auto enters = [&] { enter(contender.self, rooted); };
  Approach first{rooted, holder.self, false, enters};
  Approach again{rooted, holder.self, true, enters};
  Approach exits{rooted, holder.self, false, [&] { leave(owner.self, rooted); }};
  const long length = first.length();
  REQUIRE_FALSE(first.is_in_word(length, true));
  REQUIRE_FALSE(again.is_in_word(again.length(), true));
  REQUIRE(exits.is_in_word(exits.length(), true));

  // While the contender gives way, the holder releases the meta-lock and the owner exits. So the
  // contender, which came before the exit, finds the monitor free.
  NoSafepoint still(holder.self);
  LockBits bits = get_meta_lock(holder.self, rooted.word(), still);
  std::uint64_t queued = contender.self.lock_counters().contended_enters.load();
  REQUIRE(interrupt_after(length, enters, [&] {
    release_meta_lock(holder.self, rooted.word(), bits, still);
    leave(owner.self, rooted);
  }));
  REQUIRE(contender.self.lock_counters().contended_enters.load() == queued);
  leave(contender.self, rooted);
  REQUIRE(bits_of(rooted.word()) == 0);
}
