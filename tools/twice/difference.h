// Where two runs differ first.
// Tested by tests/tools/twice/difference_test.cpp.
#pragma once

#include <string>

#include "tools/twice/held_run.h"

namespace minijvm::twice {

// Returns a line for each kind of thing that differs: the events, the output, standard error and
// the exit code. Empty: the runs are equal. Addresses of objects in standard error do not count:
// the VM's own reports have them.
std::string difference_of(const HeldRun& first, const HeldRun& second);

}  // namespace minijvm::twice
