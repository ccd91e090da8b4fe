// How long an empty task takes from its dispatch to the end of its last worker: three dispatchers, 1 to 8 workers, in turn in one run, so
// that all see the same machine. Prints the table of gc/README.md. The dispatchers are proved by tests/gc/work_gang_test.cpp.
//
//   gang_bench [seconds for all, at most: 200]
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "gc/gang/work_gang.h"
#include "sync/threads/clock.h"

namespace {

using minijvm::gc::GangSynchronization;
using minijvm::gc::LatencyRecord;
using minijvm::gc::WorkGang;
using minijvm::sync::monotonic_ns;

constexpr GangSynchronization kKinds[] = {
    GangSynchronization::kSequence, GangSynchronization::kMonitor, GangSynchronization::kSemaphore};
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
  for (std::int64_t end = monotonic_ns() + ns; monotonic_ns() < end;) {
  }
}

double us(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

void print_row(const WorkGang& gang) {
  const LatencyRecord& all = *gang.statistics().find("Empty task");
  std::printf("| %u | %s | %.1f | %.1f | %.1f | %.1f |\n", gang.size(),
              gang_synchronization_name(gang.synchronization()), us(all.average_ns()),
              us(all.quantile_ns(500)), us(all.quantile_ns(999)), us(all.max_ns()));
}

void measure(unsigned workers, std::int64_t until_ns) {
  std::vector<std::unique_ptr<WorkGang>> gangs;
  for (GangSynchronization how : kKinds) {
    gangs.push_back(std::make_unique<WorkGang>(how, workers));
    if (!gangs.back()->start()) {
      std::fprintf(stderr, "no thread for %u workers\n", workers);
      std::exit(1);
    }
  }
  EmptyTask task;
  for (int round = 0; round < kRounds && (round == 0 || monotonic_ns() < until_ns); ++round) {
    for (auto& gang : gangs) {
      for (int burst = 0; burst < kBursts; ++burst) {
        for (int i = 0; i < kBurst; ++i) {
          gang->run(task, workers);
        }
        compute_for(kPauseNs);
      }
    }
  }
  for (const auto& gang : gangs) {
    print_row(*gang);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t seconds = argc > 1 ? std::atoi(argv[1]) : 200;
  std::printf(
      "| workers | dispatcher | average us | median us | 99.9 %% us | max us "
      "|\n|---|---|---|---|---|---|\n");
  std::int64_t share_ns =
      seconds * minijvm::sync::kNanosPerSecond / static_cast<std::int64_t>(std::size(kWorkers));
  for (unsigned workers : kWorkers) {
    measure(workers, monotonic_ns() + share_ns);
  }
}
