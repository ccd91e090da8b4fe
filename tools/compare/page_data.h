// The data of the page that shows a comparison (tools/pages/README.md, "Data format").
// Tested by tests/tools/compare/page_data_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "tools/compare/comparison.h"

namespace minijvm::compare {

// Reads the recordings from their files.
std::string page_data(const Comparison& comparison);

// A text as JSON has it. Bytes that are no UTF-8 become U+FFFD, since a program may print anything.
std::string quoted(std::string_view text);

}  // namespace minijvm::compare
