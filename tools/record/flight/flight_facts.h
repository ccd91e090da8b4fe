// Those events of a flight recording that are no events of the log: collections, as the heap's own
// statistics have them, and facts of the VM and of the machine.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>

#include "tools/record/flight/flight_writer.h"
#include "tools/record/jfr/chunk_writer.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

// Returns the moment, in nanoseconds since the recording began, as the file has it.
jfr::Ticks ticks(std::int64_t ns);

void write_collections(jfr::ChunkWriter& out, const RecordedRun& run);
void write_loads(jfr::ChunkWriter& out, const RecordedRun& run);
// Once, at the end.
void write_facts(jfr::ChunkWriter& out, const RecordedRun& run, const FlightOptions& options);

}  // namespace minijvm::vm::record
