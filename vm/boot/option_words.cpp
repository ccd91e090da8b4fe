// Parses the text of options by small functions. They know no option and keep no state, and run
// before there is a VM.
#include "vm/boot/option_words.h"

#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <system_error>

#include "sync/schedule/virtual_clock.h"

namespace minijvm::vm {

Expected<std::vector<std::string>, std::string> split_options(const std::string& text,
                                                              const std::string& source) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  // The added space ends the last word.
  for (char c : text + ' ') {
    const bool ends = quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0;
    if (ends && !word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
    // Inside of one kind of quotes, the other kind is an ordinary character.
    if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != 0 ? '\0' : c;
    } else if (!ends) {
      word.push_back(c);
    }
  }
  if (quote != 0) {
    return Complaint("Unmatched quote in " + source);
  }
  return words;
}

std::optional<std::size_t> parse_size(std::string_view text) {
  constexpr std::string_view kUnits = "kmgt";  // each is 1024 times the one before
  constexpr unsigned kUnitBits = 10;
  // from_chars accepts neither a sign nor white space, and neither does HotSpot.
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  text.remove_prefix(is_hex ? 2 : 0);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
  // from_chars reports an error if there is no digit, or if the number needs more than 64 bits. At
  // most one character, the unit, may follow the number.
  if (error != std::errc() || end - rest > 1) {
    return std::nullopt;
  }
  // There is no unit.
  if (rest == end) {
    return value;
  }
  const std::size_t unit =
      kUnits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(*rest))));
  const unsigned shift = kUnitBits * static_cast<unsigned>(unit + 1);
  if (unit == std::string_view::npos || value >> (64 - shift) != 0) {
    return std::nullopt;
  }
  return value << shift;
}

std::optional<std::int64_t> parse_moment(const std::string& text) {
  constexpr const char* kForm = "%Y-%m-%dT%H:%M:%SZ";
  std::tm moment{};
  const char* end = strptime(text.c_str(), kForm, &moment);
  const std::int64_t seconds = end == nullptr || *end != 0 ? -1 : timegm(&moment);
  if (seconds < 0 || seconds >= sync::kEndOfEpochs) {
    return std::nullopt;
  }
  // strptime takes the 31st of February, and a day of one digit.
  char again[32];
  gmtime_r(&seconds, &moment);
  (void)std::strftime(again, sizeof again, kForm, &moment);
  return text == again ? std::optional(seconds) : std::nullopt;
}

std::optional<double> parse_double(std::string_view text) {
  const std::string terminated(text);
  char* end = nullptr;
  const double number = std::strtod(terminated.c_str(), &end);
  return text.empty() || *end != '\0' ? std::nullopt : std::optional(number);
}

std::optional<std::string> behind(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? std::optional(std::string(text.substr(prefix.size())))
                                  : std::nullopt;
}

bool has_word(std::string_view words, std::string_view word) {
  constexpr std::string_view kBorders = " \n";
  const auto is_border = [&](std::size_t at) {
    return at >= words.size() || kBorders.find(words[at]) != std::string_view::npos;
  };
  if (word.empty() || word.find_first_of(kBorders) != std::string_view::npos) {
    return false;
  }
  for (std::size_t at = words.find(word); at != std::string_view::npos;
       at = words.find(word, at + 1)) {
    // If `at` is 0, at - 1 wraps to a huge index, which is_border accepts as a border.
    if (is_border(at - 1) && is_border(at + word.size())) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm
