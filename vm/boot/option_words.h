// Splits texts into options, and reads the words and numbers of options.
// Tested by tests/vm/options_test.cpp and tests/java/modules/CommandLine.java.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::vm {

// Is the result of reading an option: success, or a message for stderr.
using Parsed = Expected<void, std::string>;
using Complaint = Unexpected<std::string>;

// Splits the text of an environment variable or of a file of -XX:VMOptionsFile into options. White
// space separates options; quotes keep white space together. The error is the message for stderr
// about a quote that does not end in `source`.
Expected<std::vector<std::string>, std::string> split_options(const std::string& text,
                                                              const std::string& source);

// Reads a number of bytes: "64m", "0x40", "4096". Returns nothing if the text is not a number with
// an optional k, m, g or t behind it, or if the number needs more than 64 bits.
std::optional<std::size_t> parse_size(std::string_view text);

// Reads a moment such as 2020-01-01T00:00:00Z, from 1970 to 2199, as seconds since 1970.
std::optional<std::int64_t> parse_moment(const std::string& text);

// Reads "12.5" or "1e3". Returns nothing if the text is not exactly one number.
std::optional<double> parse_double(std::string_view text);

// Returns the text behind the prefix, or nothing if `text` does not start with the prefix.
std::optional<std::string> behind(std::string_view text, std::string_view prefix);

// Returns whether `word` is one of the words, which are separated by single spaces or line ends.
bool has_word(std::string_view words, std::string_view word);

}  // namespace minijvm::vm
