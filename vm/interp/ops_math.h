// JVMS 6.5: arithmetic, shifts, logic, conversions and comparisons of numbers. Only integer division can fail.
// Proved by tests/java/arithmetic.
//
// Java's int and long wrap around: they are computed unsigned. A shift uses the low 5 or 6 bits of its count. A float or double that
// becomes an int or long rounds to zero, saturates, and NaN becomes 0 (JVMS 2.8, 6.5.d2i).
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "vm/interp/state.h"

namespace minijvm::interp {

// --- the meanings, shared by all engines ---

constexpr std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }
constexpr std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }
constexpr std::uint32_t bits(std::int32_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// REQUIRES: divisor != 0. The smallest number divided by -1 overflows to itself (6.5.idiv).
template <class T>
constexpr T java_divide(T dividend, T divisor) {
  return divisor == -1 ? wrap(0 - bits(dividend)) : static_cast<T>(dividend / divisor);
}
template <class T>
constexpr T java_remainder(T dividend, T divisor) {
  return divisor == -1 ? T{0} : static_cast<T>(dividend % divisor);
}

template <class To, class From>
To java_truncate(From value) {
  constexpr From kTooLarge = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * 2;  // 2^31 or 2^63, exactly
  if (std::isnan(value)) return 0;
  if (value >= kTooLarge) return std::numeric_limits<To>::max();
  if (value < -kTooLarge) return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

// -1, 0 or 1; `unordered` if an operand is NaN (6.5.fcmp_op).
template <class T>
constexpr std::int32_t java_compare(T left, T right, std::int32_t unordered) {
  if (left < right) return -1;
  if (left > right) return 1;
  return left == right ? 0 : unordered;
}

// --- binary operations: a is below b on the stack ---

#define MJ_BINARY(name, type, slots, as, set, expression)  \
  MJ_BYTECODE op_##name(State& s) {                        \
    type b = s.sp[-(slots)].as();                          \
    type a = s.sp[-2 * (slots)].as();                      \
    s.sp -= (slots);                                       \
    s.sp[-(slots)].set(expression);                        \
    return Step::kNext;                                    \
  }
#define MJ_INT(name, expression) MJ_BINARY(name, std::int32_t, 1, as_int, set_int, expression)
#define MJ_LONG(name, expression) MJ_BINARY(name, std::int64_t, 2, as_long, set_long, expression)
#define MJ_FLOAT(name, expression) MJ_BINARY(name, float, 1, as_float, set_float, expression)
#define MJ_DOUBLE(name, expression) MJ_BINARY(name, double, 2, as_double, set_double, expression)
MJ_INT(iadd, wrap(bits(a) + bits(b)))
MJ_INT(isub, wrap(bits(a) - bits(b)))
MJ_INT(imul, wrap(bits(a) * bits(b)))
MJ_INT(iand, a & b)
MJ_INT(ior, a | b)
MJ_INT(ixor, a ^ b)
MJ_INT(ishl, wrap(bits(a) << (b & 31)))
MJ_INT(ishr, a >> (b & 31))
MJ_INT(iushr, wrap(bits(a) >> (b & 31)))
MJ_LONG(ladd, wrap(bits(a) + bits(b)))
MJ_LONG(lsub, wrap(bits(a) - bits(b)))
MJ_LONG(lmul, wrap(bits(a) * bits(b)))
MJ_LONG(land, a & b)
MJ_LONG(lor, a | b)
MJ_LONG(lxor, a ^ b)
MJ_FLOAT(fadd, a + b)
MJ_FLOAT(fsub, a - b)
MJ_FLOAT(fmul, a * b)
MJ_FLOAT(fdiv, a / b)
MJ_FLOAT(frem, std::fmod(a, b))
MJ_DOUBLE(dadd, a + b)
MJ_DOUBLE(dsub, a - b)
MJ_DOUBLE(dmul, a * b)
MJ_DOUBLE(ddiv, a / b)
MJ_DOUBLE(drem, std::fmod(a, b))
#undef MJ_INT
#undef MJ_LONG
#undef MJ_FLOAT
#undef MJ_DOUBLE
#undef MJ_BINARY

// A long shifted by an int.
#define MJ_LONG_SHIFT(name, expression)         \
  MJ_BYTECODE op_##name(State& s) {             \
    std::int32_t count = s.sp[-1].as_int() & 63; \
    std::int64_t a = s.sp[-3].as_long();        \
    s.sp -= 1;                                  \
    s.sp[-2].set_long(expression);              \
    return Step::kNext;                         \
  }
