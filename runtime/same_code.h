// Do two bodies of a method do the same? Their class files differ, so constants are compared by what they say, not by their index.
// HotSpot calls such methods "equivalent modulo constant pool". Proved by tests/runtime/redefinition_test.cpp.
#pragma once

namespace minijvm::runtime {

class Method;

bool is_equivalent(const Method& one, const Method& other);

}  // namespace minijvm::runtime
