// The types that the verifier computes with (JVMS 4.10.1.2), one per slot, and the interface
// through which the verifier asks about other classes.
// Tested by tests/classfile/flow/flow_verification_type_test.cpp.
//
//   top
//    +-- int, float              boolean, byte, char and short are int (JVMS 2.11.1)
//    +-- long, double            two slots: the value, then its second half long_2nd or double_2nd
//    +-- reference
//         +-- Object             every class, interface and array below it; null below all of them
//         +-- uninitialized(offset), uninitializedThis
//                                assignable to themselves, `reference` and top only
//
// Example: after `new java/lang/String` at bci 4 the stack has uninitialized(4), which may be
// copied but not used. invokespecial <init> turns every copy of it into java/lang/String.
//
// Names are string_views: into the class file, or into the arena of the verifier that made them
// (array types).
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
  // The result of the `new` at `offset`, before <init> has run on it.
  kUninitialized,
  // A class, interface or array by its internal name: java/lang/String, [I, [Ljava/lang/String;
  kReference,
  // Instructions ask for the last three kinds, which are never in a frame. kAnyReference is any of
  // the four kinds from kNull to kReference.
  kAnyReference,
  // One whole value in one slot (JVMS 2.11.1, category 1).
  kCategory1,
  // The first slot of a long or double.
  kCategory2,
};

// The type of one slot. Equality compares all three fields, of which the unused ones are zero.
struct VerificationType {
  TypeKind kind = TypeKind::kTop;
  // The bci of the `new`, only for kUninitialized.
  std::uint32_t offset = 0;
  // The name of the class, only for kReference.
  std::string_view name;

  static constexpr VerificationType of(TypeKind kind) { return {kind, 0, {}}; }
  static constexpr VerificationType top() { return of(TypeKind::kTop); }
  static constexpr VerificationType integer() { return of(TypeKind::kInteger); }
  static constexpr VerificationType reference(std::string_view name) {
    return {TypeKind::kReference, 0, name};
  }
  static constexpr VerificationType uninitialized(std::uint32_t offset) {
    return {TypeKind::kUninitialized, offset, {}};
  }
  // Returns the type of a value with this descriptor; boolean, byte, char and short are integers
  // (JVMS 4.10.1.2). The result is top for V.
  static VerificationType of_descriptor(std::string_view descriptor);
  // Returns the type that a letter of an opcode's effect stands for (classfile/opcodes.def).
  static constexpr VerificationType of_letter(char letter);

  bool operator==(const VerificationType&) const = default;

  bool is_category2() const { return kind == TypeKind::kLong || kind == TypeKind::kDouble; }
  bool is_second_half() const { return kind == TypeKind::kLong2nd || kind == TypeKind::kDouble2nd; }
  // REQUIRES: is_category2().
  VerificationType second_half() const {
    return of(kind == TypeKind::kLong ? TypeKind::kLong2nd : TypeKind::kDouble2nd);
  }
  bool is_uninitialized() const {
    return kind == TypeKind::kUninitialized || kind == TypeKind::kUninitializedThis;
  }
  // Returns true for null, for a class, interface or array, and for an object that is not
  // initialized yet.
  bool is_any_reference() const {
    return kind == TypeKind::kNull || kind == TypeKind::kReference || is_uninitialized();
  }
  bool is_array() const { return kind == TypeKind::kReference && !name.empty() && name[0] == '['; }
  bool is_array_of_references() const {
    return is_array() && name.size() > 1 && (name[1] == 'L' || name[1] == '[');
  }
  // Returns the element type, which aaload pushes. REQUIRES: is_array_of_references().
  VerificationType component() const;

  // Returns the type as a VerifyError prints it: integer, 'java/lang/String', uninitialized 4.
  std::string to_string() const;
};

constexpr VerificationType VerificationType::of_letter(char letter) {
  switch (letter) {
    case 'I':
      return integer();
    case 'F':
      return of(TypeKind::kFloat);
    case 'J':
      return of(TypeKind::kLong);
    case 'D':
      return of(TypeKind::kDouble);
    default:
      return of(TypeKind::kAnyReference);
  }
}

inline constexpr std::string_view kObjectName = "java/lang/Object";
inline constexpr std::string_view kThrowableName = "java/lang/Throwable";

// Questions about other classes, in the loading context of the class that is verified. The verifier
// knows no loader, so runtime/link/linker_oracle.h answers. A name is that of a class or an
// interface, never of an array.
//
// The answer kLoadingError means that a class could not be loaded. The oracle keeps the reason (for
// example a NoClassDefFoundError), and the verifier stops with VerifyFailure::Kind::kLoadingError.
class TypeOracle {
 public:
  enum class Answer : std::uint8_t { kNo, kYes, kLoadingError };
  enum class MemberKind : std::uint8_t { kField, kMethod };

  virtual ~TypeOracle() = default;
  // Tells if `name` is an interface. May load the class.
  virtual Answer is_interface(std::string_view name) = 0;
  // Tells if `name` is the class `ancestor`, or has it as a direct or indirect superclass.
  virtual Answer is_subclass(std::string_view name, std::string_view ancestor) = 0;
  // Tells if `name` is a proper superclass of the class that is verified. This compares names along
  // the chain of superclasses, and loads nothing.
  virtual Answer is_superclass_of_current(std::string_view name) = 0;
  // JVMS 4.10.1.8: tells if the member exists (looked up from `owner` on), is protected, and is
  // declared in a class of another run-time package than the class that is verified. The answer is
  // kNo for a member that is not found: resolution will report it when the instruction is executed.
  virtual Answer is_protected_in_other_package(MemberKind member, std::string_view owner,
                                               std::string_view name,
                                               std::string_view descriptor) = 0;
};

// JVMS 4.10.1.2: answers isAssignable(from, to). `to` may be one of the last three kinds as well.
TypeOracle::Answer is_assignable(const VerificationType& from, const VerificationType& to,
                                 TypeOracle& oracle);

}  // namespace minijvm::classfile
