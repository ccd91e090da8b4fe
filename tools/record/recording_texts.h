// The sentences with which commands answer. Those of flight recordings are HotSpot's, since scripts
// look for them.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <string>

#include "tools/record/recorder.h"

namespace minijvm::vm::record {

std::string none_text(Kind kind);
// `count` recordings fit, and there is at least one of the kind.
std::string not_found_text(Kind kind, const std::string& which, int count);
std::string stopped_text(Kind kind, int number, const std::string& name);
// `deed`: "Dumped" or "Stopped".
std::string written_text(Kind kind, const char* deed, int number, const std::string& name,
                         const std::string& path, const About& about);
std::string status_text(const RecordingOptions& options, int number, const char* state,
                        std::int64_t since_ns, std::uint64_t lost);
std::string started_text(const RecordingOptions& options, int number);
std::string failure_text(Kind kind, int number, const std::string& error);

// Returns the file that a recording is written to: the given name, its own, or, for a flight
// recording, one of HotSpot's form. "": none.
std::string name_for(const RecordingOptions& options, int number, const std::string& given);

}  // namespace minijvm::vm::record
