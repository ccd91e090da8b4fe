// The machine on which runs are compared: without it, figures mean nothing to another reader.
// Tested by tests/tools/compare/run.
#pragma once

#include <string>

namespace minijvm::compare {

struct Machine {
  std::string processor;  // "Intel(R) Xeon(R) CPU @ 2.20GHz"
  int processors = 1;     // that this process may use
  std::string memory;     // "7.8 GB"
  std::string kernel;     // "Linux 6.1.0"
  double load = 0;        // the average of the last minute
};

Machine this_machine();

// "2 processors (Intel ...), 7.8 GB, Linux 6.1.0, load 0.42"
std::string text_of(const Machine& machine);

// Local time: "2026-11-27 12:00:00".
std::string date_text();

}  // namespace minijvm::compare
