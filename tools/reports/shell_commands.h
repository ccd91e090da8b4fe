// Runs the commands of -XX:OnError and -XX:OnOutOfMemoryError. They are for the shell, separated by
// ';'; %p is replaced by the process id and %% by a percent sign.
// Tested by tests/vm/fatal_report and tests/java/memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace minijvm::vm {

// Splits the value of the option into commands.
std::vector<std::string> shell_commands(std::string_view given);
// Runs the command and waits for its end. Neither allocates nor takes a lock of this process, since
// the fatal report of a broken process may call it.
void run_in_shell(std::string& command);

}  // namespace minijvm::vm
