// Section 4 of RFC 3629, as a table of the second byte's limits.
#include "tools/desk/plain_text.h"

#include <algorithm>
#include <cstdint>

namespace minijvm::desk {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// Returns how many bytes a letter with this first byte has; 0: no letter begins so.
std::size_t length_by(unsigned char first) {
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xc2 || first > 0xf4) {
    return 0;
  }
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

// The second byte has limits of its own, so that there are no second forms of a letter, no
// surrogates, and nothing above U+10FFFF.
bool fits_second(unsigned char first, unsigned char second) {
  const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  return second >= least && second <= most;
}

// Returns how many of the bytes begin one letter: less than its length if they end, or do not
// fit.
std::size_t fitting_bytes(std::string_view bytes, std::size_t length) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  std::size_t fitting = 1;
  while (fitting < length && fitting < bytes.size() &&
         (fitting == 1 ? fits_second(at(0), at(1)) : (at(fitting) & 0xc0) == 0x80)) {
    ++fitting;
  }
  return fitting;
}

}  // namespace

std::string PlainText::add(std::string_view part) {
  std::string joined;
  if (!waiting_.empty()) {
    joined = waiting_ + std::string(part);
    waiting_.clear();
    part = joined;
  }
  std::string text;
  text.reserve(part.size());
  while (!part.empty()) {
    // Most of what programs print is ASCII.
    const auto end = std::find_if(part.begin(), part.end(), [](char byte) { return byte < 0; });
    text.append(part.begin(), end);
    part.remove_prefix(static_cast<std::size_t>(end - part.begin()));
    if (part.empty()) {
      break;
    }
    const std::size_t length = length_by(static_cast<unsigned char>(part[0]));
    const std::size_t fitting = length == 0 ? 1 : fitting_bytes(part, length);
    if (fitting == length) {
      text += part.substr(0, length);
    } else if (length != 0 && fitting == part.size()) {
      waiting_ = part;
    } else {
      text += kReplacement;
    }
    part.remove_prefix(fitting);
  }
  return text;
}

std::string PlainText::end() {
  const bool is_cut = !waiting_.empty();
  waiting_.clear();
  return is_cut ? std::string(kReplacement) : "";
}

}  // namespace minijvm::desk
