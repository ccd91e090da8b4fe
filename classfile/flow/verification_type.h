// The types the verifier computes with (JVMS 4.10.1.2), one per slot, and the door through which it asks about classes.
// Proved by tests/classfile/flow/flow_verification_type_test.cpp.
//
//   top
//    +-- int, float
//    +-- long, double            two slots: the value, then its mark long_2nd, double_2nd
//    +-- reference
//         +-- Object             every class, interface and array below it; null below all of them
//         +-- uninitialized(offset), uninitializedThis     assignable to themselves, `reference` and top only
//
// Names are string_views: into the class file, or into the arena of the verifier that made them (array types).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::classfile {

enum class TypeKind : std::uint8_t {
  kTop,
  kInteger,
  kFloat,
  kLong,
  kLong2nd,
  kDouble,
  kDouble2nd,
  kNull,
  kUninitializedThis,
  kUninitialized,  // the result of the `new` at `offset`, before its <init>
  kReference,      // a class, interface or array by its internal name: java/lang/String, [I, [Ljava/lang/String;
  // Only as what an instruction asks for, never in a frame:
  kAnyReference,   // any of the four above
  kCategory1,      // one whole value in one slot
  kCategory2,      // first slot of a long or double
};

struct VerificationType {
  TypeKind kind = TypeKind::kTop;
  std::uint32_t offset = 0;
  std::string_view name;

  static constexpr VerificationType of(TypeKind kind) { return {kind, 0, {}}; }
  static constexpr VerificationType top() { return of(TypeKind::kTop); }
  static constexpr VerificationType integer() { return of(TypeKind::kInteger); }
  static constexpr VerificationType reference(std::string_view name) { return {TypeKind::kReference, 0, name}; }
  static constexpr VerificationType uninitialized(std::uint32_t offset) { return {TypeKind::kUninitialized, offset, {}}; }
  // The type of a value whose descriptor starts here; boolean, byte, char and short are integers (JVMS 4.10.1.2).
  static VerificationType of_descriptor(std::string_view descriptor);
  // The type that a letter of an opcode's effect names (classfile/opcodes.def).
  static constexpr VerificationType of_letter(char letter);

  bool operator==(const VerificationType&) const = default;

  bool is_category2() const { return kind == TypeKind::kLong || kind == TypeKind::kDouble; }
  bool is_second_half() const { return kind == TypeKind::kLong2nd || kind == TypeKind::kDouble2nd; }
  VerificationType second_half() const { return of(kind == TypeKind::kLong ? TypeKind::kLong2nd : TypeKind::kDouble2nd); }
  bool is_uninitialized() const { return kind == TypeKind::kUninitialized || kind == TypeKind::kUninitializedThis; }
  bool is_any_reference() const { return kind == TypeKind::kNull || kind == TypeKind::kReference || is_uninitialized(); }
  bool is_array() const { return kind == TypeKind::kReference && !name.empty() && name[0] == '['; }
  bool is_array_of_references() const { return is_array() && name.size() > 1 && (name[1] == 'L' || name[1] == '['); }
  // What aaload pushes. REQUIRES: is_array_of_references().
  VerificationType component() const;

  // As VerifyError prints it: integer, 'java/lang/String', uninitialized 4.
  std::string to_string() const;
};

constexpr VerificationType VerificationType::of_letter(char letter) {
  switch (letter) {
    case 'I': return integer();
    case 'F': return of(TypeKind::kFloat);
    case 'J': return of(TypeKind::kLong);
    case 'D': return of(TypeKind::kDouble);
    default: return of(TypeKind::kAnyReference);
  }
}

inline constexpr std::string_view kObjectName = "java/lang/Object";
inline constexpr std::string_view kThrowableName = "java/lang/Throwable";

// Questions about other classes, in the loading context of the class under verification (a door: runtime/linker_oracle answers).
// Names are of classes and interfaces, never of arrays. kLoadingError: a class could not be loaded; the oracle keeps the reason
// (a NoClassDefFoundError, say), and the verifier stops with VerifyFailure::Kind::kLoadingError.
class TypeOracle {
 public:
  enum class Answer : std::uint8_t { kNo, kYes, kLoadingError };
  enum class MemberKind : std::uint8_t { kField, kMethod };

  virtual ~TypeOracle() = default;
  virtual Answer is_interface(std::string_view name) = 0;
  // Is `name` the class `ancestor`, or does its chain of superclasses reach it?
  virtual Answer is_subclass(std::string_view name, std::string_view ancestor) = 0;
  // Is `name` a proper superclass of the class under verification? Compared by name along the superclass chain, loads nothing.
  virtual Answer is_superclass_of_current(std::string_view name) = 0;
  // JVMS 4.10.1.8: does the member, looked up from `owner` on, exist, is it protected, and is its class in another run-time package
  // than the class under verification? A member that is not found is a plain kNo: resolution will report it.
  virtual Answer is_protected_in_other_package(MemberKind member, std::string_view owner, std::string_view name,
                                               std::string_view descriptor) = 0;
};

// JVMS 4.10.1.2, isAssignable(from, to). `to` may be one of the query kinds.
TypeOracle::Answer is_assignable(const VerificationType& from, const VerificationType& to, TypeOracle& oracle);

}  // namespace minijvm::classfile
