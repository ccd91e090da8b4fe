// The range of a flag whose value is a number: what a row of options.def allows, or a flag of
// HotSpot's. Tested by tests/vm/options_test.cpp.
#pragma once

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>

namespace minijvm::vm {

// The least and the largest value that a number may have. A long double holds each 64-bit number,
// with or without a sign, and each double exactly, so one type serves all flags.
struct FlagRange {
  constexpr bool is_given() const { return *type != '\0'; }
  // Says whether the range is narrower than that of an unsigned 64-bit number.
  bool is_narrow() const { return is_given() && (is_real() || least != 0 || most < kMostUint64); }
  bool is_real() const { return std::string_view(type) == "double"; }
  bool holds(long double number) const { return least <= number && number <= most; }
  // Prints a bound or a value with the C library, because fmt rounds the digits of large numbers.
  static std::string text(long double number, int decimals) {
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.*Lf", decimals, number);
    return digits;
  }

  static constexpr long double kMostUint64 = std::numeric_limits<std::uint64_t>::max();
  // HotSpot's word for the type, for example "uintx"; "" means that there is no range.
  const char* type = "";
  long double least = 0;
  long double most = 0;
};
static_assert(std::numeric_limits<long double>::digits >= 64);

}  // namespace minijvm::vm
