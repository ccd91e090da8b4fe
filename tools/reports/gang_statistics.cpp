// Prints the table of the collector's tasks when the VM ends, in a stopped world, where no
// collection adds to it.
#include "tools/reports/gang_statistics.h"

#include <fmt/format.h>

#include <cstdio>

#include "gc/heap/heap_parts.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"

namespace minijvm::vm {
namespace {

double ms(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }

class PrintGang final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "GangStatistics"; }
  void run() override {
    const gc::WorkGang& gang = gc::the_heap().workers.gang();
    fmt::print("GC gang: {} workers, {}\n{}\n{}", gang.size(),
               gc::gang_synchronization_name(gang.synchronization()), gang_table(gang.statistics()),
               gang_parts_table(gang.statistics(), gang.worker_switches()));
    std::fflush(stdout);
  }
};

}  // namespace

std::string gang_table(const gc::GangStatistics& statistics) {
  // The announcement's columns, with the number of measurements before them.
  std::string text = fmt::format("{:<16} {:>10} {:>12} {:>12} {:>16} {:>12}\n", "Task", "Count",
                                 "Average", "Median", "99.9 percentile", "Max");
  for (const auto& row : statistics.rows()) {
    const gc::LatencyRecord& all = row->whole;
    text += fmt::format("{:<16} {:>10} {:>9.4f} ms {:>9.4f} ms {:>13.4f} ms {:>9.4f} ms\n",
                        row->name, all.count(), ms(all.average_ns()), ms(all.quantile_ns(500)),
                        ms(all.quantile_ns(999)), ms(all.max_ns()));
  }
  return text;
}

std::string gang_parts_table(const gc::GangStatistics& statistics,
                             const gc::ContextSwitches& workers) {
  std::string text = fmt::format("{:<16} {:>13} {:>14} {:>10} {:>10}\n", "Task", "Post to first",
                                 "First to last", "Slept", "Preempted");
  for (const auto& row : statistics.rows()) {
    text += fmt::format("{:<16} {:>10.4f} ms {:>11.4f} ms {:>10} {:>10}\n", row->name,
                        ms(row->to_first.quantile_ns(500)), ms(row->first_to_last.quantile_ns(500)),
                        row->coordinator.slept, row->coordinator.preempted);
  }
  return text + fmt::format("{:<16} {:>13} {:>14} {:>10} {:>10}\n", "Workers, all", "", "",
                            workers.slept, workers.preempted);
}

void print_gang_statistics(runtime::JavaThread& self) {
  PrintGang print;
  sync::run_at_safepoint(self, print);
}

}  // namespace minijvm::vm
