// Says in words and in tables what a recording shows: findings, each with its moment, and totals of
// threads, locks, LWPs, collections and tasks.
// Tested by tests/tools/record.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/record/timeline/lock_lanes.h"
#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/thread_lanes.h"
#include "tools/record/timeline/timeline.h"
#include "tools/record/timeline/vm_lanes.h"

namespace minijvm::vm::record {

inline constexpr const char* kLocksTitle = "Locks";  // of the table

// The time that a thread was in each state, in nanoseconds.
using StateTimes = std::array<std::int64_t, static_cast<std::size_t>(State::kCount)>;
StateTimes state_times(const Track& track);

// REQUIRES: the tracks are there.
void add_findings(const RecordedRun& run, const ThreadLanes& threads, const VmLanes& vm,
                  const std::vector<LockSummary>& locks, Timeline& timeline);
void add_tables(const RecordedRun& run, const ThreadLanes& threads, const VmLanes& vm,
                const std::vector<LockSummary>& locks, Timeline& timeline);

}  // namespace minijvm::vm::record
