// A session as text, as samples/labs keeps its solutions and the page copies one: lines that begin
// with "(step) " are commands, lines that begin with "# run: " say how the program is started.
// Everything else is for people.
//
//   # run: --break Race.begin Race
//   (step) thread one
//   (step) step 3
//
// Tested by tests/tools/desk/session_text_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::desk {

struct SessionText {
  std::vector<std::string> run;  // the words behind "# run:", main class included
  std::vector<std::string> commands;
};

// Reads "# run:" only above the first command.
SessionText parse_session(std::string_view text);

// The commands that step by a schedule, such as `one*4 "worker 1"*3 ...`, in which each step is a
// stop, and that let the program run on at its end. By instruction they are what the VM's command
// `play` takes; by line a thread is selected and steps. `...` stands for a time in which all
// threads run. The error says what cannot be read.
Expected<std::vector<std::string>, std::string> commands_of_schedule(std::string_view schedule,
                                                                     bool by_line);

}  // namespace minijvm::desk
