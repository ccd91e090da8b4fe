// Holds values, and writes them as JSON (RFC 8259); json_reader.cpp reads it.
#include "base/json/json.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "base/base_state.h"

namespace minijvm {

struct JsonNothing {
  const std::string text;
  const std::vector<Json> items;
  const std::vector<Json::Field> fields;
  const Json null;
};

namespace {

const JsonNothing& nothing() { return *base_state.json_nothing; }

// Sections 7 and 8.1. Bytes from 0x80 on are parts of longer characters and stay as they are.
void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  for (char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += {'\\', letter};
    } else if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\r') {
      out += "\\r";
    } else if (letter == '\t') {
      out += "\\t";
    } else if (code < 0x20) {
      out += {'\\', 'u', '0', '0', kDigits[code >> 4], kDigits[code & 15]};
    } else {
      out += letter;
    }
  }
  out += '"';
}

}  // namespace

Json Json::list() {
  Json value;
  value.data_ = std::vector<Json>();
  return value;
}

Json Json::record() {
  Json value;
  value.data_ = std::vector<Field>();
  return value;
}

bool Json::is_number() const {
  return std::holds_alternative<std::int64_t>(data_) || std::holds_alternative<double>(data_);
}

bool Json::is_true() const {
  const bool* flag = std::get_if<bool>(&data_);
  return flag != nullptr && *flag;
}

std::int64_t Json::number() const {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (const auto* whole = std::get_if<std::int64_t>(&data_)) {
    return *whole;
  }
  const auto* fraction = std::get_if<double>(&data_);
  if (fraction == nullptr) {
    return 0;
  }
  if (*fraction >= kLimit) {
    return INT64_MAX;
  }
  return *fraction < -kLimit ? INT64_MIN : static_cast<std::int64_t>(*fraction);
}

const std::string& Json::text() const {
  const auto* text = std::get_if<std::string>(&data_);
  return text == nullptr ? nothing().text : *text;
}

const std::vector<Json>& Json::items() const {
  const auto* items = std::get_if<std::vector<Json>>(&data_);
  return items == nullptr ? nothing().items : *items;
}

const std::vector<Json::Field>& Json::fields() const {
  const auto* fields = std::get_if<std::vector<Field>>(&data_);
  return fields == nullptr ? nothing().fields : *fields;
}

Json& Json::add(Json item) {
  if (auto* items = std::get_if<std::vector<Json>>(&data_)) {
    items->push_back(std::move(item));
  }
  return *this;
}

Json& Json::set(std::string name, Json value) {
  if (auto* fields = std::get_if<std::vector<Field>>(&data_)) {
    fields->push_back({std::move(name), std::move(value)});
  }
  return *this;
}

Json& Json::set_all(Json record) {
  auto* more = std::get_if<std::vector<Field>>(&record.data_);
  if (auto* fields = std::get_if<std::vector<Field>>(&data_);
      fields != nullptr && more != nullptr) {
    fields->insert(fields->end(), std::make_move_iterator(more->begin()),
                   std::make_move_iterator(more->end()));
  }
  return *this;
}

const Json& Json::operator[](std::string_view name) const {
  for (const Field& field : fields()) {
    if (field.name == name) {
      return field.value;
    }
  }
  return nothing().null;
}

// Sections 4 and 5. There are no blanks, so that a value is one line.
void Json::append_to(std::string& out) const {
  if (is_null()) {
    out += "null";
  } else if (const bool* flag = std::get_if<bool>(&data_)) {
    out += *flag ? "true" : "false";
  } else if (const auto* whole = std::get_if<std::int64_t>(&data_)) {
    out += std::to_string(*whole);
  } else if (const auto* fraction = std::get_if<double>(&data_)) {
    char digits[32];
    // JSON has no word for what is no number.
    out += std::isfinite(*fraction)
               ? std::string(digits, std::to_chars(digits, std::end(digits), *fraction).ptr)
               : "null";
  } else if (is_text()) {
    append_quoted(out, text());
  } else if (is_list()) {
    out += '[';
    const char* separator = "";
    for (const Json& item : items()) {
      out += separator;
      item.append_to(out);
      separator = ",";
    }
    out += ']';
  } else {
    out += '{';
    const char* separator = "";
    for (const Field& field : fields()) {
      out += separator;
      append_quoted(out, field.name);
      out += ':';
      field.value.append_to(out);
      separator = ",";
    }
    out += '}';
  }
}

std::string Json::to_text() const {
  std::string out;
  append_to(out);
  return out;
}

}  // namespace minijvm
