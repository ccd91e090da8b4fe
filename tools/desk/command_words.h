// The stepper's commands by name: which of them a line begins with, and whether it lets the program
// run. The VM sends the table of its commands in its greeting, so nothing is written twice.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json.h"

namespace minijvm::desk {

// Returns the full name of the command that the line begins with, as the stepper resolves it: by
// full or short name, or by a beginning that fits one command only. Returns the line's first word
// if it is none.
std::string command_name(const Json& greeting, std::string_view line);

// True if the program runs on after this command, given by its full name.
bool lets_run(std::string_view name);

}  // namespace minijvm::desk
