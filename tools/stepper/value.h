// Holds the stepper's answers, and the requests of a tool: a tree of texts, numbers, flags, lists
// and records, like JSON. The text front end lays an answer out for people, and the JSON front end
// writes it as it is. So both show the same facts, and a command is written once.
//
//   Value::record().set("name", "x").set("value", "3")     {"name":"x","value":"3"}
//
// A question about a value of another kind has an answer as well (0, empty, null), so that a reader
// of an answer needs no checks.
// Tested by tests/vm/stepper.
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
  // These are implicit, so that set() and add() take plain values.
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
  // Returns 0 if the value is no number.
  std::int64_t number() const;
  // Returns an empty text if the value is no text.
  const std::string& text() const;
  // Return an empty vector if the value is no list, or no record.
  const std::vector<Value>& items() const;
  const std::vector<Field>& fields() const;

  // Appends to a list; does nothing to another kind.
  Value& add(Value item);
  // Appends a field to a record. A name is set once; the first one counts.
  Value& set(std::string name, Value value);
  // Returns a record's field; null if there is none.
  const Value& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].is_null(); }

  // Write and read one line of JSON (RFC 8259). from_json returns nothing if the text is not JSON.
  std::string to_json() const;
  static std::optional<Value> from_json(std::string_view text);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<Value>,
               std::vector<Field>>
      data_;
};

// Fields keep the order in which they were set, which is the order of the output.
struct Value::Field {
  std::string name;
  Value value;
};

}  // namespace minijvm::vm::stepper
