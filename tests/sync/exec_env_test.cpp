// Proves that an ExecEnv is type-stable and clean between lives, and that its hash generator never gives 0.
#include "sync/threads/exec_env.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "bare_threads.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("exec_env: its address leaves room for the lock state", "[sync][exec_env]") {
  ExecEnv& ee = *pool().acquire();
  REQUIRE(reinterpret_cast<std::uintptr_t>(&ee) % kExecEnvAlignment == 0);
  REQUIRE(busy_ee(busy_bits(&ee)) == &ee);
  REQUIRE(lock_state(busy_bits(&ee)) == LockState::BUSY);
  pool().release(ee);
}

namespace {
std::uintptr_t line_of(const void* field) {
  return reinterpret_cast<std::uintptr_t>(field) / minijvm::kCacheLine;
}
}  // namespace

TEST_CASE("exec_env: other threads look at lines into which its thread seldom writes",
          "[sync][exec_env]") {
  ExecEnv& ee = *pool().acquire();
  const std::uintptr_t looked_at = line_of(&ee.poll_);
  CHECK(looked_at == line_of(&ee.wait_state_));
  CHECK(looked_at == line_of(&ee.monitor_parker()));
  const std::uintptr_t handed_over = line_of(&ee.meta_.gate);
  CHECK(handed_over == line_of(&ee.meta_.bits));
  CHECK(handed_over == line_of(&ee.hand_off_parker()));
  CHECK(handed_over != looked_at);
  for (const void* own : {static_cast<const void*>(&ee.state_),
                          static_cast<const void*>(&ee.lock_records_),
                          static_cast<const void*>(&ee.counters_)}) {
    CHECK(line_of(own) > std::max(looked_at, handed_over));
  }
  pool().release(ee);
}

TEST_CASE("exec_env: the pool hands out the same memory again with a new identity",
          "[sync][exec_env]") {
  ExecEnvPool<ExecEnv> own;
  ExecEnv* first = own.acquire();
  std::uint32_t id = first->id();
  interrupt(*first);
  unpark(*first);
  own.release(*first);
  ExecEnv* second = own.acquire();
  REQUIRE(second == first);
  REQUIRE(second->id() != id);
  REQUIRE_FALSE(second->interrupted());
  REQUIRE_FALSE(second->parker().has_permit());
  REQUIRE(second->state() == ThreadState::kNew);
  pool().release(*second);  // `own` forgets it here; the common pool keeps it
}

TEST_CASE("exec_env: a thread that ends with a monitor locked is a bug", "[sync][exec_env]") {
  REQUIRE(aborts([] {
    Attached me;
    Rooted rooted;
    static_cast<void>(monitor_enter(me.self, rooted.target()));
  }));
}

TEST_CASE("exec_env: identity hashes have 31 bits, are not 0 and repeat with the seed",
          "[sync][exec_env]") {
  ExecEnv& ee = *pool().acquire();
  ee.seed_hashes(42);
  std::vector<std::uint32_t> first;
  for (int i = 0; i < 1000; ++i) {
    first.push_back(ee.next_hash());
    REQUIRE(first.back() != 0);
    REQUIRE(first.back() <= HashField::kMax);
  }
  REQUIRE(std::set<std::uint32_t>(first.begin(), first.end()).size() == 1000);
  ee.seed_hashes(42);
  for (std::uint32_t hash : first) {
    REQUIRE(ee.next_hash() == hash);
  }
  pool().release(ee);
}
