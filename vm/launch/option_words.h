// The options that an environment variable or a file of -XX:VMOptionsFile holds. Proved by tests/java/modules/CommandLine.java.
#pragma once

#include <string>
#include <vector>

#include "base/expected.h"

namespace minijvm::vm {

// Words separated by white space; quotes keep white space together. The error is the message for stderr: a quote that does not end in `source`.
Expected<std::vector<std::string>, std::string> split_options(const std::string& text, const std::string& source);

}  // namespace minijvm::vm
