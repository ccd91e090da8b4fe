// Proves that a hash is installed once and never lost, whatever the lock state; the case of E5 step by step and with its repair off.
#include "sync/identity_hash.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// The owner's fast exit (monitor_fast.h), stopped between its read of the stored bits and its CAS while another thread asks for the hash.
// Returns whether the hash survives.
bool hash_survives_fast_exit(bool repaired) {
  set_hash_sets_queue_bit(repaired);
  Attached owner;
  Attached other;
  Rooted rooted;
  MJ_CHECK(monitor_enter(owner.self, rooted.target()) == MonitorResult::kOk, "enter failed");
  LockBits seen = bits_of(rooted.word());
  LockRecord* record = lock_record(seen);
  LockBits restored = record->stored_bits.load(std::memory_order_relaxed);
  std::uint32_t hash = identity_hash(other.self, rooted.target());
  bool left =
      rooted.word().cas(seen, restored, std::memory_order_release, std::memory_order_relaxed);
  if (left) {
    owner.self.lock_records_.recycle(record);
  } else {
    MJ_CHECK(monitor_exit(owner.self, rooted.target()) == MonitorResult::kOk, "exit failed");
  }
  set_hash_sets_queue_bit(true);
  return identity_hash(owner.self, rooted.target()) == hash;
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

TEST_CASE("identity hash: a fast exit does not lose a hash installed meanwhile (E5)",
          "[sync][hash]") {
  REQUIRE(hash_survives_fast_exit(true));
}

TEST_CASE(
    "identity hash: without the repair the paper's fast unlock loses it (negative control of E5)",
    "[sync][hash]") {
  REQUIRE_FALSE(hash_survives_fast_exit(false));
}
