// The commands about a compiler, which this VM has not: Compiler.codecache and others.
// Tested by tests/tools/commands.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> compiler_commands();

}  // namespace minijvm::vm
