// Makes a timeline of a recorded run.
// Tested by tests/tools/record.
#pragma once

#include "tools/record/timeline/recorded_run.h"
#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

Timeline build_timeline(const RecordedRun& run);

}  // namespace minijvm::vm::record
