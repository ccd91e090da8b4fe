// Makes UTF-8 (RFC 3629) of the texts that the VM and its tools write: of the modified UTF-8 of
// class files (JVMS 4.4.7), and of bytes from outside, which may be anything. The modified form
// differs for characters beyond U+FFFF, which it writes as two halves of a surrogate pair, three
// bytes each, and for U+0000, which takes two bytes there.
// Names of classes and methods come in the modified form, and other texts as UTF-8. The writer need
// not know which it has: no text is valid in both forms with different meanings.
// Tested by tests/base/utf8_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace minijvm {

// Returns whether the text has bytes that only the modified form has.
bool is_modified_utf8(std::string_view text);

// Returns the same text as UTF-8; a half of a pair without the other becomes U+FFFD.
std::string utf8_of_modified(std::string_view text);

// Returns the text with U+FFFD where it is not UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace minijvm
