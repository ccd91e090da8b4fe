// Names the variables of races, and knows those that may race (suppressions.def).
// Tested by tests/vm/races.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm::races {

// The declaration of a variable: a field, or the elements of arrays of one class.
struct Declaration {
  const runtime::Class* holder = nullptr;  // of the field; for an element, the array's class
  const runtime::Field* field = nullptr;   // null: an element, or a field that is not known
  bool operator==(const Declaration&) const = default;
};

// The object of a static field is its class's mirror.
Declaration declaration_of(const runtime::Object& object, std::int64_t offset);
// "static Race.counter (int)", "Account.balance (int)", "element 3 of an array int[] of length 10"
std::string variable_text(const Declaration& declaration, const runtime::Object& object,
                          std::int64_t offset);
// The same for all variables of a declaration: "element of int[]".
std::string declaration_text(const Declaration& declaration);
// As a schedule names them (vm/java/threads/shared_variables.h); empty for a field not known.
std::string shared_name(const Declaration& declaration);
bool may_race(const Declaration& declaration);

}  // namespace minijvm::vm::races
