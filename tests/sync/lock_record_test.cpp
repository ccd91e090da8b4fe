// Proves the free list's growth (Table 2's arithmetic) and the queue operations.
#include "sync/lock_record.h"

#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/monitor_wait.h"
#include "sync/queue_policy.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

std::vector<LockRecord*> list_of(LockRecord* first) {
  std::vector<LockRecord*> all;
  for (LockRecord* record = first; record != nullptr;
       record = record->queue.load(std::memory_order_relaxed)) {
    all.push_back(record);
  }
  return all;
}

}  // namespace

TEST_CASE("lock record: threads start with 8 and grow by 4, 8, 16", "[sync][lock_record]") {
  static ExecEnv& ee = *new ExecEnv;  // fresh, and like every ExecEnv never freed
  std::vector<LockRecord*> taken;
  std::vector<std::uint32_t> sizes;
  while (ee.lock_records_.allocated() < 36) {
    REQUIRE(ee.lock_records_.prepare(ee));
    if (sizes.empty() || sizes.back() != ee.lock_records_.allocated()) {
      sizes.push_back(ee.lock_records_.allocated());
    }
    taken.push_back(ee.lock_records_.take());
    REQUIRE(taken.back()->owner.load() == &ee);
    REQUIRE(taken.back()->lock_count == 1);
    REQUIRE(taken.back()->queue.load() == nullptr);
  }
  REQUIRE(sizes == std::vector<std::uint32_t>{8, 12, 20, 36});
  for (LockRecord* record : taken) {
    ee.lock_records_.recycle(record);
  }
  REQUIRE(ee.lock_records_.free_count() == 36);
  // less, if other threads have given some back
  REQUIRE(ee.lock_counters().lock_records.load() <= 36);
}

TEST_CASE("lock record: the latest one is in use: forgotten as soon as any is given back",
          "[sync][lock_record]") {
  static ExecEnv& ee = *new ExecEnv;
  LockRecordPool& records = ee.lock_records_;
  REQUIRE(records.prepare(ee));
  REQUIRE(records.latest() == nullptr);
  LockRecord* first = records.peek();
  records.pop_peeked();
  REQUIRE(records.latest() == first);
  records.push_fast(first);
  REQUIRE(records.latest() == nullptr);
  records.pop_peeked();
  records.recycle(first);  // by the full exit
  REQUIRE(records.latest() == nullptr);
}

TEST_CASE(
    "lock record: what a burst has left is given back at safepoints, and another thread grows from "
    "it",
    "[sync][lock_record]") {
  constexpr std::uint32_t kBurst = 100;
  static ExecEnv& later = *new ExecEnv;
  Nothing nothing;
  Attached me;
  LockRecordPool& records = me.self.lock_records_;
  std::vector<LockRecord*> taken;
  for (std::uint32_t i = 0; i < kBurst; ++i) {
    REQUIRE(records.prepare(me.self));
    taken.push_back(records.take());
  }
  std::uint32_t at_most = records.allocated();
  run_at_safepoint(me.self, nothing);
  REQUIRE(records.allocated() - records.free_count() == kBurst);  // those in use stay
  for (LockRecord* record : taken) {
    records.recycle(record);
  }
  for (int i = 0; i < 30; ++i) {
    run_at_safepoint(me.self, nothing);
  }
  REQUIRE(at_most >= kBurst);
  REQUIRE(records.allocated() == 8);
  REQUIRE(records.free_count() == 8);
  REQUIRE(later.lock_records_.prepare(later));
  REQUIRE(later.lock_records_.allocated() == 8);
  REQUIRE(later.lock_counters().lock_records.load() == 0);
  REQUIRE(later.lock_records_.take()->owner.load() == &later);
}

TEST_CASE("lock record: the queue keeps order, tail and stored bits through every operation",
          "[sync][lock_record]") {
  LockRecord a, b, c, d;
  a.stored_bits = with_hash(0, 99);
  append_to_queue(&a, &b);
  append_to_queue(&a, &c);
  REQUIRE(list_of(&a) == std::vector<LockRecord*>{&a, &b, &c});
  REQUIRE(a.tail == &c);

  SECTION("the last moves to the front") {
    move_to_front(&a, &c);
    REQUIRE(list_of(&c) == std::vector<LockRecord*>{&c, &a, &b});
    REQUIRE(c.tail == &b);
    REQUIRE(hash_of(c.stored_bits) == 99);
  }
  SECTION("the middle moves to the front") {
    move_to_front(&a, &b);
    REQUIRE(list_of(&b) == std::vector<LockRecord*>{&b, &a, &c});
    REQUIRE(b.tail == &c);
  }
  SECTION("the first stays in front") {
    move_to_front(&a, &a);
    REQUIRE(list_of(&a) == std::vector<LockRecord*>{&a, &b, &c});
    REQUIRE(a.tail == &c);
  }
  SECTION("a newcomer is put before the first") {
    prepend_to_queue(&a, &d);
    REQUIRE(list_of(&d) == std::vector<LockRecord*>{&d, &a, &b, &c});
    REQUIRE(d.tail == &c);
    REQUIRE(hash_of(d.stored_bits) == 99);
  }
  SECTION("the first leaves until none is left") {
    REQUIRE(remove_first(&a) == &b);
    REQUIRE(a.queue.load() == nullptr);
    REQUIRE(a.tail == &a);
    REQUIRE(b.tail == &c);
    REQUIRE(hash_of(b.stored_bits) == 99);
    REQUIRE(remove_first(&b) == &c);
    REQUIRE(remove_first(&c) == nullptr);
  }
}

TEST_CASE(
    "single queue: the search for a contender goes on where it ended, and starts again when a "
    "wait before that place is over",
    "[sync][lock_record]") {
  static ExecEnv& first_waiter = *new ExecEnv;
  static ExecEnv& second_waiter = *new ExecEnv;
  static ExecEnv& contender = *new ExecEnv;
  Attached me;
  NoSafepoint still(me.self);
  const QueuePolicy& queue = single_queue();
  LockRecord owner, a, b, c, later;
  owner.owner = later.owner = &me.self;
  a.owner = &first_waiter;
  b.owner = &second_waiter;
  c.owner = &contender;
  begin_wait(first_waiter);
  begin_wait(second_waiter);
  a.has_waited = b.has_waited = true;
  for (LockRecord* record : {&a, &b, &c}) {
    queue.append(&owner, record);
  }
  REQUIRE(queue.leave(&owner, still).invited == &contender);
  REQUIRE(a.search_from == &c);
  // The contender enters, and notifies the first waiter, which lies before that place.
  queue.enter_queued(&a, &c);
  REQUIRE(list_of(&c) == std::vector<LockRecord*>{&c, &a, &b});
  REQUIRE(c.search_from == &b);
  queue.notify(&c, false, still);
  REQUIRE(queue.leave(&c, still).invited == &first_waiter);
  queue.enter_queued(&a, &a);
  // It waits once more. Then the second one's time is over while another thread owns the monitor.
  begin_wait(first_waiter);
  REQUIRE(queue.leave_to_wait(&a, still).invited == nullptr);
  REQUIRE(list_of(&b) == std::vector<LockRecord*>{&b, &a});
  REQUIRE(b.search_from == &a);
  queue.enter_new(&b, &later);
  second_waiter.wait_state_.store(WaitState::kNone, std::memory_order_relaxed);
  queue.stay(&later, &b);
  REQUIRE(queue.leave(&later, still).invited == &second_waiter);
  queue.verify(&b, false, false);
  first_waiter.wait_state_.store(WaitState::kNone, std::memory_order_relaxed);
}
