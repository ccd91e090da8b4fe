// Logs how long a phase of a collection took, from the construction of this object to the end of
// its scope: "GC(3) Scavenge 2.174ms", with the tag gc,phases.
// Tested by tests/vm/heap_options.
#pragma once

#include <cstdint>

#include "base/log.h"
#include "gc/fwd.h"

namespace minijvm::gc {

class PhaseLog {
 public:
  // `name` is the one in ParallelGC's log, if that has such a phase. HotSpot logs the phases of a
  // full collection at kInfo, those of a young one at kDebug.
  PhaseLog(const Heap& heap, LogLevel level, const char* name);
  ~PhaseLog();
  PhaseLog(const PhaseLog&) = delete;
  PhaseLog& operator=(const PhaseLog&) = delete;

 private:
  const Heap& heap_;
  // Null if the log level is off.
  const char* name_;
  LogLevel level_;
  std::int64_t start_ns_ = 0;
  // An end is recorded only for a begin that was (base/events/events.def, phase_begin).
  bool is_recorded_ = false;
};

}  // namespace minijvm::gc
