#include "gc/overhead_limit.h"

#include "base/log.h"

namespace minijvm::gc {

void OverheadLimit::initialize(const HeapOptions& options) {
  in_use_ = options.use_overhead_limit;
  time_percent_ = options.time_limit_percent;
  free_percent_ = options.free_limit_percent;
}

bool OverheadLimit::is_bad(const Round& round) const {
  std::int64_t all_ns = round.pause_ns + round.program_ns;
  return round.pause_ns * 100 > all_ns * time_percent_ && round.free_bytes < round.total_bytes / 100 * free_percent_;
}

bool OverheadLimit::exceeded_after(const Round& round) {
  if (!in_use_ || !round.full) {
    return false;
  }
  rounds_in_a_row_ = is_bad(round) ? rounds_in_a_row_ + 1 : 0;
  if (rounds_in_a_row_ < kRounds) {
    return false;
  }
  rounds_in_a_row_ = 0;
  MJ_LOG(gcergo, kInfo, "GC overhead limit exceeded: %u full collections in a row took more than %u%% of the time, less than %u%% of the heap is free",
         kRounds, time_percent_, free_percent_);
  return true;
}

}  // namespace minijvm::gc
