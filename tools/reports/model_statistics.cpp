// Prints the counters of the thread model when the VM ends. The one-to-one model has none to print,
// since the kernel schedules its threads.
#include "tools/reports/model_statistics.h"

#include <cstdio>

#include "sync/schedule/scheduler.h"
#include "tools/reports/reports_state.h"

namespace minijvm::vm {
namespace {

// printf has a format for this type on every machine.
unsigned long long shown(std::uint64_t value) { return value; }

}  // namespace

void count_for_model_statistics() { reports_state.model_statistics = true; }

void print_model_statistics() {
  if (!reports_state.model_statistics) {
    return;
  }
  sync::ThreadModel& model = sync::thread_model();
  std::printf("Thread model: %s\n", model.name());
  sync::ModelStatistics counts = model.statistics();
  if (counts.lwps_made == 0) {
    return;  // the kernel does it all
  }
  std::printf("  places %u  LWPs now %u  made %llu\n", counts.places, counts.lwps,
              shown(counts.lwps_made));
  std::printf(
      "  switches %llu  steals %llu  slices ended %llu  deferred %llu  places taken %llu  given "
      "%llu\n",
      shown(counts.switches), shown(counts.steals), shown(counts.preemptions),
      shown(counts.deferrals), shown(counts.places_taken), shown(counts.places_given));
}

}  // namespace minijvm::vm
