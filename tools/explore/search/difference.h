// Two runs side by side: where they part, and the first read that sees another value in the second,
// which is often the cause of what follows.
// Tested by tests/tools/explore/difference_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace minijvm::explore {

// The arguments are the steps of two runs of one program (table.h).
std::string difference_text(const std::vector<std::string>& good,
                            const std::vector<std::string>& bad);

}  // namespace minijvm::explore
