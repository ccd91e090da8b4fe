#include "classfile/flow/verification_type.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;

Answer answer(bool yes) { return yes ? Answer::kYes : Answer::kNo; }

bool is_array_interface(std::string_view name) { return name == "java/lang/Cloneable" || name == "java/io/Serializable"; }

// JVMS 4.10.1.2: the clauses of isJavaAssignable, for names.
Answer is_java_assignable(std::string_view from, std::string_view to, TypeOracle& oracle);

// isArrayAssignable: components that are references are compared as such, the others must be the same.
Answer is_array_assignable(std::string_view from, std::string_view to, TypeOracle& oracle) {
  const VerificationType from_array = VerificationType::reference(from);
  const VerificationType to_array = VerificationType::reference(to);
  if (!from_array.is_array_of_references() || !to_array.is_array_of_references()) return Answer::kNo;
  return is_java_assignable(from_array.component().name, to_array.component().name, oracle);
}

Answer is_java_assignable(std::string_view from, std::string_view to, TypeOracle& oracle) {
  if (from == to || to == kObjectName) return Answer::kYes;
  const bool from_array = !from.empty() && from[0] == '[';
  if (!to.empty() && to[0] == '[') {
    return from_array ? is_array_assignable(from, to, oracle) : Answer::kNo;
  }
  if (from_array) return answer(is_array_interface(to));
  // Interfaces are treated like Object: invokeinterface checks the receiver at run time.
  const Answer to_interface = oracle.is_interface(to);
  if (to_interface != Answer::kNo) return to_interface;
  return oracle.is_subclass(from, to);
}

}  // namespace

VerificationType VerificationType::of_descriptor(std::string_view descriptor) {
  switch (descriptor.empty() ? 'V' : descriptor[0]) {
    case 'Z': case 'B': case 'C': case 'S': case 'I': return integer();
    case 'F': return of(TypeKind::kFloat);
    case 'J': return of(TypeKind::kLong);
    case 'D': return of(TypeKind::kDouble);
    case '[': return reference(descriptor);
    case 'L': return reference(descriptor.substr(1, descriptor.size() - 2));
    default: return top();
  }
}

VerificationType VerificationType::component() const {
  return of_descriptor(name.substr(1));
}

std::string VerificationType::to_string() const {
  switch (kind) {
    case TypeKind::kTop: return "top";
    case TypeKind::kInteger: return "integer";
    case TypeKind::kFloat: return "float";
    case TypeKind::kLong: return "long";
    case TypeKind::kLong2nd: return "long_2nd";
    case TypeKind::kDouble: return "double";
    case TypeKind::kDouble2nd: return "double_2nd";
    case TypeKind::kNull: return "null";
    case TypeKind::kUninitializedThis: return "uninitializedThis";
    case TypeKind::kUninitialized: return "uninitialized " + std::to_string(offset);
    case TypeKind::kReference: return "'" + std::string(name) + "'";
    case TypeKind::kAnyReference: return "reference type";
    case TypeKind::kCategory1: return "category1 type";
    case TypeKind::kCategory2: return "category2 type";
  }
  return "?";
}

TypeOracle::Answer is_assignable(const VerificationType& from, const VerificationType& to, TypeOracle& oracle) {
  switch (to.kind) {
    case TypeKind::kTop: return Answer::kYes;
    case TypeKind::kAnyReference: return answer(from.is_any_reference());
    case TypeKind::kCategory2: return answer(from.is_category2());
    case TypeKind::kCategory1:
      return answer(from.kind == TypeKind::kInteger || from.kind == TypeKind::kFloat || from.is_any_reference());
    case TypeKind::kReference:
      if (from.kind == TypeKind::kNull) return Answer::kYes;
      if (from.kind != TypeKind::kReference) return Answer::kNo;
      return is_java_assignable(from.name, to.name, oracle);
    default: return answer(from == to);
  }
}

}  // namespace minijvm::classfile
