// Modified UTF-8, JVMS 4.4.7, the encoding of strings in class files and in JNI.
// Tested by tests/classfile/modified_utf8_test.cpp.
//
//   U+0001 .. U+007F   0xxxxxxx                       one byte
//   U+0000, .. U+07FF  110xxxxx 10xxxxxx              two bytes; so no byte of a string is zero
//   .. U+FFFF          1110xxxx 10xxxxxx 10xxxxxx     three bytes
//   above U+FFFF       two surrogates, each in three bytes; UTF-8 proper has four bytes instead
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::classfile {

// JVMS 4.4.7: returns true if there is no zero byte and no byte in 0xf0-0xff, and if every sequence
// is complete. With `shortest_form` each character must also have the shortest possible form.
bool is_valid_modified_utf8(std::string_view bytes, bool shortest_form = true);

// Decodes the UTF-16 unit at *at and moves *at to the next one. Malformed input is decoded byte by
// byte, and never read past its end. REQUIRES: *at < bytes.size().
char16_t next_utf16(std::string_view bytes, std::size_t* at);

// Returns the number of bytes, without a terminator, as JNI GetStringUTFLength counts them.
std::size_t modified_utf8_length(std::u16string_view units);
// REQUIRES: `out` has room for modified_utf8_length(units) bytes.
void encode_modified_utf8(std::u16string_view units, char* out);
std::string from_utf16(std::u16string_view units);

}  // namespace minijvm::classfile
