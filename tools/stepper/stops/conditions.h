// The condition of a breakpoint: `break Loop.turn if i == 5`. Both sides are read from memory; no
// method is called.
//
//   break Loop.turn if i >= 5              a path (expressions.h) and a number
//   break Loop.turn if name == "Ada"       a text
//   break Loop.turn if node.next != null   also true, false, 'c', and another path
//   break Loop.turn if i == 5 after 2      the condition ends before `after`
//
// Tested by tests/vm/stepper.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.h"
#include "tools/stepper/expressions.h"

namespace minijvm::vm::stepper {

struct Condition {
  enum class Comparison : std::uint8_t {
    kEqual,
    kUnequal,
    kLess,
    kLessOrEqual,
    kMore,
    kMoreOrEqual
  };

  std::string left;
  Comparison comparison = Comparison::kEqual;
  std::string right;
};

// Reads "i == 5". The error is a sentence.
Expected<Condition, std::string> parse_condition(std::string_view text);

// Returns whether the condition holds in the finder's frame, or a sentence that says which side
// cannot be read.
Expected<bool, std::string> holds(const Condition& condition, const View& view, Finder& finder);

}  // namespace minijvm::vm::stepper
