// Do all runs do the same? A comparison of times means nothing if they do not, so this is said
// first.
// Tested by tests/tools/compare/verdict_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "tools/compare/runs.h"

namespace minijvm::compare {

struct Verdict {
  bool is_same = true;
  std::vector<std::string> sentences;  // at least one
};

// Each run is compared with the first one: standard output and the exit code. Standard error does
// not count, since the VM's own warnings are there.
Verdict verdict_of(const std::vector<VariantRuns>& variants);

}  // namespace minijvm::compare
