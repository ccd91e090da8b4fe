// Decides whether two bodies of a method do the same. Their class files differ, so constants are
// compared by what they say and not by their index. Example: `ldc #3` and `ldc #7` are equal if
// both entries are the String "x". HotSpot calls such methods "equivalent modulo constant pool".
// Tested by tests/runtime/redefinition_test.cpp.
#pragma once

#include "runtime/fwd.h"

namespace minijvm::redefine {

// REQUIRES: both are versions of one method with the same descriptor. Methods without code are
// equivalent to each other only.
bool is_equivalent(const runtime::Method& one, const runtime::Method& other);

}  // namespace minijvm::redefine
