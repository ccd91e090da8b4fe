// Proves the layout of the header word: four states, Q, age and hash, and where the collector finds them when they are displaced.
#include "sync/multi_use_word.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "sync/identity_hash.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("multi-use word: zeroed memory is NEUTRAL without a hash", "[sync][word]") {
  MultiUseWord word;
  REQUIRE(state_of(word) == LockState::NEUTRAL);
  REQUIRE(hash_of(bits_of(word)) == 0);
  REQUIRE(age_of(bits_of(word)) == 0);
}

TEST_CASE("multi-use word: age and hash do not disturb each other nor the state", "[sync][word]") {
  LockBits bits = with_age(with_hash(0, 0x7fffffff), kMaxAge);
  REQUIRE(lock_state(bits) == LockState::NEUTRAL);
  REQUIRE(is_neutral_format(bits));
  REQUIRE(hash_of(bits) == 0x7fffffff);
  REQUIRE(age_of(bits) == 15);
  REQUIRE(bits == ((LockBits{0x7fffffff} << 8) | (LockBits{15} << 3)));
  REQUIRE(with_hash(with_age(bits, 0), 0) == 0);
}

TEST_CASE("multi-use word: a lock record's address survives tagging", "[sync][word]") {
  LockRecord record;
  REQUIRE(lock_record(locked_bits(&record, true)) == &record);
  REQUIRE(lock_state(locked_bits(&record, true)) == LockState::LOCKED);
  REQUIRE(queue_bit(locked_bits(&record, true)));
  REQUIRE_FALSE(queue_bit(locked_bits(&record, false)));
  REQUIRE(lock_record(waiters_bits(&record)) == &record);
  REQUIRE(lock_state(waiters_bits(&record)) == LockState::WAITERS);
  REQUIRE(queue_bit(waiters_bits(&record)));
}

TEST_CASE("multi-use word: the collector ages a locked object through its lock record",
          "[sync][word]") {
  Attached me;
  Rooted rooted;
  std::uint32_t hash = identity_hash(me.self, rooted.target());
  REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
  set_object_age(rooted.word(), 7);
  REQUIRE(state_of(rooted.word()) == LockState::LOCKED);
  REQUIRE(object_age(rooted.word()) == 7);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(bits_of(rooted.word()) == with_age(with_hash(0, hash), 7));
}
