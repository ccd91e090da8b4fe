// The commands about threads that JDK 21 and 25 brought: Thread.dump_to_file, which shows virtual
// threads too, and what the library keeps for virtual threads. All of them are Java methods that
// answer with a text.
// Tested by tests/jdk25/commands/run.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> thread_commands();

}  // namespace minijvm::vm
