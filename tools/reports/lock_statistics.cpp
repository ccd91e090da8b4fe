// Sums the lock counters of all threads in a safepoint operation when the VM ends, and prints them
// with the number of objects allocated.
#include "tools/reports/lock_statistics.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "gc/policy/allocation_count.h"
#include "runtime/thread/java_thread.h"
#include "sync/lock_mode.h"
#include "sync/lock_statistics.h"
#include "sync/threads/safepoint.h"
#include "tools/reports/reports_state.h"

namespace minijvm::vm {
namespace {

// Each thread has counters of its own, so they are summed while no thread can change them.
class Sum final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "LockStatistics"; }
  void run() override {
    objects = gc::allocated_objects();
    sync::sum_lock_counters(counters);
  }
  std::uint64_t objects = 0;
  sync::LockCounters counters;
};

// The extra-fast paths lock an object without the meta-lock, and so without counting it.
bool every_lock_takes_the_meta_lock() {
  return sync::locking_mode() == sync::LockingMode::kMeta ||
         sync::locking_mode() == sync::LockingMode::kTas;
}

std::string line(const char* name, std::uint64_t count) {
  return fmt::format("  {:<28}{:>14}\n", name, count);
}

}  // namespace

// Both counts start before the first allocation, or objects of the boot would be missing.
void gather_lock_statistics() {
  reports_state.lock_statistics = true;
  gc::count_allocations();
  sync::count_synchronized_objects();
}

void print_lock_statistics(runtime::JavaThread& self) {
  if (!reports_state.lock_statistics) {
    return;
  }
  Sum sum;
  sync::run_at_safepoint(self, sum);
  std::string text = "Lock statistics\n" + line("objects_allocated", sum.objects);
  if (every_lock_takes_the_meta_lock()) {
    text += line("synchronized_objects", sync::synchronized_objects());
  }
// One line follows for each counter of sync's table.
#define MJ_LINE(name) text += line(#name, sum.counters.name.load(std::memory_order_relaxed));
  MJ_LOCK_COUNTERS(MJ_LINE)
#undef MJ_LINE
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace minijvm::vm
