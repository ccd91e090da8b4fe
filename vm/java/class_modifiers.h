// The modifiers of a class as Class.getModifiers tells them. Later JDKs have them in a field of the
// mirror; before, JVM_GetClassModifiers answers them.
// Tested by tests/java/classes and tests/java/reflection.
#pragma once

#include <cstdint>
#include <optional>

#include "classfile/class_file.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns whether an entry of the class's own pool stands for the class itself.
bool names_itself(const runtime::Class& klass, std::uint16_t class_index);

// The row of InnerClasses (JVMS 4.7.6) that describes `klass` in its own class file, if it has one.
std::optional<classfile::InnerClass> find_own_row(const runtime::Class& klass);

// Returns the modifiers without ACC_SUPER.
std::int32_t modifiers_of(const runtime::Class& klass);

}  // namespace minijvm::vm
