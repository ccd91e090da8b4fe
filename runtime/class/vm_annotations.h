// The annotations that change what the VM does. The class builder decides which classes may use
// them: usually those of the boot and platform loaders.
// Tested by tests/runtime/class_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "classfile/byte_reader.h"
#include "classfile/fwd.h"

namespace minijvm::runtime {

struct VmAnnotations {
  bool caller_sensitive = false;      // @jdk.internal.reflect.CallerSensitive
  bool hidden = false;                // @jdk.internal.vm.annotation.Hidden
  bool lambda_form_compiled = false;  // @java.lang.invoke.LambdaForm$Compiled
  bool hides_events = false;          // @jdk.internal.vm.annotation.JvmtiHideEvents
  bool in_transition = false;         // @jdk.internal.vm.annotation.JvmtiMountTransition

  // The same as a byte, for the archive.
  std::uint8_t marks() const {
    return static_cast<std::uint8_t>(caller_sensitive | hidden << 1 | lambda_form_compiled << 2 |
                                     hides_events << 3 | in_transition << 4);
  }
  static VmAnnotations of_marks(std::uint8_t marks) {
    return {(marks & 1) != 0, (marks & 2) != 0, (marks & 4) != 0, (marks & 8) != 0,
            (marks & 16) != 0};
  }
};

// Reads a RuntimeVisibleAnnotations attribute from num_annotations on (JVMS 4.7.16). Malformed
// input ends the reading; the annotations that were found before still count.
VmAnnotations read_vm_annotations(classfile::Bytes annotations,
                                  const classfile::ConstantPool& pool);
// Returns the group of @jdk.internal.vm.annotation.Contended on a class or field: "" if the
// annotation names no group, nullopt if there is no such annotation.
std::optional<std::string_view> read_contended(classfile::Bytes annotations,
                                               const classfile::ConstantPool& pool);

// Returns true if there is an annotation of this type, such as "Ljdk/internal/ValueBased;".
bool has_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool,
                    std::string_view type);

}  // namespace minijvm::runtime
