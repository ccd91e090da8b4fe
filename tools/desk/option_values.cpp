// Reads a value whole, or says what it should be.
#include "tools/desk/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace minijvm::desk {
namespace {

using Error = Unexpected<std::string>;
template <class T>
using Or = Expected<T, std::string>;

}  // namespace

Or<std::uint64_t> number(const std::string& option, const std::string& word, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 1 || value > most) {
    return Error(fmt::format("{} takes a number from 1 to {}, not \"{}\"", option, most, word));
  }
  return value;
}

Or<std::chrono::milliseconds> time_span(const std::string& option, const std::string& word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::string unit = word.substr(digits);
  const std::int64_t factor = unit == "ms"                  ? 1
                              : unit == "s" || unit.empty() ? 1000
                              : unit == "m"                 ? 60'000
                                                            : 0;
  constexpr std::uint64_t kMost = 1'000'000;
  const auto count = number(option, word.substr(0, digits), kMost);
  if (factor == 0 || !count.ok()) {
    return Error(fmt::format("{} takes a time such as 10s, 500ms or 2m, not \"{}\"", option, word));
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(count.value()) * factor);
}

Or<std::string> content_of(const std::string& option, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) {
    return Error(fmt::format("{} cannot read {}", option, path));
  }
  return text;
}

}  // namespace minijvm::desk
