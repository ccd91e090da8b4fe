// Reads the modifiers of a class from its class file. It touches no Java object.
#include "vm/java/class_modifiers.h"

#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"

namespace minijvm::vm {

using classfile::InnerClass;
using runtime::Class;

namespace {

// Class.getModifiers documents these modifiers for primitives: public, final, abstract.
constexpr std::int32_t kPrimitiveModifiers = 0x411;
// These are the access flags: public, private, protected.
constexpr std::int32_t kAccess = 0x0007;
// ACC_SUPER means something to the VM only (JVMS 4.1).
constexpr std::int32_t kSuper = 0x0020;
// A class file may have these flags; the VM's own flags are in the higher bits.
constexpr std::int32_t kWrittenFlags = 0x7fff;

}  // namespace

// A hidden class has another name than its class file, so the index is compared as well.
bool names_itself(const Class& klass, std::uint16_t class_index) {
  return class_index != 0 && (class_index == klass.file->this_class_index() ||
                              klass.pool->class_name(class_index) == klass.name);
}

std::optional<InnerClass> find_own_row(const Class& klass) {
  if (klass.file == nullptr) {
    return std::nullopt;
  }
  for (InnerClass row : klass.file->inner_classes()) {
    if (names_itself(klass, row.inner_class_info_index)) {
      return row;
    }
  }
  return std::nullopt;
}

// Class.getModifiers: an inner class has the flags of its InnerClasses row, since the class file's
// own flags cannot say private, protected or static. An array has the access of its element type.
std::int32_t modifiers_of(const Class& klass) {
  if (klass.is_primitive()) {
    return kPrimitiveModifiers;
  }
  // HOTSPOT: an array is final and abstract.
  if (klass.is_array()) {
    return (modifiers_of(*klass.component) & kAccess) | classfile::ACC_FINAL |
           classfile::ACC_ABSTRACT;
  }
  const std::optional<InnerClass> row = find_own_row(klass);
  const std::int32_t flags = row ? row->inner_class_access_flags : klass.access_flags;
  return flags & kWrittenFlags & ~kSuper;
}

}  // namespace minijvm::vm
