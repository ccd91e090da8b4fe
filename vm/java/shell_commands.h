// The commands of -XX:OnError and -XX:OnOutOfMemoryError: for the shell, separated by ';', with %p for the process id and %% for a percent sign.
// Proved by tests/vm/fatal_report and tests/java/memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace minijvm::vm {

std::vector<std::string> shell_commands(std::string_view given);
// Waits for its end. Neither allocates nor takes a lock of this process: a broken one may call it.
void run_in_shell(std::string& command);

}  // namespace minijvm::vm
