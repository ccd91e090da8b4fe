// Adds up the figures of a recorded run.
// Tested by tests/tools/compare.
#pragma once

#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/run_figures.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

// Returns what the VM has counted in all (RecordedRun::figures), and what the lanes of the timeline
// and its table of locks add up to.
RunFigures figures_of(const RecordedRun& run, const Timeline& timeline);

}  // namespace minijvm::vm::record
