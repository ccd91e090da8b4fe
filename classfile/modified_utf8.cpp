// Checks, decodes and encodes modified UTF-8 (JVMS 4.4.7). The pool parser checks each Utf8
// constant; the code of strings and of JNI decodes and encodes.
#include "classfile/modified_utf8.h"

namespace minijvm::classfile {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}
// Returns true if there is a byte at `at` and it has the form 10xxxxxx.
bool is_continuation(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (byte_at(bytes, at) & 0xc0) == 0x80;
}

// The two bytes of U+0000. It is the only character with a longer form than in UTF-8 proper.
constexpr unsigned kNull = 0xc080;
unsigned byte_pair(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}

// A unit takes one to three bytes. U+0000 takes two, so that no string contains a zero byte.
std::size_t encoded_size(char16_t unit) {
  if (unit != 0 && unit < 0x80)
    return 1;
  return unit < 0x800 ? 2 : 3;
}

}  // namespace

// The lead byte tells the length of a sequence; the bytes that follow must be continuations.
bool is_valid_modified_utf8(std::string_view bytes, bool shortest_form) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const unsigned lead = byte_at(bytes, at);
    std::size_t length;
    if (lead >= 0x01 && lead <= 0x7f) {
      length = 1;
    } else if ((lead & 0xe0) == 0xc0) {
      length = 2;
    } else if ((lead & 0xf0) == 0xe0) {
      length = 3;
    } else {
      // The byte is zero, a continuation without a lead, or one of 0xf0-0xff.
      return false;
    }
    for (std::size_t i = 1; i < length; i++) {
      if (!is_continuation(bytes, at + i))
        return false;
    }
    // A sequence is too long if it has two bytes for a character below U+0080 (leads c0 and c1), or
    // three for one below U+0800 (e0 followed by a byte below a0).
    const bool overlong = (length == 2 && lead < 0xc2 && byte_pair(bytes, at) != kNull) ||
                          (length == 3 && lead == 0xe0 && byte_at(bytes, at + 1) < 0xa0);
    if (overlong && shortest_form)
      return false;
    at += length;
  }
  return true;
}

// Malformed input is decoded byte by byte, and never read past its end.
char16_t next_utf16(std::string_view bytes, std::size_t* at) {
  const unsigned lead = byte_at(bytes, *at);
  // 110xxxxx 10xxxxxx has eleven bits.
  if ((lead & 0xe0) == 0xc0 && is_continuation(bytes, *at + 1)) {
    const unsigned unit = ((lead & 0x1f) << 6) | (byte_at(bytes, *at + 1) & 0x3f);
    *at += 2;
    return static_cast<char16_t>(unit);
  }
  // 1110xxxx 10xxxxxx 10xxxxxx has sixteen bits.
  if ((lead & 0xf0) == 0xe0 && is_continuation(bytes, *at + 1) && is_continuation(bytes, *at + 2)) {
    const unsigned unit = ((lead & 0x0f) << 12) | ((byte_at(bytes, *at + 1) & 0x3f) << 6) |
                          (byte_at(bytes, *at + 2) & 0x3f);
    *at += 3;
    return static_cast<char16_t>(unit);
  }
  // A single byte, or a malformed sequence, gives the byte's value.
  *at += 1;
  return static_cast<char16_t>(lead);
}

std::size_t modified_utf8_length(std::u16string_view units) {
  std::size_t bytes = 0;
  for (char16_t unit : units) bytes += encoded_size(unit);
  return bytes;
}

// A surrogate is encoded like any other unit, in three bytes.
void encode_modified_utf8(std::u16string_view units, char* out) {
  for (char16_t unit : units) {
    switch (encoded_size(unit)) {
      case 1:
        *out++ = static_cast<char>(unit);
        break;
      case 2:
        *out++ = static_cast<char>(0xc0 | (unit >> 6));
        *out++ = static_cast<char>(0x80 | (unit & 0x3f));
        break;
      default:
        *out++ = static_cast<char>(0xe0 | (unit >> 12));
        *out++ = static_cast<char>(0x80 | ((unit >> 6) & 0x3f));
        *out++ = static_cast<char>(0x80 | (unit & 0x3f));
        break;
    }
  }
}

std::string from_utf16(std::u16string_view units) {
  std::string bytes(modified_utf8_length(units), '\0');
  encode_modified_utf8(units, bytes.data());
  return bytes;
}

}  // namespace minijvm::classfile
