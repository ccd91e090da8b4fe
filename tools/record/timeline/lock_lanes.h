// The lanes of locks: who held a lock while others wanted it, and how many of them. A lock that
// nobody waited for has no lane, since an enter that finds it free leaves no event.
// Tested by tests/tools/record.
#pragma once

#include <vector>

#include "tools/record/timeline/lock_waits.h"
#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

class ThreadLanes;

struct LockSummary {
  LockKey lock;
  std::int64_t enters = 0;  // that were queued
  std::int64_t waits = 0;   // of Object.wait
  std::int64_t enter_ns = 0;
  std::int64_t longest_ns = 0;
  std::int64_t most_waiting = 0;
  std::int64_t most_waiting_at = 0;
  int track = -1;
};

// Adds a lane and a counter for each of the locks that threads waited for longest. Returns all
// locks, those first.
std::vector<LockSummary> add_lock_lanes(const RecordedRun& run, const ThreadLanes& threads,
                                        Timeline& timeline);

}  // namespace minijvm::vm::record
