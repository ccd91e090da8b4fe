// Parses the options that are no -XX flags: -Xmx64m, -Xlog:gc, -Dkey=value, --add-reads=a=b, -ea,
// -agentlib.
// Tested by tests/vm/options_test.cpp, tests/java/bad_input and tests/java/modules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vm/boot/option_words.h"

namespace minijvm::vm {

struct Options;

// Returns nothing if the option is not one of this VM. The error is the message for stderr.
std::optional<Parsed> parse_form(std::string_view option, Options& options);

}  // namespace minijvm::vm
