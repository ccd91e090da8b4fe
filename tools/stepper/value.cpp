// Writes Values as JSON and reads them. The writer is complete; the reader knows as much of JSON as
// a tool's request needs.
#include "tools/stepper/value.h"

#include <charconv>

#include "classfile/disassembler.h"
#include "tools/stepper/stepper_state.h"

namespace minijvm::vm::stepper {

namespace {

// RFC 8259, section 7: the escapes of constants are JSON's, too.
void append_quoted(std::string& out, std::string_view text) {
  out += '"' + classfile::escaped(text) + '"';
}

// Reads a tool's request. Numbers are integers, and \u goes no further than ASCII: commands need no
// more.
class Parser {
 public:
  explicit Parser(std::string_view text) : at_(text) {}

  // The whole text must be one value.
  std::optional<Value> whole() {
    std::optional<Value> value = any(0);
    skip_blanks();
    return at_.empty() ? value : std::nullopt;
  }

 private:
  // A hostile request must not overflow the stack.
  static constexpr int kDeepest = 50;

  void skip_blanks() {
    while (!at_.empty() && (at_[0] == ' ' || at_[0] == '\t' || at_[0] == '\r' || at_[0] == '\n'))
      at_.remove_prefix(1);
  }
  // Takes the word if it comes next, after blanks.
  bool take(std::string_view word) {
    skip_blanks();
    if (!at_.starts_with(word))
      return false;
    at_.remove_prefix(word.size());
    return true;
  }

  std::optional<Value> any(int depth) {
    if (depth > kDeepest)
      return std::nullopt;
    if (take("null"))
      return Value();
    if (take("true"))
      return Value(true);
    if (take("false"))
      return Value(false);
    if (take("\""))
      return text();
    if (take("["))
      return list(depth);
    if (take("{"))
      return record(depth);
    return number();
  }

  std::optional<Value> number() {
    std::int64_t value = 0;
    auto [end, error] = std::from_chars(at_.data(), at_.data() + at_.size(), value);
    if (error != std::errc())
      return std::nullopt;
    at_.remove_prefix(static_cast<std::size_t>(end - at_.data()));
    return Value(value);
  }

  // Called behind the opening quote.
  std::optional<Value> text() {
    std::string out;
    while (!at_.empty() && at_[0] != '"') {
      char letter = at_[0];
      at_.remove_prefix(1);
      if (letter == '\\' && !append_escaped(out))
        return std::nullopt;
      if (letter != '\\')
        out += letter;
    }
    return take("\"") ? std::optional<Value>(out) : std::nullopt;
  }

  // Called behind a backslash.
  bool append_escaped(std::string& out) {
    if (at_.empty())
      return false;
    char letter = at_[0];
    at_.remove_prefix(1);
    switch (letter) {
      case 'n':
        out += '\n';
        return true;
      case 't':
        out += '\t';
        return true;
      case 'r':
        out += '\r';
        return true;
      case '"':
      case '\\':
      case '/':
        out += letter;
        return true;
      default:
        return letter == 'u' && append_unit(out);
    }
  }

  // Called behind \u: four hexadecimal digits follow.
  bool append_unit(std::string& out) {
    unsigned unit = 0;
    if (at_.size() < 4 ||
        std::from_chars(at_.data(), at_.data() + 4, unit, 16).ptr != at_.data() + 4 || unit > 0x7f)
      return false;
    at_.remove_prefix(4);
    out += static_cast<char>(unit);
    return true;
  }

  // Called behind the opening bracket.
  std::optional<Value> list(int depth) {
    Value out = Value::list();
    if (take("]"))
      return out;
    do {
      std::optional<Value> item = any(depth + 1);
      if (!item)
        return std::nullopt;
      out.add(std::move(*item));
    } while (take(","));
    return take("]") ? std::optional<Value>(out) : std::nullopt;
  }

  // Called behind the opening brace.
  std::optional<Value> record(int depth) {
    Value out = Value::record();
    if (take("}"))
      return out;
    do {
      std::optional<Value> name = take("\"") ? text() : std::nullopt;
      std::optional<Value> value = name && take(":") ? any(depth + 1) : std::nullopt;
      if (!value)
        return std::nullopt;
      out.set(name->text(), std::move(*value));
    } while (take(","));
    return take("}") ? std::optional<Value>(out) : std::nullopt;
  }

  std::string_view at_;
};

void append(std::string& out, const Value& value);

// RFC 8259, sections 4 and 5. There are no blanks, so that a value is one line.
void append_items(std::string& out, const Value& value) {
  out += '[';
  for (const Value& item : value.items()) {
    if (out.back() != '[')
      out += ',';
    append(out, item);
  }
  out += ']';
}

void append_fields(std::string& out, const Value& value) {
  out += '{';
  const char* separator = "";
  for (const Value::Field& field : value.fields()) {
    out += separator;
    append_quoted(out, field.name);
    out += ':';
    append(out, field.value);
    separator = ",";
  }
  out += '}';
}

void append(std::string& out, const Value& value) { out += value.to_json(); }

}  // namespace

Value Value::list() {
  Value value;
  value.data_ = std::vector<Value>();
  return value;
}

Value Value::record() {
  Value value;
  value.data_ = std::vector<Field>();
  return value;
}

bool Value::is_true() const {
  const bool* flag = std::get_if<bool>(&data_);
  return flag != nullptr && *flag;
}

std::int64_t Value::number() const {
  const auto* number = std::get_if<std::int64_t>(&data_);
  return number == nullptr ? 0 : *number;
}

struct Nothing {
  const std::string text;
  const std::vector<Value> items;
  const std::vector<Value::Field> fields;
  const Value null;
};

// The static empties outlive every caller's reference.
const std::string& Value::text() const {
  const auto* text = std::get_if<std::string>(&data_);
  return text == nullptr ? stepper_state.nothing->text : *text;
}

const std::vector<Value>& Value::items() const {
  const auto* items = std::get_if<std::vector<Value>>(&data_);
  return items == nullptr ? stepper_state.nothing->items : *items;
}

const std::vector<Value::Field>& Value::fields() const {
  const auto* fields = std::get_if<std::vector<Field>>(&data_);
  return fields == nullptr ? stepper_state.nothing->fields : *fields;
}

Value& Value::add(Value item) {
  if (auto* items = std::get_if<std::vector<Value>>(&data_))
    items->push_back(std::move(item));
  return *this;
}

Value& Value::set(std::string name, Value value) {
  if (auto* fields = std::get_if<std::vector<Field>>(&data_))
    fields->push_back({std::move(name), std::move(value)});
  return *this;
}

const Value& Value::operator[](std::string_view name) const {
  for (const Field& field : fields()) {
    if (field.name == name)
      return field.value;
  }
  return stepper_state.nothing->null;
}

std::string Value::to_json() const {
  if (is_null())
    return "null";
  if (const bool* flag = std::get_if<bool>(&data_))
    return *flag ? "true" : "false";
  if (is_number())
    return std::to_string(number());
  std::string out;
  if (std::holds_alternative<std::string>(data_)) {
    append_quoted(out, text());
  } else if (std::holds_alternative<std::vector<Value>>(data_)) {
    append_items(out, *this);
  } else {
    append_fields(out, *this);
  }
  return out;
}

std::optional<Value> Value::from_json(std::string_view text) { return Parser(text).whole(); }

}  // namespace minijvm::vm::stepper
