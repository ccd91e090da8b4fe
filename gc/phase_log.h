// How long a phase of a collection took, in the log: "GC(3) Scavenge 2.174ms", tag gc,phases, from its beginning to the end of the scope.
// Proved by tests/vm/heap_options.
#pragma once

#include <cstdint>

#include "base/log.h"

namespace minijvm::gc {

class Heap;

class PhaseLog {
 public:
  // name: HotSpot's ParallelGC's, where it has such a phase. Of a full collection its log shows the phases at kInfo, of a young one at kDebug.
  PhaseLog(const Heap& heap, LogLevel level, const char* name);
  ~PhaseLog();
  PhaseLog(const PhaseLog&) = delete;
  PhaseLog& operator=(const PhaseLog&) = delete;

 private:
  const Heap& heap_;
  const char* name_;  // null: nobody wants to know
  LogLevel level_;
  std::int64_t start_ns_ = 0;
};

}  // namespace minijvm::gc
