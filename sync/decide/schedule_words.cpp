// Words, numbers and times of a schedule's line.
#include "sync/decide/schedule_words.h"

#include <charconv>

namespace minijvm::decide {

std::string quoted(std::string_view word) {
  constexpr std::size_t kMost = 40;
  return "'" + std::string(word.substr(0, kMost)) + (word.size() > kMost ? "...'" : "'");
}

Read<std::uint64_t> read_number(std::string_view word) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) {
    return wrong(quoted(word) + " is not a number");
  }
  if (error != std::errc()) {
    return wrong(quoted(word) + " is too large");
  }
  return value;
}

Read<std::uint64_t> read_duration(std::string_view word) {
  const std::pair<std::string_view, std::uint64_t> units[] = {
      {"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
  std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  for (auto [unit, ns] : units) {
    if (digits > 0 && word.substr(digits) == unit) {
      std::uint64_t count = MJ_TRY(read_number(word.substr(0, digits)));
      std::uint64_t total = 0;
      if (__builtin_mul_overflow(count, ns, &total)) {
        return wrong(quoted(word) + " is too large");
      }
      return total;
    }
  }
  return wrong(quoted(word) + " is not a time such as 100ms");
}

Read<std::string> decoded(std::string_view word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      out += word[i];
      continue;
    }
    unsigned byte = 0;
    std::string_view digits = word.substr(i + 1, 2);
    const char* end = digits.data() + digits.size();
    auto [rest, error] = std::from_chars(digits.data(), end, byte, 16);
    if (digits.size() != 2 || error != std::errc() || rest != end) {
      return wrong("a % without two hexadecimal digits in " + quoted(word));
    }
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

std::string_view Words::next() {
  std::string_view word = peek();
  rest_.remove_prefix(word.size());
  skip();
  return word;
}

bool Words::take(std::string_view word) {
  bool is_next = !done() && peek() == word;
  if (is_next) {
    next();
  }
  return is_next;
}

Read<std::string_view> Words::need(const char* what) {
  if (done()) {
    return wrong(std::string("the line ends where ") + what + " should follow");
  }
  return next();
}

Read<void> Words::need_word(const char* word) {
  std::string_view found = MJ_TRY(need(quoted(word).c_str()));
  if (found != word) {
    return wrong(quoted(found) + " stands where " + quoted(word) + " should");
  }
  return {};
}

Read<std::uint64_t> Words::need_setting(std::string_view key) {
  std::string setting = std::string(key) + "=";
  std::string_view word = MJ_TRY(need((setting + "n").c_str()));
  if (word.substr(0, setting.size()) != setting) {
    return wrong(quoted(word) + " stands where " + setting + "n should");
  }
  return read_number(word.substr(setting.size()));
}

Read<ThreadName> Words::need_thread() {
  std::string_view word = MJ_TRY(need("a thread's name"));
  std::optional<ThreadName> name = ThreadName::parse(word);
  if (!name) {
    return wrong(quoted(word) + " is not a thread's name such as main/2");
  }
  return *name;
}

Read<void> Words::need_end() const {
  if (!done()) {
    return wrong(quoted(peek()) + " is one word too many");
  }
  return {};
}

// To the next word, or to the end of what is no comment.
void Words::skip() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
  bool is_nth = rest_.size() > 1 && rest_[1] >= '0' && rest_[1] <= '9';
  if (!done() && rest_[0] == '#' && !is_nth) {
    rest_ = {};
  }
}

}  // namespace minijvm::decide
