// Converts modified UTF-8 (utf8.h). Pure computation: it needs no thread state.
// Tested by tests/tools/record/jfr_encoding_test.cpp.
#include "tools/record/jfr/utf8.h"

#include <cstddef>
#include <cstdint>

namespace minijvm::vm::record::jfr {

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

}  // namespace minijvm::vm::record::jfr
