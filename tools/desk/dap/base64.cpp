// Turns six bits at a time into a letter.
#include "tools/desk/dap/base64.h"

#include <cstdint>

namespace minijvm::desk::dap {
namespace {

std::uint32_t digit(char letter) {
  return static_cast<std::uint32_t>(letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10);
}

}  // namespace

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    bits = bits << 8 | digit(hex[at]) << 4 | digit(hex[at + 1]);
    for (count += 8; count >= 6; count -= 6) text += kLetters[bits >> (count - 6) & 63];
  }
  if (count > 0)
    text += kLetters[bits << (6 - count) & 63];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

}  // namespace minijvm::desk::dap
