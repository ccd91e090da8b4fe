// The commands about the tables of texts: VM.symboltable and VM.stringtable.
// Tested by tests/tools/commands.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> table_commands();

}  // namespace minijvm::vm
