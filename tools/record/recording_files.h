// Writes a recorded run to a file. The end of a timeline's name chooses the form: .html is a page,
// .pftrace a trace for ui.perfetto.dev. A name below /proc/self/fd is a file of memory of the
// program that has started the VM (tools/compare): it gets the figures of the run and the data of a
// page. A flight recording may have any name.
// Tested by tests/tools/record and tests/tools/compare.
#pragma once

#include <string>

#include "tools/record/flight/flight_writer.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

// Returns the complaint about a timeline's name that has no known end, or "".
std::string complaint_about_name(const std::string& filename);

// "%p" in the name stands for the process id. The file appears when it is complete. Each returns
// the path that was written; "" with the complaint in `error`.
std::string write_timeline(const RecordedRun& run, const std::string& filename, std::string& error);
std::string write_flight_file(const RecordedRun& run, const KeptStacks& stacks,
                              const FlightOptions& options, const std::string& filename,
                              std::string& error);

}  // namespace minijvm::vm::record
