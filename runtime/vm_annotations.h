// The annotations that change what the VM does. Proved by tests/runtime/class_test.cpp.
#pragma once

#include <optional>
#include <string_view>

#include "classfile/byte_reader.h"

namespace minijvm::classfile {
class ConstantPool;
}

namespace minijvm::runtime {

struct VmAnnotations {
  bool caller_sensitive = false;      // @jdk.internal.reflect.CallerSensitive
  bool hidden = false;                // @jdk.internal.vm.annotation.Hidden
  bool lambda_form_compiled = false;  // @java.lang.invoke.LambdaForm$Compiled
};

// Reads a RuntimeVisibleAnnotations attribute from num_annotations on (JVMS 4.7.16). Malformed input ends the reading.
VmAnnotations read_vm_annotations(classfile::Bytes annotations, const classfile::ConstantPool& pool);
// The group of a class's or field's @jdk.internal.vm.annotation.Contended, "" if it names none; nothing if it has no such annotation.
std::optional<std::string_view> read_contended(classfile::Bytes annotations, const classfile::ConstantPool& pool);

// Is there one of this type, "Ljdk/internal/ValueBased;"?
bool has_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool, std::string_view type);

}  // namespace minijvm::runtime
