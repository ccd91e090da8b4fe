// Modified UTF-8, JVMS 4.4.7: U+0000 in two bytes, a supplementary character as two three-byte surrogates, no zero byte.
// Proved by tests/classfile/modified_utf8_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::classfile {

// JVMS 4.4.7: no byte 0 and none in 0xf0-0xff, every sequence whole.
bool is_valid_modified_utf8(std::string_view bytes, bool shortest_form = true);

// Number of UTF-16 units. Malformed input counts something, never reads outside.
std::size_t utf16_length(std::string_view bytes);
// Writes utf16_length(bytes) units.
void decode_utf16(std::string_view bytes, char16_t* out);
std::u16string to_utf16(std::string_view bytes);

// Number of bytes without a terminator, as JNI GetStringUTFLength counts them.
std::size_t modified_utf8_length(std::u16string_view units);
void encode_modified_utf8(std::u16string_view units, char* out);
std::string from_utf16(std::u16string_view units);

// The next UTF-16 unit at *at, which moves on. REQUIRES: *at < bytes.size().
char16_t next_utf16(std::string_view bytes, std::size_t* at);

}  // namespace minijvm::classfile
