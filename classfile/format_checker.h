// Format checking, JVMS 4.8 with 4.1 to 4.7: names, descriptors, flags and duplicates of a class whose structure is sound.
// Proved by tests/classfile/format_checker_test.cpp.
//
// The parser has already checked lengths, tags and indices, without which nothing can be read; what stands here is what
// HotSpot skips for classes it trusts. Work is linear but for sorting: names are hashed once per constant.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

class FormatChecker {
 public:
  FormatChecker(ParseContext& context, const ClassFile& file);

  // In the order in which HotSpot comes to them, so that a file with two faults names the same one.
  // False: the context has the first violation.
  bool check_pool();                        // once the pool is read
  bool check_class_flags(unsigned flags);   // once access_flags is read
  bool check_rest();                        // once the class is read

 private:
  bool check_constant(unsigned index);
  bool check_name_and_type(unsigned index);
  bool check_member(unsigned index);
  bool check_handle(unsigned index);
  bool check_supers();
  bool check_fields();
  bool check_field(const FieldInfo& field);
  bool check_methods();
  bool check_method(const MethodInfo& method);
  bool check_method_flags(const MethodInfo& method, std::string_view name);
  bool check_inner_classes();
  bool check_record();
  bool check_locals(const CodeAttribute& code);

  // A long text shared by thousands of constants is looked at once for each question: was it found good before?
  enum Question : std::uint8_t { kClassName = 1, kFieldName = 2, kMethodName = 4, kDescriptor = 8 };
  bool is_known_good(std::string_view text, Question question);
  void remember_good(std::string_view text, Question question);
  bool is_name_of_version(std::string_view name, bool of_class) const;
  bool check_class_name(std::string_view name);
  bool check_field_name(std::string_view name);
  bool check_method_name(std::string_view name);
  bool check_field_descriptor(std::string_view name, std::string_view descriptor);
  bool check_method_descriptor(std::string_view name, std::string_view descriptor);
  bool bad_descriptor(DescriptorFault fault, const char* what, std::string_view name, std::string_view descriptor);

  // Two Utf8 constants as one member's identity; equal keys are compared by content before they count as equal.
  struct Key {
    std::uint64_t name_hash;
    std::uint64_t descriptor_hash;
    std::uint16_t name_index;
    std::uint16_t descriptor_index;
  };
  Key key(std::uint16_t name_index, std::uint16_t descriptor_index);
  const Key* find_duplicate(std::vector<Key>& keys) const;
  bool has_same_text(const Key& left, const Key& right) const;
  std::uint64_t hash_of(std::uint16_t utf8_index);

  unsigned major() const { return file_.major_version(); }

  ParseContext& context_;
  const ClassFile& file_;
  const ConstantPool& pool_;
  std::vector<std::uint64_t> hashes_;  // by constant pool index; 0: not computed yet
  std::vector<std::uint8_t> known_good_;  // by offset in the class file: the Questions answered; empty until a long text comes
};

}  // namespace minijvm::classfile
