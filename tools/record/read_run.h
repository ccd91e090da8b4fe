// Reads the event log of a running VM and puts names to its numbers.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <optional>

#include "base/events/event_clock.h"
#include "runtime/fwd.h"
#include "tools/record/timeline/names.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

// Returns the events of these groups since the moment, up to another one if there is one. Stops the
// world for as long as it takes to look at each thread; all else is done while the program runs on.
// REQUIRES: kInVm.
RecordedRun read_run(runtime::JavaThread& self, EventMoment begin, std::optional<EventMoment> end,
                     std::uint32_t groups, Names& names);

}  // namespace minijvm::vm::record
