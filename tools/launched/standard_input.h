// Standard input, which several runs of a program shall find alike: it is read once, to its end.
// Tested by tests/tools/compare/run and tests/tools/explore/run.
#pragma once

#include <cstddef>
#include <string>

#include "base/expected.h"

namespace minijvm::launched {

// Returns true if standard input comes to its end without anybody's doing: it is a file, or there
// is nothing.
bool is_input_at_hand();

// Copies standard input to its end into this file of memory, and returns how many bytes there were.
// After a second in which none comes it says on standard error what it waits for. The error says
// what went wrong; an input beyond 1 GiB is an error, too. REQUIRES: it is no terminal.
Expected<std::size_t, std::string> copy_input(int file);

}  // namespace minijvm::launched
