// Proves that the sum over all threads loses nothing when a thread ends and its ExecEnv gets another one.
#include "sync/lock_statistics.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

std::uint64_t all_notifies() {
  LockCounters sum;
  sum_lock_counters(sum);
  return sum.notifies.load();
}

void notify_times(int times) {
  Attached me;
  Rooted rooted;
  REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
  for (int i = 0; i < times; ++i) {
    REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  }
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
}

}  // namespace

TEST_CASE("lock statistics: threads that have ended count, each once", "[sync][lock_statistics]") {
  std::uint64_t before = all_notifies();
  for (int life = 0; life < 3; ++life) {
    notify_times(5);  // on the same ExecEnv, from the pool
  }
  REQUIRE(all_notifies() == before + 15);
}

TEST_CASE("lock statistics: a thread that lives counts with what it has done so far",
          "[sync][lock_statistics]") {
  Attached me;
  Rooted rooted;
  std::uint64_t before = all_notifies();
  REQUIRE(monitor_enter(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(all_notifies() == before + 1);
  REQUIRE(monitor_exit(me.self, rooted.target()) == MonitorResult::kOk);
}