MJ_LONG_SHIFT(lshl, wrap(bits(a) << count))
MJ_LONG_SHIFT(lshr, a >> count)
MJ_LONG_SHIFT(lushr, wrap(bits(a) >> count))
#undef MJ_LONG_SHIFT

#define MJ_DIVISION(name, type, slots, as, set, function)                                      \
  MJ_BYTECODE op_##name(State& s) {                                                            \
    type b = s.sp[-(slots)].as();                                                              \
    type a = s.sp[-2 * (slots)].as();                                                          \
    if (b == 0) return raise(s, "java/lang/ArithmeticException", "/ by zero");                 \
    s.sp -= (slots);                                                                           \
    s.sp[-(slots)].set(function(a, b));                                                        \
    return Step::kNext;                                                                        \
  }
MJ_DIVISION(idiv, std::int32_t, 1, as_int, set_int, java_divide)
MJ_DIVISION(irem, std::int32_t, 1, as_int, set_int, java_remainder)
MJ_DIVISION(ldiv, std::int64_t, 2, as_long, set_long, java_divide)
MJ_DIVISION(lrem, std::int64_t, 2, as_long, set_long, java_remainder)
#undef MJ_DIVISION

// --- unary operations and conversions, in place or with a change of size ---

#define MJ_UNARY(name, from_slots, as, to_slots, set, expression) \
  MJ_BYTECODE op_##name(State& s) {                               \
    auto a = s.sp[-(from_slots)].as();                            \
    s.sp += (to_slots) - (from_slots);                            \
    s.sp[-(to_slots)].set(expression);                            \
    return Step::kNext;                                           \
  }
MJ_UNARY(ineg, 1, as_int, 1, set_int, wrap(0 - bits(a)))
MJ_UNARY(lneg, 2, as_long, 2, set_long, wrap(0 - bits(a)))
MJ_UNARY(fneg, 1, as_float, 1, set_float, -a)
MJ_UNARY(dneg, 2, as_double, 2, set_double, -a)
MJ_UNARY(i2l, 1, as_int, 2, set_long, a)
MJ_UNARY(i2f, 1, as_int, 1, set_float, static_cast<float>(a))
MJ_UNARY(i2d, 1, as_int, 2, set_double, a)
MJ_UNARY(l2i, 2, as_long, 1, set_int, static_cast<std::int32_t>(a))
MJ_UNARY(l2f, 2, as_long, 1, set_float, static_cast<float>(a))
MJ_UNARY(l2d, 2, as_long, 2, set_double, static_cast<double>(a))
MJ_UNARY(f2i, 1, as_float, 1, set_int, java_truncate<std::int32_t>(a))
MJ_UNARY(f2l, 1, as_float, 2, set_long, java_truncate<std::int64_t>(a))
MJ_UNARY(f2d, 1, as_float, 2, set_double, static_cast<double>(a))
MJ_UNARY(d2i, 2, as_double, 1, set_int, java_truncate<std::int32_t>(a))
MJ_UNARY(d2l, 2, as_double, 2, set_long, java_truncate<std::int64_t>(a))
MJ_UNARY(d2f, 2, as_double, 1, set_float, static_cast<float>(a))
MJ_UNARY(i2b, 1, as_int, 1, set_int, static_cast<std::int8_t>(a))
MJ_UNARY(i2c, 1, as_int, 1, set_int, static_cast<std::uint16_t>(a))
MJ_UNARY(i2s, 1, as_int, 1, set_int, static_cast<std::int16_t>(a))
#undef MJ_UNARY

inline Step increment_local(State& s, unsigned index, std::int32_t by) {
  s.locals[index].set_int(wrap(bits(s.locals[index].as_int()) + bits(by)));
  return Step::kNext;
}
MJ_BYTECODE op_iinc(State& s) { return increment_local(s, s.u1(1), s.s1(2)); }

// --- comparisons that leave an int ---

#define MJ_COMPARE(name, slots, as, unordered)               \
  MJ_BYTECODE op_##name(State& s) {                          \
    auto b = s.sp[-(slots)].as();                            \
    auto a = s.sp[-2 * (slots)].as();                        \
    s.sp -= 2 * (slots) - 1;                                 \
    s.sp[-1].set_int(java_compare(a, b, unordered));         \
    return Step::kNext;                                      \
  }
MJ_COMPARE(lcmp, 2, as_long, 0)
MJ_COMPARE(fcmpl, 1, as_float, -1)
MJ_COMPARE(fcmpg, 1, as_float, 1)
MJ_COMPARE(dcmpl, 2, as_double, -1)
MJ_COMPARE(dcmpg, 2, as_double, 1)
#undef MJ_COMPARE

}  // namespace minijvm::interp
