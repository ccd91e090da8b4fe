// Calls of natives whose arguments all travel in registers: nearly every one of the JDK's, at a third of libffi's price.
// Proved by tests/vm/native/jni and tests/java/library.
// Source: System V ABI, AMD64 supplement, 3.2.3: integers and pointers in six registers, float and double in eight, each kind in its own
// order; who is called takes what its parameters name and does not look at the others. On other machines libffi does all calls.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runtime/java_value.h"

namespace minijvm::vm {

struct RegisterArguments {
  std::array<std::uint64_t, 6> integers{};
  std::array<double, 8> floats{};
};

// Kinds of a native's Java parameters, a letter each: L for references, else the descriptor's. JNIEnv* and the receiver come on top.
bool fits_registers(std::string_view kinds);
bool has_float_kind(std::string_view kinds);

// The value of a slot as its register holds it; references are not for this.
std::uint64_t integer_argument(char kind, runtime::Slot slot);
double float_argument(char kind, runtime::Slot slot);

// Returns what stands in the integer register, or in the first of the others (a float in its low half) if `returns_float`.
std::uint64_t call_in_registers(void* entry, const RegisterArguments& arguments, bool has_floats, bool returns_float);

}  // namespace minijvm::vm
