// One run of a program, as a process whose output is held in memory.
// Tested by tests/tools/twice.
#pragma once

#include <string>
#include <vector>

#include "base/expected.h"

namespace minijvm::twice {

struct HeldRun {
  int code = 0;  // as a shell gives it: 128 and the signal's number if a signal has ended the run
  std::string out{};
  std::string err{};
  std::string events{};  // the lines of -XX:RunLog
};

struct Program {
  std::string launcher;
  std::vector<std::string> words;  // of the launcher's command line
};

// Makes a run and waits for its end. If it `shows`, the output is also written to standard output
// and standard error meanwhile. The run reads standard input from where that stands now. The error
// says what the kernel does not have.
Expected<HeldRun, std::string> make_run(const Program& program, bool shows);

}  // namespace minijvm::twice
