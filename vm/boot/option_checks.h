// Checks and completes the options once all of them are known, since some depend on each other.
// Tested by tests/vm/options_test.cpp.
#pragma once

#include <string>

#include "vm/boot/option_words.h"

namespace minijvm::vm {

struct Options;

// Applies the flags that change other options, and turns old names into today's.
void settle_options(Options& options);
// Checks the options together. The error is the message for stderr.
Parsed check_options(const Options& options);

}  // namespace minijvm::vm
