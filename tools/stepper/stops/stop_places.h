// Compares stops at code with the methods of loaded classes: which instruction of which method a
// stop means, and whether any loaded class has that place.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/fwd.h"
#include "tools/stepper/stops/stops.h"

namespace minijvm::vm::stepper {

// Returns whether the name, in full or without its package, refers to the class.
bool names_class(std::string_view name, const runtime::Class& klass);
// Returns whether the class comes from the file: "Point.java", "pkg/Point.java", or any path that
// ends so.
bool comes_from(const runtime::Class& klass, std::string_view file);

// Returns whether the stop is one at code and means this method, whatever its line or bci.
bool names_method(const Stop& stop, const runtime::Method& method);
// Returns the bci at which the stop stops in this method, which it names; -1 if the method has no
// code for its line. Without a line or bci that is the first instruction.
int bci_of(const Stop& stop, const runtime::Method& method);
// Returns whether the method refers to a field of that name, in any class.
bool names_field(const runtime::Method& method, std::string_view field);

enum class PlaceState : std::uint8_t {
  kThere,
  kPending,  // no loaded class has that name or comes from that file
  kNoCode,   // a class is there, but no instruction, method or field
};
PlaceState state_of(const Stop& stop);

}  // namespace minijvm::vm::stepper
