// Says in sentences what the figures show. A difference makes one only if it is large, and if all
// runs of one variant lie on the same side of all runs of the other.
// Tested by tests/tools/compare/sentences_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "tools/compare/figures.h"
#include "tools/compare/runs.h"

namespace minijvm::compare {

// There is at least one: if need be, that there is nothing to say.
std::vector<std::string> sentences_of(const std::vector<VariantRuns>& variants,
                                      const std::vector<Row>& rows);

}  // namespace minijvm::compare
