// Reads arguments into register images and calls through a function pointer that takes all of them.
// The C++ compiler then loads the registers by the platform's own rules, so no assembler is needed.
#include "vm/natives/register_call.h"

#include <bit>

namespace minijvm::vm {

using runtime::Slot;

namespace {

bool is_float_kind(char kind) { return kind == 'F' || kind == 'D'; }

// Passes six integer arguments and no floats.
template <class Result>
Result call_with_integers(void* entry, const RegisterArguments& given) {
  using Integer = std::uint64_t;
  auto* function =
      reinterpret_cast<Result (*)(Integer, Integer, Integer, Integer, Integer, Integer)>(entry);
  const auto& i = given.integers;
  return function(i[0], i[1], i[2], i[3], i[4], i[5]);
}

// Passes six integer and eight float arguments: every argument register is loaded.
template <class Result>
Result call_with_all(void* entry, const RegisterArguments& given) {
  using Integer = std::uint64_t;
  auto* function =
      reinterpret_cast<Result (*)(Integer, Integer, Integer, Integer, Integer, Integer, double,
                                  double, double, double, double, double, double, double)>(entry);
  const auto& i = given.integers;
  const auto& f = given.floats;
  return function(i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6],
                  f[7]);
}

}  // namespace

bool has_float_kind(std::string_view kinds) {
  return kinds.find_first_of("FD") != std::string_view::npos;
}

bool fits_registers(std::string_view kinds) {
#ifdef __x86_64__
  std::size_t floats = 0;
  for (char kind : kinds) floats += is_float_kind(kind) ? 1 : 0;
  std::size_t integers = kinds.size() - floats + 2;  // JNIEnv*, receiver
  return integers <= RegisterArguments{}.integers.size() &&
         floats <= RegisterArguments{}.floats.size();
#else
  return false;
#endif
}

// The ABI leaves the high bits of a narrow argument open, but compilers rely on an extension to 32
// bits: zero for boolean and char, sign for byte and short.
std::uint64_t integer_argument(char kind, Slot slot) {
  auto extended = [](std::int32_t value) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(value));
  };
  switch (kind) {
    case 'Z':
      return slot.bits & 0xff;
    case 'B':
      return extended(static_cast<std::int8_t>(slot.bits));
    case 'C':
      return slot.bits & 0xffff;
    case 'S':
      return extended(static_cast<std::int16_t>(slot.bits));
    default:
      return slot.bits;
  }
}

// A float is in the low 32 bits of its register; the upper bits are ignored.
double float_argument(char kind, Slot slot) {
  return kind == 'D' ? slot.as_double() : std::bit_cast<double>(slot.bits & 0xffffffff);
}

std::uint64_t call_in_registers(void* entry, const RegisterArguments& arguments, bool has_floats,
                                bool returns_float) {
  if (returns_float) {
    double result = has_floats ? call_with_all<double>(entry, arguments)
                               : call_with_integers<double>(entry, arguments);
    return std::bit_cast<std::uint64_t>(result);
  }
  return has_floats ? call_with_all<std::uint64_t>(entry, arguments)
                    : call_with_integers<std::uint64_t>(entry, arguments);
}

}  // namespace minijvm::vm
