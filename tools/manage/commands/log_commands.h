// The commands about the log and the event log: VM.log and VM.events.
// Tested by tests/tools/commands.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> log_commands();

}  // namespace minijvm::vm
