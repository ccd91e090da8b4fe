#include "vm/inspect/lock_statistics.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "gc/allocation_count.h"
#include "runtime/java_thread.h"
#include "sync/lock_mode.h"
#include "sync/lock_statistics.h"
#include "sync/safepoint.h"

namespace minijvm::vm {
namespace {

bool gathering = false;

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

bool every_lock_takes_the_meta_lock() {
  return sync::locking_mode() == sync::LockingMode::kMeta || sync::locking_mode() == sync::LockingMode::kTas;
}

std::string line(const char* name, std::uint64_t count) { return fmt::format("  {:<28}{:>14}\n", name, count); }

}  // namespace

void gather_lock_statistics() {
  gathering = true;
  gc::count_allocations();
  sync::count_synchronized_objects();
}

void print_lock_statistics(runtime::JavaThread& self) {
  if (!gathering) {
    return;
  }
  Sum sum;
  sync::run_at_safepoint(self, sum);
  std::string text = "Lock statistics\n" + line("objects_allocated", sum.objects);
  if (every_lock_takes_the_meta_lock()) {
    text += line("synchronized_objects", sync::synchronized_objects());
  }
#define MJ_LINE(name) text += line(#name, sum.counters.name.load(std::memory_order_relaxed));
  MJ_LOCK_COUNTERS(MJ_LINE)
#undef MJ_LINE
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace minijvm::vm
