// One -XX flag, obeyed (options.def), accepted (known_flags.h) or refused in HotSpot's words. Proved by tests/vm/options_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// "+Name", "-Name", "Name=value": what follows -XX:. The error is the message for stderr.
Expected<void, std::string> parse_flag(std::string_view text, Options& options);
// "... warning: text" on stderr, unless -XX:-PrintWarnings stood before.
void warn(const Options& options, const std::string& text);
// An option for a compiler was given: says once that there is none.
void warn_of_compiler();

}  // namespace minijvm::vm
