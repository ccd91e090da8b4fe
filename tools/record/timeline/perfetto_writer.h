// Writes a timeline as a Perfetto trace (perfetto/trace/trace.proto), for ui.perfetto.dev: each
// lane is a track, each arrow a flow. LWPs and workers carry the ids of their kernel threads, so
// that a trace of the kernel's scheduler of the same run may be put beside it.
// Tested by tests/tools/record, with Perfetto's own schema.
#pragma once

#include <string>

#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

// `begin_ns`: CLOCK_MONOTONIC, when the recording began.
std::string perfetto_trace(const Timeline& timeline, std::int64_t begin_ns);

}  // namespace minijvm::vm::record
