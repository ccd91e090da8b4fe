// A field of a linked class (JVMS 4.5, 5.4.2): where its value is, and what the class file says
// about it.
// Tested by tests/runtime/class_test.cpp.
#pragma once

#include <cstdint>

#include "classfile/fwd.h"
#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

class Field {
 public:
  Class* holder;
  Symbol* name;
  Symbol* descriptor;
  // The attributes, which live as long as the class.
  const classfile::FieldInfo* info;
  // The offset in bytes from the start of the object; for a static field, from the start of the
  // mirror.
  std::uint32_t offset;
  std::uint16_t access_flags;  // JVMS table 4.5-A
  // The index in the class's declaration order, which is java.lang.reflect.Field.slot.
  std::uint16_t slot;
  BasicType type;
  // True if the field is final, and either static or in a record or a hidden class.
  // java.lang.invoke may treat its value as a constant (MN_TRUSTED_FINAL in the JDK).
  bool is_trusted_final;

  bool is_static() const { return (access_flags & 0x0008) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_volatile() const { return (access_flags & 0x0040) != 0; }
};

}  // namespace minijvm::runtime
