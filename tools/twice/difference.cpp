// Compares line by line.
#include "tools/twice/difference.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace minijvm::twice {
namespace {

// Returns nothing at the end of the text. A last line without an end is one as well, and another
// one than with it.
std::optional<std::string> next_line(std::istringstream& in) {
  std::string line;
  if (!std::getline(in, line)) {
    return std::nullopt;
  }
  return in.eof() ? line : line + '\n';
}

std::string quoted(const std::optional<std::string>& line) {
  constexpr std::size_t kMost = 200;
  if (!line) {
    return "nothing";
  }
  if (!line->ends_with('\n')) {
    return "\"" + line->substr(0, kMost) + "\" without an end of the line";
  }
  return "\"" + line->substr(0, std::min(line->size() - 1, kMost)) + "\"";
}

std::string difference_of_lines(const std::string& name, const std::string& first,
                                const std::string& second) {
  if (first == second) {
    return {};
  }
  std::istringstream in_first(first);
  std::istringstream in_second(second);
  for (std::size_t number = 1;; ++number) {
    const auto one = next_line(in_first);
    const auto other = next_line(in_second);
    if (one != other) {
      return "- " + name + " " + std::to_string(number) + ": first " + quoted(one) + ", then " +
             quoted(other) + ".\n";
    }
  }
}

// An address has "0x" and 16 digits, as in a thread dump.
std::string without_addresses(const std::string& text) {
  constexpr std::size_t kDigits = 16;
  std::string shortened;
  std::size_t at = 0;
  for (std::size_t next = text.find("0x"); next != text.npos; next = text.find("0x", at)) {
    const std::size_t digits = next + 2;
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789abcdef", digits), text.size());
    shortened += text.substr(at, digits - at);
    at = end - digits >= kDigits ? digits + kDigits : digits;
  }
  return shortened + text.substr(at);
}

}  // namespace

std::string difference_of(const HeldRun& first, const HeldRun& second) {
  std::string all = difference_of_lines("Event", first.events, second.events) +
                    difference_of_lines("Line of output", first.out, second.out) +
                    difference_of_lines("Line of standard error", without_addresses(first.err),
                                        without_addresses(second.err));
  if (first.code != second.code) {
    all += "- Exit code: first " + std::to_string(first.code) + ", then " +
           std::to_string(second.code) + ".\n";
  }
  return all;
}

}  // namespace minijvm::twice
