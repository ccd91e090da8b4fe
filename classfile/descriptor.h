// Descriptors, JVMS 4.3: the types of fields and methods as strings. Proved by tests/classfile/descriptor_test.cpp.
//
//   MethodDescriptor of("(IJ[Ljava/lang/String;)V");
//   of.parameter_slots() == 4;  for (FieldType type : of) ...;  of.return_type().is_void();
//
// Views into the descriptor's bytes: nothing is copied. REQUIRES of the views: a valid descriptor; only the two
// is_valid functions take hostile bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace minijvm::classfile {

// The values 4 to 11 are newarray's type codes (JVMS table 6.5.newarray-A).
enum class BasicType : std::uint8_t {
  kBoolean = 4,
  kChar = 5,
  kFloat = 6,
  kDouble = 7,
  kByte = 8,
  kShort = 9,
  kInt = 10,
  kLong = 11,
  kObject = 12,
  kArray = 13,
  kVoid = 14,
};

// Of a descriptor's first letter. REQUIRES: one of BCDFIJSZL[V.
BasicType basic_type(char letter);
char basic_type_letter(BasicType type);
// "int", "boolean"; "object", "array" for the last ones.
const char* basic_type_name(BasicType type);
constexpr unsigned slots_of(BasicType type) {
  if (type == BasicType::kLong || type == BasicType::kDouble) return 2;
  return type == BasicType::kVoid ? 0 : 1;
}
constexpr bool is_reference(BasicType type) { return type == BasicType::kObject || type == BasicType::kArray; }
// Bytes of a field or an array element; references are eight.
unsigned size_of(BasicType type);

// One field descriptor, or V.
class FieldType {
 public:
  explicit FieldType(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  BasicType type() const { return basic_type(text_[0]); }
  unsigned slots() const { return slots_of(type()); }
  bool is_void() const { return text_[0] == 'V'; }
  bool is_reference() const { return text_[0] == 'L' || text_[0] == '['; }
  bool is_array() const { return text_[0] == '['; }
  unsigned dimensions() const;
  // The name a CONSTANT_Class would hold: "java/lang/String" or "[I". REQUIRES: is_reference().
  std::string_view class_name() const { return text_[0] == 'L' ? text_.substr(1, text_.size() - 2) : text_; }
  // REQUIRES: is_array().
  FieldType component() const { return FieldType(text_.substr(1)); }
  // As the verifier and the stack see it: boolean, byte, char and short are 'I'; references are 'A'; void 'V'.
  char stack_letter() const;

 private:
  std::string_view text_;
};

// Where the parameters of a method descriptor end; a class name may have parentheses, too (JVMS 4.2.1).
std::size_t closing_parenthesis(std::string_view method_descriptor);

class MethodDescriptor {
 public:
  explicit MethodDescriptor(std::string_view text) : text_(text) {}

  class Iterator {
   public:
    explicit Iterator(std::string_view rest);
    FieldType operator*() const { return FieldType(rest_.substr(0, length_)); }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return rest_.data() == other.rest_.data(); }

   private:
    std::string_view rest_;
    std::size_t length_;
  };

  std::string_view text() const { return text_; }
  Iterator begin() const;
  Iterator end() const;
  unsigned parameter_count() const;
  // Without the receiver.
  unsigned parameter_slots() const;
  FieldType return_type() const { return FieldType(text_.substr(closing_parenthesis(text_) + 1)); }

 private:
  std::string_view text_;
};

// Why a string is no descriptor: the JVM words some reasons on their own.
enum class DescriptorFault : std::uint8_t { kNone, kSyntax, kClassName, kDimensions, kParameterSlots };
DescriptorFault field_descriptor_fault(std::string_view text);
DescriptorFault method_descriptor_fault(std::string_view text);

// JVMS 4.3.2: whole string one field type, at most 255 dimensions, class names legal by JVMS 4.2.1.
inline bool is_valid_field_descriptor(std::string_view text) { return field_descriptor_fault(text) == DescriptorFault::kNone; }
// JVMS 4.3.3, at most 255 parameter slots without the receiver (the caller adds it).
inline bool is_valid_method_descriptor(std::string_view text) { return method_descriptor_fault(text) == DescriptorFault::kNone; }

// JVMS 4.2.1 and 4.2.2. Class names in internal form; a binary name may be an array descriptor only where asked.
bool is_valid_class_name(std::string_view name);
bool is_valid_class_name_or_array(std::string_view name);
bool is_valid_field_name(std::string_view name);
// <init> and <clinit> are valid; any other name may have no < or >.
bool is_valid_method_name(std::string_view name);
// A name in a class file below version 49, of a class (its parts separated by single slashes) or a member: HotSpot still asks it to be an identifier of the
// language, whatever JVMS 4.2.2 says. What is beyond ASCII passes: only the library knows it (Character.isJavaIdentifierPart).
bool is_identifier(std::string_view name, bool of_class);

}  // namespace minijvm::classfile
