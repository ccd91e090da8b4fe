// Checks the format, JVMS 4.8 with 4.1 to 4.7: names, descriptors, flags and duplicates of a class
// whose structure is sound.
// Tested by tests/classfile/format_checker_test.cpp.
//
// The parser has already checked lengths, tags and indices, because nothing can be read without
// them. The checks here are those that HotSpot skips for classes it trusts. The work is linear in
// the size of the file, except for sorting: a name is hashed once per constant, and members are
// compared by hash first.
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
  // Both references must outlive the checker.
  FormatChecker(ParseContext& context, const ClassFile& file);

  // The checks have three parts, in HotSpot's order, so that a file with two faults gives the same
  // message. Each returns false after it has put the first violation into the context. check_pool()
  // runs after the pool is read, check_class_flags() after the flags, and check_rest() at the end.
  bool check_pool();
  bool check_class_flags(unsigned flags);
  bool check_rest();

 private:
  // There is one function for each structure. Each returns false after a violation.
  bool check_constant(unsigned index);
  // JVMS 4.4.6.
  bool check_name_and_type(unsigned index);
  // JVMS 4.4.2.
  bool check_member(unsigned index);
  // JVMS 4.4.8.
  bool check_handle(unsigned index);
  // JVMS 4.1.
  bool check_supers();
  // JVMS 4.5.
  bool check_fields();
  bool check_field(const FieldInfo& field);
  // JVMS 4.6.
  bool check_methods();
  bool check_method(const MethodInfo& method);
  // `name` is that of the method, because the rules for <init> differ.
  bool check_method_flags(const MethodInfo& method, std::string_view name);
  // JVMS 4.7.6.
  bool check_inner_classes();
  // JVMS 4.7.30.
  bool check_record();
  // JVMS 4.7.13 and 4.7.14.
  bool check_locals(const CodeAttribute& code);

  // A text of 256 bytes or more may be shared by thousands of constants, and checking it for each
  // of them would make the work quadratic. So the checker remembers which checks such a text has
  // passed.
  enum Question : std::uint8_t { kClassName = 1, kFieldName = 2, kMethodName = 4, kDescriptor = 8 };
  bool is_known_good(std::string_view text, Question question);
  void remember_good(std::string_view text, Question question);
  // HOTSPOT: returns true if the name is legal in a file of this version; see is_identifier() in
  // descriptor.h.
  bool is_name_of_version(std::string_view name, bool of_class) const;
  // JVMS 4.2.1, 4.2.2, 4.3.2 and 4.3.3: check names and descriptors. Messages use `name`, the
  // member that the descriptor belongs to.
  bool check_class_name(std::string_view name);
  bool check_field_name(std::string_view name);
  bool check_method_name(std::string_view name);
  bool check_field_descriptor(std::string_view name, std::string_view descriptor);
  bool check_method_descriptor(std::string_view name, std::string_view descriptor);
  // Fails with HotSpot's message for this fault.
  bool bad_descriptor(DescriptorFault fault, const char* what, std::string_view name,
                      std::string_view descriptor);

  // A member's name and descriptor as hashes, so that sorting compares numbers. Keys with equal
  // hashes are compared by content before they count as equal.
  struct Key {
    std::uint64_t name_hash;
    std::uint64_t descriptor_hash;
    std::uint16_t name_index;
    std::uint16_t descriptor_index;
  };
  Key key(std::uint16_t name_index, std::uint16_t descriptor_index);
  // Sorts the keys. Returns null if no two are equal.
  const Key* find_duplicate(std::vector<Key>& keys) const;
  // Fails if two members have the same key. `member` says what they are: "field" or "method".
  bool check_distinct(std::vector<Key>& keys, const char* clause, const char* member);
  bool has_same_text(const Key& left, const Key& right) const;
  std::uint64_t hash_of(std::uint16_t utf8_index);

  unsigned major() const { return file_.major_version(); }

  ParseContext& context_;
  const ClassFile& file_;
  const ConstantPool& pool_;
  // For each constant pool index a hash; 0 if it has not been computed yet.
  std::vector<std::uint64_t> hashes_;
  // For each offset of a text in the class file, the Questions that the text has passed. The vector
  // is empty until the first long text.
  std::vector<std::uint8_t> known_good_;
};

}  // namespace minijvm::classfile
