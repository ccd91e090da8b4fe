// Counts and times collections, and logs the lines that report them. -Xlog:gc and -verbose:gc print
// what HotSpot's ParallelGC prints, so that log viewers understand it.
// Tested by tests/gc/heap_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap/heap.h"
#include "gc/policy/memory_pools.h"

namespace minijvm::gc {

// The processor time of the whole process, in ns.
struct CpuTimes {
  std::int64_t user;
  std::int64_t system;
};
CpuTimes process_cpu_times();

class GcStatistics {
 public:
  // One collection, from begin() to finish(), which fill it in.
  struct Pause {
    bool is_full() const { return record.collector == Collector::kFull; }
    CollectionRecord record;
    CpuTimes start_cpu;
  };
  // Logs the start of a pause and notes its times.
  Pause begin(Collector collector, GcCause cause, const HeapUsage& before) const;
  // Logs the end of a pause and counts it. Returns its length in ns.
  std::int64_t finish(Pause& pause, const HeapUsage& after);

  const GcCounts& counts() const { return counts_; }
  std::uint64_t collections() const { return counts_.young_collections + counts_.full_collections; }
  // Return when the last collection, and the last full one, ended, by sync::machine_ns. Before
  // the first one the result is the time at which the heap was made.
  std::int64_t last_end_ns() const { return last_end_ns_; }
  std::int64_t last_full_ns() const { return last_full_ns_; }
  void start_clock();

 private:
  void log_pools(const HeapUsage& before, const HeapUsage& after) const;
  unsigned long long number() const { return collections(); }  // the number in the log
  GcCounts counts_{};
  std::int64_t last_end_ns_ = 0;
  std::int64_t last_full_ns_ = 0;
};

}  // namespace minijvm::gc
