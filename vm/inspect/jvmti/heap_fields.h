// The fields of classes as heap functions number them (JVMTI, jvmtiHeapReferenceInfoField): first those of all superinterfaces, each once,
// then those of the superclasses from the top down, then the class's own. Static and instance fields count alike.
#pragma once

#include <jni.h>

#include <unordered_map>
#include <vector>

#include "runtime/field.h"

namespace minijvm::vm::jvmti {

struct NumberedField {
  const runtime::Field* field;
  jint index;
};

class FieldNumbers {
 public:
  // What an instance has; and what the class itself declares that is static.
  const std::vector<NumberedField>& of_instances(const runtime::Class& klass);
  const std::vector<NumberedField>& statics_of(const runtime::Class& klass);

 private:
  struct Numbered {
    std::vector<NumberedField> instance;
    std::vector<NumberedField> statics;
  };
  const Numbered& numbered(const runtime::Class& klass);
  std::unordered_map<const runtime::Class*, Numbered> known_;
};

}  // namespace minijvm::vm::jvmti
