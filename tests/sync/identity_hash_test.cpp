// Proves that a hash is installed once and never lost, whatever the lock state. The case of E5 runs
// against each instruction of the fast exit, also with its repair off.
#include "sync/identity_hash.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "single_step.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// Another thread asks for the hash after the first `steps` instructions of the owner's fast exit.
enum class Outcome { kKept, kLost, kTooLate };
Outcome hash_against_fast_exit(Attached& owner, Attached& other, long steps) {
  Rooted rooted;
  MJ_CHECK(monitor_enter(owner.self, rooted.target()) == MonitorResult::kOk, "enter failed");
  std::uint32_t hash = 0;
  bool left = false;
  bool asked = interrupt_after(
      steps, [&] { left = try_fast_exit(owner.self, rooted.word()); },
      [&] { hash = identity_hash(other.self, rooted.target()); });
  if (!left) {
    MJ_CHECK(monitor_exit(owner.self, rooted.target()) == MonitorResult::kOk, "exit failed");
  }
  if (!asked) {
    return Outcome::kTooLate;
  }
  return identity_hash(owner.self, rooted.target()) == hash ? Outcome::kKept : Outcome::kLost;
}

// The numbers of instructions after which the hash is kept, and after which it is lost.
struct Outcomes {
  int kept = 0;
  int lost = 0;
};
Outcomes hash_against_every_step() {
  Attached owner;
  Attached other;
  Outcomes found;
  for (long steps = 0; steps < 100'000; ++steps) {
    Outcome outcome = hash_against_fast_exit(owner, other, steps);
    if (outcome == Outcome::kTooLate) {
      return found;
    }
    ++(outcome == Outcome::kKept ? found.kept : found.lost);
  }
  FAIL("the fast exit does not end");
  return found;
}

}  // namespace

TEST_CASE("identity hash: the same for every thread and in every state", "[sync][hash]") {
  Attached me;
  Attached other;
  Rooted rooted;
  SECTION("first asked while NEUTRAL") {}
  SECTION("first asked while LOCKED by the asker") {
    REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
    REQUIRE(identity_hash(me.self, rooted.target()) != 0);
    REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
  }
  SECTION("first asked while LOCKED by another") {
    REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
    REQUIRE(identity_hash(other.self, rooted.target()) == identity_hash(me.self, rooted.target()));
    REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
  }
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  REQUIRE(hash != 0);
  REQUIRE(identity_hash(other.self, rooted.target()) == hash);
  REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  REQUIRE(identity_hash(other.self, rooted.target()) == hash);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(hash_of(bits_of(rooted.word())) == hash);
}

TEST_CASE("identity hash: WAITERS keeps it in the first record", "[sync][hash]") {
  Attached me;
  Rooted rooted;
  std::atomic<ExecEnv*> waiter{nullptr};
  std::thread thread = start([&](ExecEnv& self) {
    MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
    waiter.store(&self);
    MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
             "not notified");
    MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
  });
  REQUIRE(eventually(me.self, [&] {
    return waiter.load() != nullptr && waiter.load()->block_kind() == BlockKind::kMonitorWait;
  }));
  REQUIRE(state_of(rooted.word()) == LockState::WAITERS);
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  REQUIRE(state_of(rooted.word()) == LockState::WAITERS);
  REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(queue_bit(bits_of(rooted.word())));  // E3
  REQUIRE(identity_hash(me.self, rooted.target()) == hash);
  REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
  join(me.self, thread);
  REQUIRE(bits_of(rooted.word()) == with_hash(0, hash));
}

TEST_CASE(
    "identity hash: a fast exit loses no hash that is installed between two instructions (E5)",
    "[sync][hash]") {
  // Where instructions cannot be counted, the hash comes before the first one only.
  Outcomes found = hash_against_every_step();
  CHECK(found.kept >= (kCanSingleStep ? 2 : 1));
  CHECK(found.lost == 0);
}

TEST_CASE(
    "identity hash: without the repair the paper's fast unlock loses it (negative control of E5)",
    "[sync][hash]") {
  if (!kCanSingleStep) {
    WARN("skipped: this build cannot count instructions, and the hash is lost only between two");
    return;
  }
  set_hash_sets_queue_bit(false);
  Outcomes found = hash_against_every_step();
  set_hash_sets_queue_bit(true);
  // Before the stored bits are read and after the CAS the hash is safe, between the two it is not.
  CHECK(found.kept > 0);
  CHECK(found.lost > 0);
}
