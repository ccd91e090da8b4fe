// A tree of texts, numbers, flags, lists and records: JSON (RFC 8259). The stepper's answers and
// the requests of tools are such trees (tools/stepper/README.md, "Protocol").
//
//   Json::record().set("name", "x").set("value", "3")     {"name":"x","value":"3"}
//
// A question about a value of another kind has an answer as well (0, empty, null), so that a reader
// needs no checks.
// Tested by tests/base/json_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace minijvm {

class Json {
 public:
  struct Field;

  Json() = default;  // null
  // These are implicit, so that set() and add() take plain values.
  Json(bool flag) : data_(flag) {}
  Json(std::int64_t number) : data_(number) {}
  Json(int number) : data_(std::int64_t{number}) {}
  Json(std::uint32_t number) : data_(std::int64_t{number}) {}
  Json(double number) : data_(number) {}
  Json(std::string text) : data_(std::move(text)) {}
  Json(std::string_view text) : data_(std::string(text)) {}
  Json(const char* text) : data_(std::string(text)) {}

  static Json list();
  static Json record();

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  bool is_number() const;
  bool is_text() const { return std::holds_alternative<std::string>(data_); }
  bool is_list() const { return std::holds_alternative<std::vector<Json>>(data_); }
  bool is_record() const { return std::holds_alternative<std::vector<Field>>(data_); }
  bool is_true() const;
  // Returns 0 if the value is no number. A fraction is cut off, and a number that is too large
  // becomes the nearest one.
  std::int64_t number() const;
  // Returns an empty text if the value is no text.
  const std::string& text() const;
  // Return an empty vector if the value is no list, or no record.
  const std::vector<Json>& items() const;
  const std::vector<Field>& fields() const;

  // Appends to a list; does nothing to another kind.
  Json& add(Json item);
  // Appends a field to a record. A name is set once; the first one counts.
  Json& set(std::string name, Json value);
  // Appends all fields of another record.
  Json& set_all(Json record);
  // Returns a record's field; null if there is none.
  const Json& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].is_null(); }

  // Write and read one line of JSON. parse returns nothing if the text is not JSON, or is nested
  // more than 50 deep.
  std::string to_text() const;
  static std::optional<Json> parse(std::string_view text);

 private:
  void append_to(std::string& out) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<Json>,
               std::vector<Field>>
      data_;
};

// Fields keep the order in which they were set, which is the order of the output.
struct Json::Field {
  std::string name;
  Json value;
};

}  // namespace minijvm
