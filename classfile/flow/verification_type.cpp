// Assignability of verification types (JVMS 4.10.1.2) and their names in messages. The verifier
// calls this for every operand that is popped and at every point where two paths meet.
#include "classfile/flow/verification_type.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;

Answer answer(bool yes) { return yes ? Answer::kYes : Answer::kNo; }

// JVMS 4.10.1.2, isArrayInterface: arrays implement these two interfaces and no others.
bool is_array_interface(std::string_view name) {
  return name == "java/lang/Cloneable" || name == "java/io/Serializable";
}

// JVMS 4.10.1.2, isJavaAssignable, for names. It is declared here because the two functions call
// each other for arrays of arrays.
Answer is_java_assignable(std::string_view from, std::string_view to, TypeOracle& oracle);

// JVMS 4.10.1.2, isArrayAssignable: String[] is assignable to Object[] because String is assignable
// to Object. Components that are no references must be the same. Here they are not, because the
// caller has found that the two names differ.
Answer is_array_assignable(std::string_view from, std::string_view to, TypeOracle& oracle) {
  const VerificationType from_array = VerificationType::reference(from);
  const VerificationType to_array = VerificationType::reference(to);
  if (!from_array.is_array_of_references() || !to_array.is_array_of_references())
    return Answer::kNo;
  return is_java_assignable(from_array.component().name, to_array.component().name, oracle);
}

Answer is_java_assignable(std::string_view from, std::string_view to, TypeOracle& oracle) {
  // A type is assignable to itself, and every class, interface and array is assignable to Object.
  if (from == to || to == kObjectName)
    return Answer::kYes;
  // An array is assignable only to an array, to Object, to Cloneable and to Serializable.
  const bool from_array = !from.empty() && from[0] == '[';
  if (!to.empty() && to[0] == '[') {
    return from_array ? is_array_assignable(from, to, oracle) : Answer::kNo;
  }
  if (from_array)
    return answer(is_array_interface(to));
  // JVMS 4.10.1.2 treats interfaces like Object; invokeinterface checks the receiver at run time. A
  // loading error is an answer as well, and is passed on.
  const Answer to_interface = oracle.is_interface(to);
  if (to_interface != Answer::kNo)
    return to_interface;
  // For two classes that are not interfaces the chain of superclasses decides.
  return oracle.is_subclass(from, to);
}

}  // namespace

VerificationType VerificationType::of_descriptor(std::string_view descriptor) {
  switch (descriptor.empty() ? 'V' : descriptor[0]) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S':
    case 'I':
      return integer();
    case 'F':
    case 'J':
    case 'D':
      return of_letter(descriptor[0]);
    case '[':
      return reference(descriptor);
    // The name is the descriptor without the L and the semicolon.
    case 'L':
      return reference(descriptor.substr(1, descriptor.size() - 2));
    default:
      return top();
  }
}

VerificationType VerificationType::component() const { return of_descriptor(name.substr(1)); }

std::string VerificationType::to_string() const {
  switch (kind) {
    case TypeKind::kTop:
      return "top";
    case TypeKind::kInteger:
      return "integer";
    case TypeKind::kFloat:
      return "float";
    case TypeKind::kLong:
      return "long";
    case TypeKind::kLong2nd:
      return "long_2nd";
    case TypeKind::kDouble:
      return "double";
    case TypeKind::kDouble2nd:
      return "double_2nd";
    case TypeKind::kNull:
      return "null";
    case TypeKind::kUninitializedThis:
      return "uninitializedThis";
    case TypeKind::kUninitialized:
      return "uninitialized " + std::to_string(offset);
    case TypeKind::kReference:
      return "'" + std::string(name) + "'";
    case TypeKind::kAnyReference:
      return "reference type";
    case TypeKind::kCategory1:
      return "category1 type";
    case TypeKind::kCategory2:
      return "category2 type";
  }
  return "?";
}

// The cases are the rows of JVMS 4.10.1.2's tree, by the type that is asked for.
TypeOracle::Answer is_assignable(const VerificationType& from, const VerificationType& to,
                                 TypeOracle& oracle) {
  switch (to.kind) {
    case TypeKind::kTop:
      return Answer::kYes;
    case TypeKind::kAnyReference:
      return answer(from.is_any_reference());
    case TypeKind::kCategory2:
      return answer(from.is_category2());
    // Every type of one slot is accepted, but not top and no half of a long or double.
    case TypeKind::kCategory1:
      return answer(from.kind == TypeKind::kInteger || from.kind == TypeKind::kFloat ||
                    from.is_any_reference());
    // null is assignable to every class, an uninitialized object to none.
    case TypeKind::kReference:
      if (from.kind == TypeKind::kNull)
        return Answer::kYes;
      if (from.kind != TypeKind::kReference)
        return Answer::kNo;
      return is_java_assignable(from.name, to.name, oracle);
    // Primitive types, their second halves and uninitialized ones are assignable only to
    // themselves.
    default:
      return answer(from == to);
  }
}

}  // namespace minijvm::classfile
