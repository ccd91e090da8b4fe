// Measures what the dispatch of an empty task costs: four dispatchers, 1 to 8 workers, in turn in
// one run, so that all see the same machine. Prints two tables for bench/gang/run: how long it takes
// from the dispatch to the end of the last worker, and what it consists of.
// tests/gc/work_gang_test.cpp tests the dispatchers.
//
//   gang_bench [seconds for all, at most: 200]
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gc/gang/work_gang.h"
#include "sync/threads/clock.h"

namespace {

using minijvm::gc::ContextSwitches;
using minijvm::gc::GangStatistics;
using minijvm::gc::GangSynchronization;
using minijvm::gc::WorkGang;
using minijvm::sync::machine_ns;

constexpr GangSynchronization kKinds[] = {
    GangSynchronization::kSequence, GangSynchronization::kMonitor,
    GangSynchronization::kWaitingSemaphore, GangSynchronization::kHelpingSemaphore};
constexpr unsigned kWorkers[] = {1, 2, 4, 8};
constexpr int kRounds = 20;
constexpr int kBursts = 100;  // of each kind in a round, unless the time is over
constexpr int kBurst = 10;    // tasks, as the source has in each collection
// between two bursts, as between collections: by then the workers sleep
constexpr std::int64_t kPauseNs = 1'000'000;

class EmptyTask final : public minijvm::gc::GangTask {
 public:
  const char* name() const override { return "Empty task"; }
  void work(unsigned) override {}
};

// The Java program between two collections.
void compute_for(std::int64_t ns) {
  for (std::int64_t end = machine_ns() + ns; machine_ns() < end;) {
  }
}

double us(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

std::string text_of(const char* format, auto... values) {
  char line[200];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

// One gang, and how often its workers had slept before the first dispatch.
struct Measured {
  std::unique_ptr<WorkGang> gang;
  ContextSwitches before;
};

// The two tables, which grow by a row for each gang.
struct Tables {
  std::string times =
      "| workers | dispatcher | average us | median us | 99.9 % us | max us |\n"
      "|---|---|---|---|---|---|\n";
  std::string parts =
      "| workers | dispatcher | post to first instruction us | first to last instruction us "
      "| wake-ups of workers | preemptions | wake-ups of the coordinator | preemptions |\n"
      "|---|---|---|---|---|---|---|---|\n";

  void add(const Measured& measured) {
    const WorkGang& gang = *measured.gang;
    const GangStatistics::Row& row = *gang.statistics().find("Empty task");
    const std::string head =
        text_of("| %u | %s |", gang.size(), gang_synchronization_name(gang.synchronization()));
    times += head + text_of(" %.1f | %.3f | %.1f | %.1f |\n", us(row.whole.average_ns()),
                            us(row.whole.quantile_ns(500)), us(row.whole.quantile_ns(999)),
                            us(row.whole.max_ns()));
    const ContextSwitches workers = gang.worker_switches() - measured.before;
    const auto tasks = static_cast<double>(row.whole.count());
    const auto per_task = [&](std::uint64_t count) { return static_cast<double>(count) / tasks; };
    parts +=
        head + text_of(" %.1f | %.1f | %.2f | %.2f | %.2f | %.2f |\n",
                       us(row.to_first.quantile_ns(500)), us(row.first_to_last.quantile_ns(500)),
                       per_task(workers.slept), per_task(workers.preempted),
                       per_task(row.coordinator.slept), per_task(row.coordinator.preempted));
  }
};

std::vector<Measured> start_gangs(unsigned workers) {
  std::vector<Measured> gangs;
  for (GangSynchronization how : kKinds) {
    gangs.push_back({std::make_unique<WorkGang>(how, workers, true), {}});
    if (!gangs.back().gang->start()) {
      std::fprintf(stderr, "no thread for %u workers\n", workers);
      std::exit(1);
    }
  }
  // The workers sleep after this pause.
  compute_for(10 * kPauseNs);
  for (Measured& each : gangs) {
    each.before = each.gang->worker_switches();
  }
  return gangs;
}

void measure(unsigned workers, std::int64_t until_ns, Tables& tables) {
  const std::vector<Measured> gangs = start_gangs(workers);
  EmptyTask task;
  for (int round = 0; round < kRounds && (round == 0 || machine_ns() < until_ns); ++round) {
    for (const Measured& each : gangs) {
      for (int burst = 0; burst < kBursts; ++burst) {
        for (int i = 0; i < kBurst; ++i) {
          each.gang->run(task, workers);
        }
        compute_for(kPauseNs);
      }
    }
  }
  for (const Measured& each : gangs) {
    tables.add(each);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t seconds = argc > 1 ? std::atoi(argv[1]) : 200;
  std::int64_t share_ns =
      seconds * minijvm::sync::kNanosPerSecond / static_cast<std::int64_t>(std::size(kWorkers));
  Tables tables;
  for (unsigned workers : kWorkers) {
    measure(workers, machine_ns() + share_ns, tables);
  }
  std::printf("%s\n%s", tables.times.c_str(), tables.parts.c_str());
}
