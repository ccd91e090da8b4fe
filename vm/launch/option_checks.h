// What options must be together, once all are known. Proved by tests/vm/options_test.cpp.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// The error is the message for stderr.
Expected<void, std::string> check_options(const Options& options);

}  // namespace minijvm::vm
