// Compares two values that are read from memory. The caller is the thread at the breakpoint, under
// a NoSafepoint, or a conversation.
#include "tools/stepper/stops/conditions.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <variant>

#include "base/text/utf8.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "tools/stepper/picture/values.h"
#include "vm/java/strings.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Object;
using Comparison = Condition::Comparison;

// A longer String is equal to no text.
constexpr std::int32_t kMostCharacters = 4096;

// A null or an object, a boolean, a whole number (chars are, too), another number, a text.
using Value = std::variant<const Object*, bool, std::int64_t, double, std::string>;

// The longer operators come first, as "<=" begins like "<".
struct Operator {
  std::string_view text;
  Comparison comparison;
};
constexpr Operator kOperators[] = {
    {"==", Comparison::kEqual},       {"!=", Comparison::kUnequal},
    {"<=", Comparison::kLessOrEqual}, {">=", Comparison::kMoreOrEqual},
    {"<", Comparison::kLess},         {">", Comparison::kMore}};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// Reads 5, -1, 0x10 and 2.5; the whole text must be a number.
std::optional<Value> number_of(const std::string& text) {
  const bool is_hex = text.starts_with("0x");
  std::int64_t whole = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + (is_hex ? 2 : 0), end, whole, is_hex ? 16 : 10);
  if (read.ec == std::errc() && read.ptr == end)
    return whole;
  const bool may_be = !is_hex && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  char* rest = nullptr;
  const double fraction = may_be ? std::strtod(text.c_str(), &rest) : 0;
  return rest != nullptr && rest == text.c_str() + text.size() ? std::optional<Value>(fraction)
                                                               : std::nullopt;
}

// A value that is written in the condition; nothing if the text is a path. Here "0x10" is a number,
// although `print` takes it for an address.
std::optional<Value> literal(const std::string& text) {
  if (text == "null")
    return static_cast<const Object*>(nullptr);
  if (text == "true" || text == "false")
    return text == "true";
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'')
    return std::int64_t{static_cast<unsigned char>(text[1])};
  return number_of(text);
}

// describe.cpp writes a char as 'a' or '\u00e4'.
std::int64_t char_value(const std::string& text) {
  return text.size() == 3 ? std::int64_t{static_cast<unsigned char>(text[1])}
                          : std::strtol(text.c_str() + 3, nullptr, 16);
}

Value primitive(const Json& record) {
  const std::string& type = record["type"].text();
  const std::string& text = record["value"].text();
  if (type == "boolean")
    return text == "true";
  if (type == "char")
    return char_value(text);
  if (type == "float" || type == "double")
    return std::strtod(text.c_str(), nullptr);
  return number_of(text).value_or(text);
}

Value value_of(const View& view, const Found& found) {
  if (!found.is_reference)
    return primitive(found.value);
  if (found.object == nullptr)
    return static_cast<const Object*>(nullptr);
  if (found.object->klass() == runtime::wk().java_lang_String) {
    std::string text = string_text(view, runtime::as<java::String>(found.object), kMostCharacters);
    return utf8_of_modified(std::string_view(text).substr(1, text.size() - 2));
  }
  if (std::optional<Json> boxed = boxed_value(view, *found.object))
    return primitive(*boxed);
  return static_cast<const Object*>(found.object);
}

Expected<Value, std::string> evaluate(const std::string& text, const View& view, Finder& finder) {
  if (std::optional<Value> written = literal(text))
    return *written;
  const Found found = MJ_TRY(finder.find(text));
  return value_of(view, found);
}

template <class Number>
bool compare(Number left, Comparison comparison, Number right) {
  switch (comparison) {
    case Comparison::kEqual:
      return left == right;
    case Comparison::kUnequal:
      return left != right;
    case Comparison::kLess:
      return left < right;
    case Comparison::kLessOrEqual:
      return left <= right;
    case Comparison::kMore:
      return left > right;
    case Comparison::kMoreOrEqual:
      return left >= right;
  }
  return false;
}

std::optional<double> as_double(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return static_cast<double>(*whole);
  const auto* fraction = std::get_if<double>(&value);
  return fraction == nullptr ? std::nullopt : std::optional(*fraction);
}

}  // namespace

// The operator is the first one outside of quotes.
Expected<Condition, std::string> parse_condition(std::string_view text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote != 0 || letter == '"' || letter == '\'') {
      quote = quote == 0 ? letter : (letter == quote ? '\0' : quote);
      continue;
    }
    for (const Operator& each : kOperators) {
      if (!text.substr(at).starts_with(each.text))
        continue;
      Condition condition{trimmed(text.substr(0, at)), each.comparison,
                          trimmed(text.substr(at + each.text.size()))};
      if (!condition.left.empty() && !condition.right.empty())
        return condition;
    }
  }
  return Unexpected<std::string>(
      fmt::format("'{}' is no condition; one is written: if i == 5, if name != \"Ada\"", text));
}

// Numbers compare by value. Texts, objects and booleans are equal or not; what cannot be compared
// is unequal.
Expected<bool, std::string> holds(const Condition& condition, const View& view, Finder& finder) {
  const Value left = MJ_TRY(evaluate(condition.left, view, finder));
  const Value right = MJ_TRY(evaluate(condition.right, view, finder));
  const auto* left_whole = std::get_if<std::int64_t>(&left);
  const auto* right_whole = std::get_if<std::int64_t>(&right);
  if (left_whole != nullptr && right_whole != nullptr)
    return compare(*left_whole, condition.comparison, *right_whole);
  const std::optional<double> left_number = as_double(left);
  const std::optional<double> right_number = as_double(right);
  if (left_number && right_number)
    return compare(*left_number, condition.comparison, *right_number);
  if (condition.comparison != Comparison::kEqual && condition.comparison != Comparison::kUnequal)
    return Unexpected<std::string>("only numbers are less or more than others");
  return (left == right) == (condition.comparison == Comparison::kEqual);
}

}  // namespace minijvm::vm::stepper
