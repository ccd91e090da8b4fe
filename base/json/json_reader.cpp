// Reads JSON (RFC 8259).
#include <algorithm>
#include <charconv>

#include "base/json/json.h"

namespace minijvm {

namespace {

// UTF-8 (RFC 3629).
void append_character(std::string& out, std::uint32_t code) {
  auto tail = [&](unsigned shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : at_(text) {}

  // The whole text must be one value.
  std::optional<Json> whole() {
    std::optional<Json> value = any(0);
    skip_blanks();
    return at_.empty() ? value : std::nullopt;
  }

 private:
  // A hostile text must not overflow the stack.
  static constexpr int kDeepest = 50;
  static constexpr std::uint32_t kReplacement = 0xfffd;

  void skip_blanks() {
    while (!at_.empty() && (at_[0] == ' ' || at_[0] == '\t' || at_[0] == '\r' || at_[0] == '\n')) {
      at_.remove_prefix(1);
    }
  }
  // Takes the word if it comes next, after blanks.
  bool take(std::string_view word) {
    skip_blanks();
    if (!at_.starts_with(word)) {
      return false;
    }
    at_.remove_prefix(word.size());
    return true;
  }

  std::optional<Json> any(int depth) {
    if (depth > kDeepest) {
      return std::nullopt;
    }
    if (take("null")) {
      return Json();
    }
    if (take("true")) {
      return Json(true);
    }
    if (take("false")) {
      return Json(false);
    }
    if (take("\"")) {
      return text();
    }
    if (take("[")) {
      return list(depth);
    }
    if (take("{")) {
      return record(depth);
    }
    return number();
  }

  // Section 6. An integer that does not fit is read as a fraction is.
  std::optional<Json> number() {
    const std::size_t length = std::min(at_.find_first_not_of("+-.0123456789eE"), at_.size());
    const char* end = at_.data() + length;
    if (length == 0 || !is_number(at_.substr(0, length))) {
      return std::nullopt;
    }
    std::int64_t whole = 0;
    double fraction = 0;
    const bool is_whole = is_read(std::from_chars(at_.data(), end, whole), end);
    if (!is_whole && !is_read(std::from_chars(at_.data(), end, fraction), end)) {
      return std::nullopt;
    }
    at_.remove_prefix(length);
    if (is_whole) {
      return Json(whole);
    }
    return Json(fraction);
  }

  // Returns whether all of the text was a number that fits.
  static bool is_read(std::from_chars_result result, const char* end) {
    return result.ec == std::errc() && result.ptr == end;
  }

  // from_chars takes more than JSON does: "01", "1.", ".5".
  static bool is_number(std::string_view text) {
    auto digits = [&] {
      const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
      text.remove_prefix(count);
      return count;
    };
    auto take_one_of = [&](std::string_view letters) {
      const bool is_there = !text.empty() && letters.find(text[0]) != std::string_view::npos;
      text.remove_prefix(is_there ? 1 : 0);
      return is_there;
    };
    (void)take_one_of("-");
    const bool starts_with_zero = text.starts_with('0');
    const std::size_t count = digits();
    if (count == 0 || (starts_with_zero && count > 1)) {
      return false;
    }
    if (take_one_of(".") && digits() == 0) {
      return false;
    }
    if (take_one_of("eE")) {
      (void)take_one_of("+-");
      if (digits() == 0) {
        return false;
      }
    }
    return text.empty();
  }

  // Called behind the opening quote.
  std::optional<Json> text() {
    std::string out;
    while (!at_.empty() && at_[0] != '"') {
      const char letter = at_[0];
      if (static_cast<unsigned char>(letter) < 0x20) {
        return std::nullopt;
      }
      at_.remove_prefix(1);
      if (letter != '\\') {
        out += letter;
      } else if (!append_escaped(out)) {
        return std::nullopt;
      }
    }
    if (at_.empty()) {
      return std::nullopt;
    }
    at_.remove_prefix(1);
    return Json(std::move(out));
  }

  // Called behind a backslash.
  bool append_escaped(std::string& out) {
    constexpr std::string_view kLetters = "nrtbf\"\\/";
    constexpr std::string_view kMeanings = "\n\r\t\b\f\"\\/";
    if (at_.empty()) {
      return false;
    }
    const char letter = at_[0];
    at_.remove_prefix(1);
    if (letter == 'u') {
      return append_unit(out);
    }
    const std::size_t found = kLetters.find(letter);
    if (found == std::string_view::npos) {
      return false;
    }
    out += kMeanings[found];
    return true;
  }

  // Called behind \u. Two units may be one character; half of one is replaced.
  bool append_unit(std::string& out) {
    std::optional<std::uint32_t> code = unit();
    if (!code) {
      return false;
    }
    const bool is_high = *code >= 0xd800 && *code < 0xdc00;
    if (is_high && at_.starts_with("\\u")) {
      const std::string_view before = at_;
      at_.remove_prefix(2);
      const std::optional<std::uint32_t> low = unit();
      if (low && *low >= 0xdc00 && *low < 0xe000) {
        code = 0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00);
      } else {
        at_ = before;
      }
    }
    append_character(out, *code >= 0xd800 && *code < 0xe000 ? kReplacement : *code);
    return true;
  }

  // Four hexadecimal digits.
  std::optional<std::uint32_t> unit() {
    std::uint32_t code = 0;
    if (at_.size() < 4 ||
        std::from_chars(at_.data(), at_.data() + 4, code, 16).ptr != at_.data() + 4) {
      return std::nullopt;
    }
    at_.remove_prefix(4);
    return code;
  }

  // Called behind the opening bracket.
  std::optional<Json> list(int depth) {
    Json out = Json::list();
    if (take("]")) {
      return out;
    }
    do {
      std::optional<Json> item = any(depth + 1);
      if (!item) {
        return std::nullopt;
      }
      out.add(std::move(*item));
    } while (take(","));
    return take("]") ? std::optional<Json>(std::move(out)) : std::nullopt;
  }

  // Called behind the opening brace.
  std::optional<Json> record(int depth) {
    Json out = Json::record();
    if (take("}")) {
      return out;
    }
    do {
      std::optional<Json> name = take("\"") ? text() : std::nullopt;
      std::optional<Json> value = name && take(":") ? any(depth + 1) : std::nullopt;
      if (!value) {
        return std::nullopt;
      }
      out.set(name->text(), std::move(*value));
    } while (take(","));
    return take("}") ? std::optional<Json>(std::move(out)) : std::nullopt;
  }

  std::string_view at_;
};

}  // namespace

std::optional<Json> Json::parse(std::string_view text) { return Parser(text).whole(); }

}  // namespace minijvm
