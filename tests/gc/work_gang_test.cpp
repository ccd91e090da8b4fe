// Proves for each of the three dispatchers: every number of a task is given out once (G1), the coordinator sees what the workers wrote
// (G2), fewer workers than threads will do, and workers can be shut down and started again.
#include "gc/gang/work_gang.h"

#include <sched.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "sync/atomic.h"

namespace minijvm::gc::test {
namespace {

constexpr GangSynchronization kAll[] = {
    GangSynchronization::kSemaphore, GangSynchronization::kMonitor, GangSynchronization::kSequence};
constexpr unsigned kMost = 8;

// Each number writes a plain variable of its own; only the dispatcher orders that against the coordinator.
class CountingTask final : public GangTask {
 public:
  const char* name() const override { return "counting"; }
  void work(unsigned worker) override { ++calls[worker]; }

  std::array<int, kMost> calls{};
};

// Nobody can do all shares alone: each waits until all have begun.
class MeetingTask final : public GangTask {
 public:
  explicit MeetingTask(unsigned workers) : expected_(workers) {}
  const char* name() const override { return "meeting"; }
  void work(unsigned) override {
    begun_.fetch_add(1, std::memory_order_seq_cst);
    while (begun_.load(std::memory_order_seq_cst) < expected_) {
      sched_yield();
    }
  }

 private:
  unsigned expected_;
  sync::Atomic<unsigned> begun_{0};
};

}  // namespace

TEST_CASE("work gang: while the coordinator works, or waits, workers wake for what is left",
          "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    for (unsigned workers : {2U, 5U}) {
      INFO(gang_synchronization_name(how) << ", " << workers << " workers");
      WorkGang gang(how, workers);
      REQUIRE(gang.start());
      for (int i = 0; i < 300; ++i) {
        MeetingTask task(workers);
        gang.run(task, workers);
      }
      CHECK(gang.statistics().find("meeting")->count() == 300);
    }
  }
}

TEST_CASE("work gang: each number is given out once per task", "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    for (unsigned workers : {1U, 2U, 4U, kMost}) {
      INFO(gang_synchronization_name(how) << ", " << workers << " workers");
      WorkGang gang(how, workers);
      REQUIRE(gang.start());
      constexpr int kTasks = 500;
      CountingTask task;
      for (int i = 1; i <= kTasks; ++i) {
        gang.run(task, workers);
        for (unsigned worker = 0; worker < kMost; ++worker) {
          REQUIRE(task.calls[worker] == (worker < workers ? i : 0));
        }
      }
      REQUIRE(gang.statistics().find("counting")->count() == kTasks);
    }
  }
}

TEST_CASE("work gang: a task may employ fewer workers than there are", "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    INFO(gang_synchronization_name(how));
    WorkGang gang(how, 4);
    REQUIRE(gang.start());
    CountingTask task;
    for (int i = 0; i < 200; ++i) {
      gang.run(task, 1 + static_cast<unsigned>(i) % 4);
    }
    CHECK(task.calls[0] == 200);
    CHECK(task.calls[1] == 150);
    CHECK(task.calls[3] == 50);
  }
}

TEST_CASE("work gang: workers are shut down and started again", "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    INFO(gang_synchronization_name(how));
    WorkGang gang(how, 3);
    CountingTask task;
    for (int life = 1; life <= 20; ++life) {
      REQUIRE(gang.start());
      REQUIRE(gang.size() == 3);
      gang.run(task, 3);
      gang.stop();
      REQUIRE(gang.size() == 0);
      REQUIRE(task.calls[2] == life);
    }
    gang.stop();  // twice is once
  }
}

TEST_CASE("work gang: without workers the coordinator does the task", "[gc][work_gang]") {
  WorkGang gang(GangSynchronization::kSemaphore, 2);
  CountingTask task;
  gang.run(task, 2);
  CHECK(task.calls[0] == 1);
  CHECK(task.calls[1] == 0);
}

TEST_CASE("work gang: a thread dump sees the workers' numbers and kernel threads",
          "[gc][work_gang]") {
  WorkGang gang(GangSynchronization::kSemaphore, 2);
  REQUIRE(gang.start());
  CountingTask task;
  while (gang.threads()[1].kernel_id == 0) {
    gang.run(task, 2);
  }
  REQUIRE(gang.threads().size() == 2);
  CHECK(gang.threads()[0].number == 0);
  CHECK(gang.threads()[1].kernel_id != gang.threads()[0].kernel_id);
}

TEST_CASE("work gang: HotSpot's default number of workers", "[gc][work_gang]") {
  CHECK(default_gang_size(1) == 1);
  CHECK(default_gang_size(2) == 2);
  CHECK(default_gang_size(8) == 8);
  CHECK(default_gang_size(16) == 13);
}

}  // namespace minijvm::gc::test
