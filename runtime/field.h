// A field of a linked class (JVMS 4.5, 5.4.2): where its value lies and what the class file said of it.
#pragma once

#include <cstdint>

#include "runtime/java_value.h"

namespace minijvm::classfile {
struct FieldInfo;
}

namespace minijvm::runtime {

class Class;
class Symbol;

class Field {
 public:
  Class* holder;
  Symbol* name;
  Symbol* descriptor;
  const classfile::FieldInfo* info;  // attributes; lives as long as the class
  std::uint32_t offset;              // bytes from the object's start; for statics from the mirror's start
  std::uint16_t access_flags;        // JVMS table 4.5-A
  std::uint16_t slot;                // index in the class's declaration order: java.lang.reflect.Field.slot
  BasicType type;
  bool is_trusted_final;             // final, and static or of a record or hidden class (JDK MN_TRUSTED_FINAL)

  bool is_static() const { return (access_flags & 0x0008) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_volatile() const { return (access_flags & 0x0040) != 0; }
};

}  // namespace minijvm::runtime
