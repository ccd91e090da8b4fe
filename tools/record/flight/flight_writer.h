// Writes a recorded run as a flight recording: the events of HotSpot 17 that this VM has, and its
// own (tools/record/jfr/events.def).
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <string>

#include "tools/record/flight/stacks.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

// Shorter waits are left out.
struct FlightOptions {
  std::int64_t number = 1;
  std::string name;
  std::string destination;
  std::int64_t threshold_ns = 20'000'000;
};

// Returns 0, or the errno of the first failure. The file must be one that can be written at any
// place.
int write_flight(int file, const RecordedRun& run, const KeptStacks& stacks,
                 const FlightOptions& options);

}  // namespace minijvm::vm::record
