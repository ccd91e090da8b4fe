// Standard input, read once and kept, so that each run finds the same.
// Tested by tests/tools/compare/run.
#pragma once

#include <memory>
#include <string>

#include "base/expected.h"
#include "tools/launched/memory_file.h"

namespace minijvm::compare {

struct Input {
  std::unique_ptr<launched::MemoryFile> file;
  std::string sentence;  // what the runs find there; "": nothing, and nobody expects otherwise
};

// Reads to the end of the input. A terminal is not read: the runs find nothing there.
Expected<Input, std::string> read_input();

}  // namespace minijvm::compare
