// What the stepper's engine answers, and what a tool asks of it: a tree of texts, numbers, lists and records. The text front end lays it
// out for people, the JSON front end writes it as it is. Proved by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace minijvm::vm::stepper {

class Value {
 public:
  struct Field;

  Value() = default;  // null
  Value(bool flag) : data_(flag) {}
  Value(std::int64_t number) : data_(number) {}
  Value(int number) : data_(std::int64_t{number}) {}
  Value(std::uint32_t number) : data_(std::int64_t{number}) {}
  Value(std::string text) : data_(std::move(text)) {}
  Value(std::string_view text) : data_(std::string(text)) {}
  Value(const char* text) : data_(std::string(text)) {}

  static Value list();
  static Value record();

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  bool is_number() const { return std::holds_alternative<std::int64_t>(data_); }
  bool is_true() const;
  std::int64_t number() const;          // 0: it is none
  const std::string& text() const;      // empty: it is none
  const std::vector<Value>& items() const;
  const std::vector<Field>& fields() const;

  Value& add(Value item);               // to a list
  Value& set(std::string name, Value value);
  const Value& operator[](std::string_view name) const;  // of a record; null: it has no such field
  bool has(std::string_view name) const { return !(*this)[name].is_null(); }

  // One line of JSON (RFC 8259).
  std::string to_json() const;
  static std::optional<Value> from_json(std::string_view text);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<Value>, std::vector<Field>> data_;
};

struct Value::Field {
  std::string name;
  Value value;
};

}  // namespace minijvm::vm::stepper
