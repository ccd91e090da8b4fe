#include "classfile/modified_utf8.h"

namespace minijvm::classfile {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }
bool is_continuation(std::string_view bytes, std::size_t at) { return at < bytes.size() && (byte_at(bytes, at) & 0xc0) == 0x80; }

constexpr unsigned kNull = 0xc080;
unsigned byte_pair(std::string_view bytes, std::size_t at) { return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1); }

std::size_t encoded_size(char16_t unit) {
  if (unit != 0 && unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

}  // namespace

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
      return false;  // zero, a stray continuation, or 0xf0-0xff
    }
    for (std::size_t i = 1; i < length; i++) {
      if (!is_continuation(bytes, at + i)) return false;
    }
    const bool overlong = (length == 2 && lead < 0xc2 && byte_pair(bytes, at) != kNull) || (length == 3 && lead == 0xe0 && byte_at(bytes, at + 1) < 0xa0);
    if (overlong && shortest_form) return false;
    at += length;
  }
  return true;
}

char16_t next_utf16(std::string_view bytes, std::size_t* at) {
  const unsigned lead = byte_at(bytes, *at);
  if ((lead & 0xe0) == 0xc0 && is_continuation(bytes, *at + 1)) {
    const unsigned unit = ((lead & 0x1f) << 6) | (byte_at(bytes, *at + 1) & 0x3f);
    *at += 2;
    return static_cast<char16_t>(unit);
  }
  if ((lead & 0xf0) == 0xe0 && is_continuation(bytes, *at + 1) && is_continuation(bytes, *at + 2)) {
    const unsigned unit = ((lead & 0x0f) << 12) | ((byte_at(bytes, *at + 1) & 0x3f) << 6) | (byte_at(bytes, *at + 2) & 0x3f);
    *at += 3;
    return static_cast<char16_t>(unit);
  }
  *at += 1;  // one byte, or malformed: the byte as it is
  return static_cast<char16_t>(lead);
}

std::size_t utf16_length(std::string_view bytes) {
  std::size_t units = 0;
  for (std::size_t at = 0; at < bytes.size(); units++) next_utf16(bytes, &at);
  return units;
}

void decode_utf16(std::string_view bytes, char16_t* out) {
  for (std::size_t at = 0; at < bytes.size();) *out++ = next_utf16(bytes, &at);
}

std::u16string to_utf16(std::string_view bytes) {
  std::u16string units(utf16_length(bytes), u'\0');
  decode_utf16(bytes, units.data());
  return units;
}

std::size_t modified_utf8_length(std::u16string_view units) {
  std::size_t bytes = 0;
  for (char16_t unit : units) bytes += encoded_size(unit);
  return bytes;
}

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
