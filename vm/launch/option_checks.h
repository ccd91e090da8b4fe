// What options mean together and what they must be, once all are known. Proved by tests/vm/options_test.cpp.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// Flags that decide for each other, and old names that turn into today's.
void settle_options(Options& options);
// The error is the message for stderr.
Expected<void, std::string> check_options(const Options& options);

}  // namespace minijvm::vm
