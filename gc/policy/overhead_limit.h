// The overhead limit decides that the program makes no progress any more. A heap that is nearly
// full is collected again and again, each time for a few bytes. After five failed allocations in a
// row whose full collections took nearly all of the time and freed next to nothing, an
// OutOfMemoryError is thrown although there is some room.
// Tested by tests/gc/overhead_limit_test.cpp.
// HOTSPOT: the rule is that of ParallelGC's UseGCOverheadLimit: GCTimeLimit (98 % of the time),
// GCHeapFreeLimit (2 % of the heap), 5 collections.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap/heap.h"

namespace minijvm::gc {

class OverheadLimit {
 public:
  // The cost of one failed allocation, with all of its collections.
  struct Round {
    // True if at least one of them was a full collection.
    bool full;
    // The sum of all their pauses.
    std::int64_t pause_ns;
    // The time that the program had run since the collection before.
    std::int64_t program_ns;
    // The room for objects afterwards.
    std::size_t free_bytes;
    // The capacity of this heap.
    std::size_t total_bytes;
  };

  void initialize(const HeapOptions& options);
  // Returns true when the limit is exceeded. The count then starts from 0, so that the error's
  // handler can allocate. REQUIRES for both functions: the world is stopped.
  bool exceeded_after(const Round& round);
  // Returns true if one more bad round would throw the error. The next full collection should then
  // clear soft references.
  bool is_near() const { return rounds_in_a_row_ + 1 == kRounds; }

 private:
  static constexpr unsigned kRounds = 5;
  // Returns true if this round took too much time and freed too little.
  bool is_bad(const Round& round) const;

  bool in_use_ = true;
  unsigned time_percent_ = 98;
  unsigned free_percent_ = 2;
  // The number of bad rounds without a good one in between.
  unsigned rounds_in_a_row_ = 0;
};

}  // namespace minijvm::gc
