// Counts bad rounds. CollectForAllocation calls this after each failed allocation, while the world
// is stopped.
#include "gc/policy/overhead_limit.h"

#include "base/log.h"

namespace minijvm::gc {

void OverheadLimit::initialize(const HeapOptions& options) {
  in_use_ = options.use_overhead_limit;
  time_percent_ = options.time_limit_percent;
  free_percent_ = options.free_limit_percent;
}

bool OverheadLimit::is_bad(const Round& round) const {
  // A round is bad if its pauses took more than 98 % of the time since the last collection, and
  // less than 2 % of the heap is free (both numbers are flags).
  std::int64_t all_ns = round.pause_ns + round.program_ns;
  return round.pause_ns * 100 > all_ns * time_percent_ &&
         round.free_bytes < round.total_bytes / 100 * free_percent_;
}

bool OverheadLimit::exceeded_after(const Round& round) {
  // A round without a full collection says nothing about the old generation, so it does not count.
  if (!in_use_ || !round.full) {
    return false;
  }
  rounds_in_a_row_ = is_bad(round) ? rounds_in_a_row_ + 1 : 0;
  if (rounds_in_a_row_ < kRounds) {
    return false;
  }
  // The count starts again from 0, so that the handler of the error can allocate.
  rounds_in_a_row_ = 0;
  MJ_LOG(gcergo, kInfo,
         "GC overhead limit exceeded: %u full collections in a row took more than %u%% of the "
         "time, less than %u%% of the heap is free",
         kRounds, time_percent_, free_percent_);
  return true;
}

}  // namespace minijvm::gc
