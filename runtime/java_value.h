// Slots and basic types: what a value is on the Java stack (a slot is 64 bits).
// Proved by tests/runtime/object_layout_test.cpp.
#pragma once

#include <bit>
#include <cstdint>

namespace minijvm::runtime {

class Object;

// The numbers are those of `newarray` (JVMS 6.5.newarray, table 6.5.newarray-A), continued.
enum class BasicType : std::uint8_t {
  kBoolean = 4,
  kChar = 5,
  kFloat = 6,
  kDouble = 7,
  kByte = 8,
  kShort = 9,
  kInt = 10,
  kLong = 11,
  kObject = 12,  // a class or interface type: descriptor L...;
  kArray = 13,   // an array type: descriptor [...
  kVoid = 14,
};

constexpr bool is_reference(BasicType type) { return type == BasicType::kObject || type == BasicType::kArray; }
constexpr bool is_category2(BasicType type) { return type == BasicType::kLong || type == BasicType::kDouble; }
// Slots an argument or a result of this type takes: 0 for void, 2 for category 2 (JVMS 2.6.1).
constexpr int slots_of(BasicType type) { return type == BasicType::kVoid ? 0 : is_category2(type) ? 2 : 1; }

// log2 of the size in bytes of a field or array element.
constexpr int log2_size(BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
    case BasicType::kByte: return 0;
    case BasicType::kChar:
    case BasicType::kShort: return 1;
    case BasicType::kInt:
    case BasicType::kFloat: return 2;
    case BasicType::kLong:
    case BasicType::kDouble:
    case BasicType::kObject:
    case BasicType::kArray: return 3;
    case BasicType::kVoid: return 0;
  }
  return 0;
}

// The type that a descriptor's first character names (JVMS table 4.3-A); kVoid for V.
constexpr BasicType type_of_descriptor(char first) {
  switch (first) {
    case 'Z': return BasicType::kBoolean;
    case 'C': return BasicType::kChar;
    case 'F': return BasicType::kFloat;
    case 'D': return BasicType::kDouble;
    case 'B': return BasicType::kByte;
    case 'S': return BasicType::kShort;
    case 'I': return BasicType::kInt;
    case 'J': return BasicType::kLong;
    case '[': return BasicType::kArray;
    case 'V': return BasicType::kVoid;
    default: return BasicType::kObject;
  }
}

// One slot of a frame. Ints and floats are stored zero-extended to 8 bytes and loaded as 4 (never store 4
// and load 8). A long or double lies in the first of its two slots; the second holds nothing.
union Slot {
  std::uint64_t bits;
  Object* ref;
  const void* pointer;
  Slot* frame;

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
