// Has the basic types and Slot, a value as it is on the Java stack. A slot has 64 bits.
//
// A long or double takes two slots although one could hold it, because the local variable numbers
// and stack depths of a class file count it as two (JVMS 2.6.1). So the numbers of the class file
// are used unchanged.
// Tested by tests/runtime/object_layout_test.cpp.
#pragma once

#include <bit>
#include <cstdint>

#include "classfile/basic_type.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

using classfile::BasicType;
using classfile::is_category2;
using classfile::is_reference;
using classfile::log2_size;
using classfile::slots_of;
using classfile::type_of_descriptor;

// One slot of a frame. An int or float is stored zero-extended to 8 bytes and loaded as 4; code
// must never store 4 bytes and load 8. A long or double lies in the first of its two slots; the
// second slot holds nothing.
union Slot {
  std::uint64_t bits;
  Object* ref;
  const void* pointer;  // a return pc or a Method
  Slot* frame;          // the caller's frame (frame.h)

  std::int32_t as_int() const { return static_cast<std::int32_t>(bits); }
  std::int64_t as_long() const { return static_cast<std::int64_t>(bits); }
  float as_float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
  double as_double() const { return std::bit_cast<double>(bits); }

  void set_int(std::int32_t value) { bits = static_cast<std::uint32_t>(value); }
  void set_long(std::int64_t value) { bits = static_cast<std::uint64_t>(value); }
  void set_float(float value) { bits = std::bit_cast<std::uint32_t>(value); }
  void set_double(double value) { bits = std::bit_cast<std::uint64_t>(value); }
};
static_assert(sizeof(Slot) == 8);

}  // namespace minijvm::runtime
