// Makes the runs of a comparison: in each round the variants take turns, so that what else the
// machine does meanwhile meets all of them alike.
// Tested by tests/tools/compare/run.
#pragma once

#include <string>
#include <vector>

#include "base/expected.h"
#include "tools/compare/runs.h"
#include "tools/compare/settings.h"

namespace minijvm::compare {

// Says on standard error how far it is. The error says what the kernel does not have.
Expected<std::vector<VariantRuns>, std::string> make_runs(const Settings& settings, int input);

}  // namespace minijvm::compare
