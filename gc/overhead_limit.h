// When the program makes no progress any more: a heap that is nearly full is collected again and again, each time for a few bytes. After
// some full collections in a row that took nearly all of the time and freed next to nothing, OutOfMemoryError is due although there is room.
// Proved by tests/gc/overhead_limit_test.cpp.
// HOTSPOT: ParallelGC's UseGCOverheadLimit, GCTimeLimit (98 % of the time), GCHeapFreeLimit (2 % of the heap), and 5 collections.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap.h"

namespace minijvm::gc {

class OverheadLimit {
 public:
  // What one failed allocation came to, with all its collections.
  struct Round {
    bool full;                 // one of them was a full one
    std::int64_t pause_ns;     // all of them together
    std::int64_t program_ns;   // how long the program had run since the collection before
    std::size_t free_bytes;    // for objects, afterwards
    std::size_t total_bytes;   // of this heap
  };

  void initialize(const HeapOptions& options);
  // True: the limit is exceeded; it then starts anew, so that the handler of the error can work. REQUIRES for both: the world is stopped.
  bool exceeded_after(const Round& round);
  // The next full collection is the last before the error: soft references are to be given up.
  bool is_near() const { return rounds_in_a_row_ + 1 == kRounds; }

 private:
  static constexpr unsigned kRounds = 5;
  bool is_bad(const Round& round) const;

  bool in_use_ = true;
  unsigned time_percent_ = 98;
  unsigned free_percent_ = 2;
  unsigned rounds_in_a_row_ = 0;
};

}  // namespace minijvm::gc
