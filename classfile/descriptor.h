// Descriptors, JVMS 4.3: the types of fields and methods as strings.
// Tested by tests/classfile/descriptor_test.cpp.
//
//   ( I J [Ljava/lang/String; ) V      int, long, String[]; returns void
//     1 2 1 slots
//
//   MethodDescriptor of("(IJ[Ljava/lang/String;)V");
//   of.parameter_slots() == 4;  for (FieldType type : of) ...;  of.return_type().is_void();
//
// FieldType and MethodDescriptor are views: nothing is copied, and they REQUIRE a valid descriptor
// that outlives them. The functions at the end take any bytes and say whether they are valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "classfile/basic_type.h"

namespace minijvm::classfile {

// One field descriptor, or V, the return descriptor of void.
class FieldType {
 public:
  explicit FieldType(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  BasicType type() const { return type_of_descriptor(text_[0]); }
  unsigned slots() const { return static_cast<unsigned>(slots_of(type())); }
  bool is_void() const { return text_[0] == 'V'; }
  bool is_reference() const { return text_[0] == 'L' || text_[0] == '['; }
  bool is_array() const { return text_[0] == '['; }
  // Returns the number of leading '['; 0 if the type is no array.
  unsigned dimensions() const;
  // Returns the name that a CONSTANT_Class of this type has: "java/lang/String" or "[I". REQUIRES:
  // is_reference().
  std::string_view class_name() const {
    return text_[0] == 'L' ? text_.substr(1, text_.size() - 2) : text_;
  }
  // Returns the element type: "[I" of "[[I". REQUIRES: is_array().
  FieldType component() const { return FieldType(text_.substr(1)); }
  // Returns the letter of opcodes.def for a value of this type on the stack. boolean, byte, char
  // and short are I like int; references are A, and void is V.
  char stack_letter() const;

 private:
  std::string_view text_;
};

// Returns the index of the ) that ends the parameters. It need not be the first, because JVMS 4.2.1
// allows parentheses in class names.
std::size_t closing_parenthesis(std::string_view method_descriptor);

// One method descriptor. Iterating gives the parameter types from left to right, without the
// receiver.
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
  // Returns the number of slots of the parameters, without the receiver.
  unsigned parameter_slots() const;
  FieldType return_type() const { return FieldType(text_.substr(closing_parenthesis(text_) + 1)); }

 private:
  std::string_view text_;
};

// The reason why a string is no descriptor. HotSpot has a message of its own for each but kSyntax.
enum class DescriptorFault : std::uint8_t {
  kNone,
  kSyntax,
  kClassName,
  kDimensions,
  kParameterSlots
};
// Both functions return the first fault that they find; kNone if the whole text is one valid
// descriptor. They never read past its end.
DescriptorFault field_descriptor_fault(std::string_view text);
DescriptorFault method_descriptor_fault(std::string_view text);

// JVMS 4.3.2: the whole string is one field type, with at most 255 dimensions and with class names
// that are legal by JVMS 4.2.1.
inline bool is_valid_field_descriptor(std::string_view text) {
  return field_descriptor_fault(text) == DescriptorFault::kNone;
}
// JVMS 4.3.3: the whole string is one method descriptor, with at most 255 slots for the parameters.
// The receiver is not counted here, because a descriptor does not say whether the method is static.
inline bool is_valid_method_descriptor(std::string_view text) {
  return method_descriptor_fault(text) == DescriptorFault::kNone;
}

// JVMS 4.2.1: accepts a class name in internal form, "java/lang/String".
bool is_valid_class_name(std::string_view name);
// Accepts the same, or an array's descriptor, as a CONSTANT_Class may have.
bool is_valid_class_name_or_array(std::string_view name);
// JVMS 4.2.2: accepts an unqualified name.
bool is_valid_field_name(std::string_view name);
// JVMS 4.2.2: accepts an unqualified name without < and >, or <init> or <clinit>.
bool is_valid_method_name(std::string_view name);
// HOTSPOT: in files below version 49 a name must also be an identifier of the Java language,
// although JVMS 4.2.2 asks for less. If `of_class` is true, slashes separate identifiers.
// Characters beyond ASCII pass, because only the class library knows which of them are letters
// (Character.isJavaIdentifierPart).
bool is_identifier(std::string_view name, bool of_class);

}  // namespace minijvm::classfile
