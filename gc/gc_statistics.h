// What collections did, and the lines that say so: -Xlog:gc and -verbose:gc print what HotSpot's ParallelGC prints, for its log viewers.
// Proved by tests/gc/heap_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap.h"
#include "gc/memory_pools.h"

namespace minijvm::gc {

// Of the whole process, in ns.
struct CpuTimes {
  std::int64_t user;
  std::int64_t system;
};
CpuTimes process_cpu_times();

class GcStatistics {
 public:
  // One collection, from begin() to finish().
  struct Pause {
    bool full;
    GcCause cause;
    HeapUsage before;
    std::int64_t start_ns;
    CpuTimes start_cpu;
  };
  Pause begin(bool full, GcCause cause, const HeapUsage& before) const;
  // Returns the pause's length in ns.
  std::int64_t finish(const Pause& pause, const HeapUsage& after);

  const GcCounts& counts() const { return counts_; }
  std::uint64_t collections() const { return counts_.young_collections + counts_.full_collections; }
  std::int64_t last_end_ns() const { return last_end_ns_; }
  std::int64_t last_full_ns() const { return last_full_ns_; }
  void start_clock();

 private:
  void log_pools(const HeapUsage& before, const HeapUsage& after) const;
  unsigned long long number() const { return collections(); }  // in the log
  GcCounts counts_{};
  std::int64_t last_end_ns_ = 0;
  std::int64_t last_full_ns_ = 0;
};

}  // namespace minijvm::gc
