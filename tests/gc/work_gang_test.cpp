// Proves for each of the four dispatchers: every number of a task is given out once (G1), the
// coordinator sees what the workers wrote (G2), fewer workers than threads will do, workers can be
// shut down and started again, and as many threads wake for a task as the design says.
#include "gc/gang/work_gang.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "sync/atomic.h"

namespace minijvm::gc::test {
namespace {

constexpr GangSynchronization kAll[] = {
    GangSynchronization::kHelpingSemaphore, GangSynchronization::kWaitingSemaphore,
    GangSynchronization::kMonitor, GangSynchronization::kSequence};
constexpr unsigned kMost = 8;
constexpr bool kWatched = true;

// Each number writes a plain variable of its own; only the dispatcher orders that against the
// coordinator.
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

// The state letter of a thread stands behind its name: "123 (GC Thread#0) S 1 ...".
bool is_asleep(const GangThread& thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread.kernel_id) + "/stat");
  std::string text;
  std::getline(file, text);
  return text.find(") S ") != std::string::npos;
}

// Waits until all workers sleep at the same time. A worker that wakes up between two rounds of
// looks has slept once more when the second round finds it asleep, so equal counts prove that all
// slept from the end of the first round to the beginning of the second. Returns the count.
std::uint64_t sleeps_when_all_sleep(const WorkGang& gang) {
  std::uint64_t before = 0;
  for (;;) {
    // A worker's kernel_id is 0 until it runs.
    const std::vector<GangThread> threads = gang.threads();
    bool all_sleep = std::ranges::all_of(threads, [](const GangThread& thread) {
      return thread.kernel_id != 0 && is_asleep(thread);
    });
    std::uint64_t now = gang.worker_switches().slept;
    if (all_sleep && now == before) {
      return now;
    }
    before = all_sleep ? now : 0;
    sched_yield();
  }
}

// Returns how often the workers of a gang of kMost threads woke up for one task of two, of which
// neither can be done by the thread that does the other.
std::uint64_t wake_ups_for_two(GangSynchronization how, int tasks) {
  WorkGang gang(how, kMost);
  REQUIRE(gang.start());
  sleeps_when_all_sleep(gang);
  MeetingTask first(2);
  gang.run(first, 2);  // the first run loads and allocates what later ones use again
  const std::uint64_t before = sleeps_when_all_sleep(gang);
  std::uint64_t after = before;
  for (int i = 0; i < tasks; ++i) {
    MeetingTask task(2);
    gang.run(task, 2);
    after = sleeps_when_all_sleep(gang);
  }
  return after - before;
}

}  // namespace

TEST_CASE("work gang: while the coordinator works, or waits, workers wake for what is left",
          "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    for (unsigned workers : {2U, 5U}) {
      INFO(gang_synchronization_name(how) << ", " << workers << " workers");
      WorkGang gang(how, workers, kWatched);
      REQUIRE(gang.start());
      for (int i = 0; i < 300; ++i) {
        MeetingTask task(workers);
        gang.run(task, workers);
      }
      CHECK(gang.statistics().find("meeting")->whole.count() == 300);
    }
  }
}

TEST_CASE("work gang: each number is given out once per task", "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    for (unsigned workers : {1U, 2U, 4U, kMost}) {
      INFO(gang_synchronization_name(how) << ", " << workers << " workers");
      WorkGang gang(how, workers, kWatched);
      REQUIRE(gang.start());
      constexpr int kTasks = 500;
      CountingTask task;
      for (int i = 1; i <= kTasks; ++i) {
        gang.run(task, workers);
        for (unsigned worker = 0; worker < kMost; ++worker) {
          REQUIRE(task.calls[worker] == (worker < workers ? i : 0));
        }
      }
      REQUIRE(gang.statistics().find("counting")->whole.count() == kTasks);
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
  WorkGang gang(GangSynchronization::kHelpingSemaphore, 2);
  CountingTask task;
  gang.run(task, 2);
  CHECK(task.calls[0] == 1);
  CHECK(task.calls[1] == 0);
}

TEST_CASE("work gang: a thread dump sees the workers' numbers and kernel threads",
          "[gc][work_gang]") {
  WorkGang gang(GangSynchronization::kHelpingSemaphore, 2);
  REQUIRE(gang.start());
  CountingTask task;
  while (gang.threads()[1].kernel_id == 0) {
    gang.run(task, 2);
  }
  REQUIRE(gang.threads().size() == 2);
  CHECK(gang.threads()[0].number == 0);
  CHECK(gang.threads()[1].kernel_id != gang.threads()[0].kernel_id);
}

TEST_CASE("work gang: a semaphore wakes the workers that it needs, the others the whole herd",
          "[gc][work_gang]") {
  constexpr int kTasks = 20;
  // Both semaphores have one permit for each number; the helping coordinator takes one of them. A
  // worker may also sleep for a reason of the kernel's own, but not once for each task. And the
  // kernel may say that a worker sleeps a moment before it counts the switch.
  const std::uint64_t waited = wake_ups_for_two(GangSynchronization::kWaitingSemaphore, kTasks);
  CHECK(waited > 3 * kTasks / 2);
  CHECK(waited < 3 * kTasks);
  const std::uint64_t helped = wake_ups_for_two(GangSynchronization::kHelpingSemaphore, kTasks);
  CHECK(helped > kTasks / 2);
  CHECK(helped < 4 * kTasks);
  CHECK(wake_ups_for_two(GangSynchronization::kMonitor, kTasks) >= kMost * kTasks);
  CHECK(wake_ups_for_two(GangSynchronization::kSequence, kTasks) >= kMost * kTasks);
}

TEST_CASE("work gang: the parts of a dispatch make up its time", "[gc][work_gang]") {
  for (GangSynchronization how : kAll) {
    INFO(gang_synchronization_name(how));
    WorkGang gang(how, kMost, kWatched);
    REQUIRE(gang.start());
    MeetingTask task(2);
    sleeps_when_all_sleep(gang);
    gang.run(task, 2);
    const GangStatistics::Row& row = *gang.statistics().find("meeting");
    CHECK(row.to_first.max_ns() > 0);
    CHECK(row.first_to_last.max_ns() > 0);
    CHECK(row.to_first.max_ns() + row.first_to_last.max_ns() <= row.whole.max_ns());
  }
}

TEST_CASE("work gang: a gang that nobody watches keeps no statistics", "[gc][work_gang]") {
  WorkGang gang(GangSynchronization::kHelpingSemaphore, 2);
  REQUIRE(gang.start());
  CountingTask task;
  gang.run(task, 2);
  CHECK(gang.statistics().rows().empty());
}

TEST_CASE("work gang: HotSpot's default number of workers", "[gc][work_gang]") {
  CHECK(default_gang_size(1) == 1);
  CHECK(default_gang_size(2) == 2);
  CHECK(default_gang_size(8) == 8);
  CHECK(default_gang_size(16) == 13);
}

}  // namespace minijvm::gc::test
