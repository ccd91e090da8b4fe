// Converts modified UTF-8, and replaces what is no UTF-8. Pure computation: it needs no thread
// state.
#include "base/text/utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace minijvm {

namespace {

// A surrogate takes the bytes ED, A0 to BF, 80 to BF; valid UTF-8 has no such bytes.
constexpr std::size_t kSurrogateSize = 3;
constexpr std::string_view kTwoByteZero{"\xC0\x80", 2};
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

bool is_surrogate(std::string_view text, std::size_t at) {
  return at + kSurrogateSize <= text.size() && byte_at(text, at) == 0xED &&
         byte_at(text, at + 1) >= 0xA0 && is_continuation(byte_at(text, at + 1)) &&
         is_continuation(byte_at(text, at + 2));
}

// REQUIRES: is_surrogate().
std::uint32_t surrogate_at(std::string_view text, std::size_t at) {
  const std::uint32_t middle = byte_at(text, at + 1) & 0x3F;
  const std::uint32_t low = byte_at(text, at + 2) & 0x3F;
  return 0xD000 | (middle << 6) | low;
}

// Returns whether a pair, high half first, stands here.
bool is_pair(std::string_view text, std::size_t at) {
  const std::size_t second = at + kSurrogateSize;
  return is_surrogate(text, at) && surrogate_at(text, at) < 0xDC00 && is_surrogate(text, second) &&
         surrogate_at(text, second) >= 0xDC00;
}

void append_pair(std::string& out, std::uint32_t high, std::uint32_t low) {
  const std::uint32_t code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  out += static_cast<char>(0xF0 | (code >> 18));
  out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
  out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
  out += static_cast<char>(0x80 | (code & 0x3F));
}

// Appends the character that stands here. Returns how many bytes of the text it took.
std::size_t append_character(std::string& out, std::string_view text, std::size_t at) {
  if (is_pair(text, at)) {
    append_pair(out, surrogate_at(text, at), surrogate_at(text, at + kSurrogateSize));
    return 2 * kSurrogateSize;
  }
  if (is_surrogate(text, at)) {
    out += kReplacement;
    return kSurrogateSize;
  }
  if (text.substr(at).starts_with(kTwoByteZero)) {
    out += '\0';
    return kTwoByteZero.size();
  }
  out += text[at];
  return 1;
}

// Returns how many bytes the character that begins with this byte has; 0 if none begins so.
std::size_t length_of(unsigned char first) {
  if (first < 0x80)
    return 1;
  if (first >= 0xC2 && first <= 0xDF)
    return 2;
  if (first >= 0xE0 && first <= 0xEF)
    return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

// RFC 3629, section 4: the second byte has a narrower range behind some first bytes, so that there
// are no overlong forms, no surrogates and nothing beyond U+10FFFF.
bool continues(unsigned char first, std::size_t at, unsigned char byte) {
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (at == 1) {
    low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : low;
    high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : high;
  }
  return byte >= low && byte <= high;
}

// Returns how many bytes of the text belong to its first character, as far as they are right.
std::size_t right_bytes(std::string_view text, std::size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t right = 1;
  while (right < std::min(length, text.size()) &&
         continues(first, right, static_cast<unsigned char>(text[right])))
    ++right;
  return right;
}

}  // namespace

bool is_modified_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at++) {
    if (is_surrogate(text, at) || text.substr(at).starts_with(kTwoByteZero)) {
      return true;
    }
  }
  return false;
}

std::string utf8_of_modified(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    at += append_character(out, text, at);
  }
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of(static_cast<unsigned char>(text[0]));
    const std::size_t right = right_bytes(text, length);
    valid += length != 0 && right == length ? text.substr(0, length) : kReplacement;
    text.remove_prefix(right);
  }
  return valid;
}

}  // namespace minijvm
