// Bytes as the protocol carries them (RFC 4648, section 4).
// Tested by tests/tools/dap/listings_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace minijvm::desk::dap {

// Returns base64 for bytes that are given as pairs of hexadecimal digits.
std::string base64_of_hex(std::string_view hex);

}  // namespace minijvm::desk::dap
