// What collections did, and the lines that say so: -Xlog:gc and -verbose:gc print what HotSpot's ParallelGC prints, for its log viewers.
// Proved by tests/gc/heap_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap.h"

namespace minijvm::gc {

class GcStatistics {
 public:
  // One collection, from construction to finish().
  struct Pause {
    bool full;
    GcCause cause;
    std::size_t used_before;
    std::int64_t start_ns;
  };
  static Pause begin(bool full, GcCause cause, std::size_t used_before);
  // Returns the pause's length in ns.
  std::int64_t finish(const Pause& pause, std::size_t used_after, std::size_t capacity);

  const GcCounts& counts() const { return counts_; }
  std::uint64_t collections() const { return counts_.young_collections + counts_.full_collections; }
  std::int64_t last_end_ns() const { return last_end_ns_; }
  std::int64_t last_full_ns() const { return last_full_ns_; }
  void start_clock();

 private:
  GcCounts counts_{};
  std::int64_t last_end_ns_ = 0;
  std::int64_t last_full_ns_ = 0;
};

}  // namespace minijvm::gc
