// Small questions to the machine: a file's first line, a program on PATH, what a command prints.
// Tested by tests/tools/guide/run.
#pragma once

#include <string>
#include <vector>

namespace minijvm::guide {

// Returns the first line of a file without its end; empty if it cannot be read.
std::string first_line(const std::string& path);
// Returns the path of a program on PATH; empty if there is none.
std::string path_of_program(const std::string& name);

struct Answer {
  bool is_good = false;   // it ended with code 0, in time
  bool was_late = false;  // it was ended
  std::string text;       // its standard output and error, as far as 64 KB
};
// Runs a command with nothing at standard input, for at most so many seconds.
Answer run_command(const std::vector<std::string>& words, int seconds);

// Returns whether the kernel lets this process trace a child of its own: what a debugger that has
// started the program needs. Some containers forbid it.
bool may_trace_child();

}  // namespace minijvm::guide
