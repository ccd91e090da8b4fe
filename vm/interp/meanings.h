// Defines the functions that meanings.def uses: Java's arithmetic where it differs from C++'s.
// Tested by tests/java/arithmetic under all engines.
//
// Java's int and long wrap around at overflow, which C++ leaves undefined for signed numbers. So
// they are computed as unsigned numbers: bits() makes one, wrap() goes back.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

// MJ_TYPE_##KIND is the C++ type of a kind of operand in meanings.def.
#define MJ_TYPE_INT std::int32_t
#define MJ_TYPE_LONG std::int64_t
#define MJ_TYPE_FLOAT float
#define MJ_TYPE_DOUBLE double

namespace minijvm::interp {

constexpr std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }
constexpr std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }
constexpr std::uint32_t bits(std::int32_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

template <class T>
constexpr T wrapping_add(T x, T y) {
  return wrap(bits(x) + bits(y));
}

// REQUIRES: divisor != 0. The quotient is rounded to zero. The smallest number divided by -1
// overflows to itself (6.5.idiv); the hardware's division would trap.
template <class T>
constexpr T java_divide(T dividend, T divisor) {
  return divisor == -1 ? wrap(0 - bits(dividend)) : static_cast<T>(dividend / divisor);
}
// REQUIRES: divisor != 0. The result has the sign of the dividend (6.5.irem).
template <class T>
constexpr T java_remainder(T dividend, T divisor) {
  return divisor == -1 ? T{0} : static_cast<T>(dividend % divisor);
}

// Converts to an int or long: rounds to zero and saturates; NaN becomes 0 (6.5.d2i). C++ leaves
// values that do not fit undefined, so comparisons find them first.
template <class To, class From>
To java_truncate(From value) {
  // This is 2^31 or 2^63, which From represents exactly; it may not represent the largest To
  // itself.
  constexpr From kTooLarge = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * 2;
  if (std::isnan(value))
    return 0;
  if (value >= kTooLarge)
    return std::numeric_limits<To>::max();
  if (value < -kTooLarge)
    return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

// Returns -1, 0 or 1; `unordered` if an operand is NaN (6.5.fcmp_op).
template <class T>
constexpr std::int32_t java_compare(T left, T right, std::int32_t unordered) {
  if (left < right)
    return -1;
  if (left > right)
    return 1;
  return left == right ? 0 : unordered;
}

}  // namespace minijvm::interp
