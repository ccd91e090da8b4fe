// Prints the counters of the thread model when the VM ends. Of the one-to-one model there is only
// the number of threads, since the kernel schedules them.
#include "tools/reports/model_statistics.h"

#include <cstdio>

#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/reports/reports_state.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm {
namespace {

// printf has a format for this type on every machine.
unsigned long long shown(std::uint64_t value) { return value; }

void print_counters(const sync::ModelStatistics& counts) {
  std::printf("  places %u  LWPs now %u  made %llu\n", counts.places, counts.lwps,
              shown(counts.lwps_made));
  std::printf(
      "  switches %llu  steals %llu  slices ended %llu  deferred %llu  places taken %llu  given "
      "%llu\n",
      shown(counts.switches), shown(counts.steals), shown(counts.preemptions),
      shown(counts.deferrals), shown(counts.places_taken), shown(counts.places_given));
}

}  // namespace

void count_for_model_statistics() { reports_state.model_statistics = true; }

void print_model_statistics() {
  if (!reports_state.model_statistics) {
    return;
  }
  sync::ThreadModel& model = sync::thread_model();
  std::printf("Thread model: %s\n", model.name());
  const sync::ModelStatistics counts = model.statistics();
  const auto threads = static_cast<std::uint64_t>(thread_counts().peak);
  // In the other models the kernel does it all.
  if (counts.lwps_made != 0) {
    print_counters(counts);
  }
  std::printf("  threads at most %llu  LWPs at most %llu\n", shown(threads),
              shown(counts.lwps_most == 0 ? threads : counts.lwps_most));
}

void print_run_hash() {
  sync::DeterministicRun* run = sync::thread_model().run();
  if (reports_state.run_hash && run != nullptr) {
    const sync::RunFigures figures = run->figures();
    std::fprintf(stderr, "Run hash: %s (%llu events)\n", figures.hash.c_str(),
                 shown(figures.events));
  }
}

}  // namespace minijvm::vm
