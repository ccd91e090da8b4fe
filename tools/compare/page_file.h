// The page of a comparison as a file.
// Tested by tests/tools/compare/run.
#pragma once

#include <string>

#include "tools/compare/comparison.h"

namespace minijvm::compare {

// Returns why there can be no such file, before anything is run, or "".
std::string complaint_about_page(const std::string& path);

// Writes the page. It appears when it is complete, and a signal that would end the process waits
// until then, so that no part of a page is left. Returns why it was not written, or "".
std::string write_page_file(const Comparison& comparison);

}  // namespace minijvm::compare
