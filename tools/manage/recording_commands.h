// The commands that record what the VM does (tools/record): Timeline.start and the like, and
// JFR.start and the like, which answer with HotSpot's sentences.
// Tested by tests/tools/record.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> recording_commands();

}  // namespace minijvm::vm
