// Gives the fields of a class the numbers that heap callbacks use (JVMTI,
// jvmtiHeapReferenceInfoField): first the fields of all superinterfaces, each interface once, then
// those of the superclasses from the top down, then the class's own. Static and instance fields
// count alike. An example:
//
//   interface I { int K = 1; }        I.K  0      a static field of I
//   class A { int a; static int s; }  A.a  1      A.s  2
//   class B extends A implements I    B.b  3
//     { int b; }
//
// Tested by tests/vm/jvmti_heap.
#pragma once

#include <jni.h>

#include <unordered_map>
#include <vector>

#include "runtime/class/field.h"

namespace minijvm::vm::jvmti {

// Holds a field and its number in the class for which it was computed.
struct NumberedField {
  const runtime::Field* field;
  jint index;
};

// Computes the numbers of a class once. REQUIRES: the object lives inside one stopped world, as its
// keys are classes.
class FieldNumbers {
 public:
  // Return all instance fields of an instance, inherited ones too, and the static fields that the
  // class itself declares.
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
