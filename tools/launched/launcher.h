// Starts the launcher `minijvm` from a program beside it, in a child of that program.
// Tested by tests/tools/explore and tests/tools/twice.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace minijvm::launched {

// Returns the folder of the calling program.
std::string own_folder();
// Returns <prefix>/bin/minijvm for a program in <prefix>/lib/minijvm.
std::string launcher_path();

// Called in a child right after the fork: it ends when `parent` does.
void end_with(pid_t parent);
// Gives the calling process to the launcher. A launcher that cannot be started is said on standard
// error, and ends the process with code 1.
[[noreturn]] void become_launcher(const std::string& launcher, std::vector<std::string> words);

}  // namespace minijvm::launched
