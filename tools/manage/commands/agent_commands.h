// JVMTI.agent_load, which loads an agent into the running VM.
// Tested by tests/tools/profile, with an agent that samples.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> agent_commands();

}  // namespace minijvm::vm
