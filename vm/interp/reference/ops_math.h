// Runs arithmetic, shifts, logic, conversions and comparisons of numbers (JVMS 6.5), by one
// function for each row of meanings.def. Only integer division can fail.
// Tested by tests/java/arithmetic.
#pragma once

#include "vm/interp/meanings.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

// The right operand is on top of the stack.
#define MJ_BINARY(name, LEFT, RIGHT, order, expression) \
  MJ_BYTECODE op_##name(State& s) {                     \
    auto y = s.pop<MJ_TYPE_##RIGHT>();                  \
    auto x = s.pop<MJ_TYPE_##LEFT>();                   \
    s.push<MJ_TYPE_##LEFT>(expression);                 \
    return Step::kNext;                                 \
  }
#define MJ_REMAINDER(name, KIND, expression) MJ_BINARY(name, KIND, KIND, kOrdered, expression)
// The divisor is checked before anything is popped: an exception is thrown with the operands in
// place, as by every other instruction.
#define MJ_DIVISION(name, KIND, expression)                          \
  MJ_BYTECODE op_##name(State& s) {                                  \
    if (s.top<MJ_TYPE_##KIND>() == 0)                                \
      return raise(s, "java/lang/ArithmeticException", "/ by zero"); \
    auto y = s.pop<MJ_TYPE_##KIND>();                                \
    auto x = s.pop<MJ_TYPE_##KIND>();                                \
    s.push<MJ_TYPE_##KIND>(expression);                              \
    return Step::kNext;                                              \
  }
#define MJ_UNARY(name, FROM, TO, expression) \
  MJ_BYTECODE op_##name(State& s) {          \
    auto x = s.pop<MJ_TYPE_##FROM>();        \
    s.push<MJ_TYPE_##TO>(expression);        \
    return Step::kNext;                      \
  }
#define MJ_COMPARE(name, KIND, expression) \
  MJ_BYTECODE op_##name(State& s) {        \
    auto y = s.pop<MJ_TYPE_##KIND>();      \
    auto x = s.pop<MJ_TYPE_##KIND>();      \
    s.push<std::int32_t>(expression);      \
    return Step::kNext;                    \
  }
#include "vm/interp/meanings.def"

inline Step increment_local(State& s, unsigned index, std::int32_t by) {
  s.locals[index].set_int(wrapping_add(s.locals[index].as_int(), by));
  return Step::kNext;
}
MJ_BYTECODE op_iinc(State& s) { return increment_local(s, s.u1(1), s.s1(2)); }

}  // namespace minijvm::interp
