// Describes the diagnostic commands, for `jcmd PID help`.
// Tested by tests/java/management and tests/tools/commands.
#pragma once

#include <string>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

// Returns "Syntax : NAME [options] <mandatory> [<optional>]", then a line for each parameter.
std::string syntax_text(const DiagnosticCommand& command);
// Lists all commands, or describes the one that the arguments name.
JavaResult<std::string> help_text(runtime::JavaThread& self, const CommandArguments& arguments);

}  // namespace minijvm::vm
