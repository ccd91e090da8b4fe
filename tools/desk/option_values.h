// The values of the desk's options, as words of the command line. Each error is for the user.
// Tested by tests/tools/desk/settings_test.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/expected.h"

namespace minijvm::desk {

// Reads a number from 1 to `most`.
Expected<std::uint64_t, std::string> number(const std::string& option, const std::string& word,
                                            std::uint64_t most);
// Reads "10s", "500ms", "2m", and a number of seconds.
Expected<std::chrono::milliseconds, std::string> time_span(const std::string& option,
                                                           const std::string& word);
// Reads the file whose name is the value.
Expected<std::string, std::string> content_of(const std::string& option, const std::string& path);

}  // namespace minijvm::desk
