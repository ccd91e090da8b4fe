// Calls native functions whose arguments all travel in registers. Nearly all natives of the JDK are
// of this kind, and such a call costs a third of libffi's.
// Tested by tests/vm/native/jni and tests/java/library.
// Source: System V ABI, AMD64 supplement, section 3.2.3. Integers and pointers go in six registers,
// float and double in eight others. Each kind is numbered on its own: f(int, double, long) has its
// int and long in the first two integer registers and its double in the first float register. A
// function reads only the registers of its own parameters, so filling all of them is harmless. On
// other machines libffi makes all calls.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runtime/object/java_value.h"

namespace minijvm::vm {

// Holds the values of all argument registers of one call.
struct RegisterArguments {
  std::array<std::uint64_t, 6> integers{};
  std::array<double, 8> floats{};
};

// `kinds` has one letter for each Java parameter: L for a reference, else the letter of its
// descriptor. JNIEnv* and the receiver are not in it; fits_registers adds two integer registers for
// them.
bool fits_registers(std::string_view kinds);
bool has_float_kind(std::string_view kinds);

// Return the value of a slot as its register holds it. Not for references, which are passed by
// address.
std::uint64_t integer_argument(char kind, runtime::Slot slot);
double float_argument(char kind, runtime::Slot slot);

// Returns the content of the integer result register, or, if `returns_float`, of the float result
// register. A float is in the low half. `has_floats` false saves loading the eight float registers.
// REQUIRES: the thread is in native state.
std::uint64_t call_in_registers(void* entry, const RegisterArguments& arguments, bool has_floats,
                                bool returns_float);

}  // namespace minijvm::vm
