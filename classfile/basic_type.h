// The basic types of fields, array elements and values.
// Tested by tests/classfile/descriptor_test.cpp and tests/runtime/object_layout_test.cpp.
#pragma once

#include <cstdint>

#include "base/check.h"

namespace minijvm::classfile {

// The values 4 to 11 are newarray's type codes (JVMS table 6.5.newarray-A); the others continue
// them.
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

constexpr bool is_reference(BasicType type) {
  return type == BasicType::kObject || type == BasicType::kArray;
}
constexpr bool is_category2(BasicType type) {
  return type == BasicType::kLong || type == BasicType::kDouble;
}
// Returns how many slots an argument or a result of this type takes: 0 for void, 2 for category 2
// (JVMS 2.6.1).
constexpr int slots_of(BasicType type) {
  return type == BasicType::kVoid ? 0 : is_category2(type) ? 2 : 1;
}

// Returns log2 of the size in bytes of a field or array element; references take eight bytes.
constexpr int log2_size(BasicType type) {
  constexpr std::uint8_t kLog2[] = {0, 1, 2, 3, 0, 1, 2, 3, 3, 3, 0};
  return kLog2[static_cast<unsigned>(type) - 4];
}

// The descriptor letter of each type, in the order of the enumerators (JVMS table 4.3-A).
inline constexpr char kTypeLetters[] = "ZCFDBSIJL[V";

constexpr char basic_type_letter(BasicType type) {
  return kTypeLetters[static_cast<unsigned>(type) - 4];
}

// Returns the type that a descriptor's first letter names. REQUIRES: one of BCDFIJSZL[V.
constexpr BasicType type_of_descriptor(char first) {
  unsigned at = 0;
  while (kTypeLetters[at] != first) {
    MJ_CHECK(kTypeLetters[at] != '\0', "'%c' starts no descriptor", first);
    ++at;
  }
  return static_cast<BasicType>(at + 4);
}

// Returns the name as in the Java language, "int" or "boolean"; the two kinds of references are
// "object" and "array".
const char* basic_type_name(BasicType type);

}  // namespace minijvm::classfile
