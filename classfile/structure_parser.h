// Walks over a class file, JVMS 4.1, with one function for each structure, in the order of the
// bytes. Only parse_class_file() (class_file_parser.h) uses this class. class_file_parser.cpp
// parses what comes before the attributes of the class, and class_attributes.cpp these attributes.
// PoolParser, MemberParser and CodeParser are classes of their own.
// Tested by tests/classfile/class_file_parser_test.cpp.
//
// Every function that returns bool returns false after it has put the first violation into the
// ParseContext, and the walk ends there.
#pragma once

#include <memory>

#include "classfile/attribute_parser.h"

namespace minijvm::classfile {

class ClassFileParser : private AttributeParser {
 public:
  // Copies the bytes into the ClassFile, so the caller may free its own.
  ClassFileParser(ParseContext& context, Bytes bytes);
  // Takes the bytes of a record of the archive as they are.
  ClassFileParser(ParseContext& context, const StoredClass& stored, Bytes bytes);

  // Parses and checks the whole file.
  bool parse();
  // Takes the pool and the members from the record that the constructor got, and parses the rest.
  bool restore();
  // REQUIRES: parse() or restore() was true, and take() has not been called before.
  ClassFile take() { return std::move(file_); }

 private:
  // JVMS 4.1, from magic to interfaces, in the order of the bytes.
  bool parse_header();
  // Accepts the supported versions, and has HotSpot's message for each other version.
  bool check_version();
  // JVMS 4.4: reads the pool, then checks the format of the names and descriptors in it.
  bool parse_pool();
  // JVMS 4.1, table 4.1-B. A module-info ends here unless it is allowed.
  bool parse_access_flags();
  // Reads this_class and compares its name with the one that was asked for (JVMS 5.3.5 step 2).
  bool parse_this_class();
  bool parse_super_class();
  bool parse_interfaces();

  // JVMS 4.5 and 4.6: member_parser.h parses each of them.
  bool parse_fields();
  bool parse_methods();

  // JVMS 4.7: parses the attributes of the class.
  bool parse_class_attributes();
  bool parse_class_attribute(Attribute attribute, Bytes info);
  // JVMS 4.7.10.
  bool parse_source_file(Bytes info);
  // JVMS 4.7.6. A cycle of classes inside of each other is found at the end, and the attribute is
  // then ignored, as by HotSpot.
  bool parse_inner_classes(Bytes info);
  bool check_inner_class(InnerClass row);
  void ignore_circular_inner_classes();
  // JVMS 4.7.7.
  bool parse_enclosing_method(Bytes info);
  // JVMS 4.7.23.
  bool parse_bootstrap_methods(Bytes info);
  bool parse_bootstrap_method(ByteReader& reader);
  // JVMS 4.7.28 and 4.7.29.
  bool parse_nest_host(Bytes info);
  bool parse_nest_members(Bytes info);
  // JVMS 4.7.31.
  bool parse_permitted_subclasses(Bytes info);
  // Reads a counted list of Class entries, as NestMembers and PermittedSubclasses have. The three
  // texts go into messages.
  bool parse_class_table(Bytes info, const char* bad_length, const char* bad_entry,
                         const char* clause, Table<U2>* out);
  // JVMS 4.7.30.
  bool parse_record(Bytes info);
  bool parse_record_component(ByteReader& reader);
  // JVMS 4.4.10: each Dynamic and InvokeDynamic entry refers to an existing row.
  bool check_bootstrap_rows();

  // Returns true if the class has had this attribute already, and remembers the attribute.
  bool seen_before(Attribute attribute);

  ClassFile file_;
  ByteReader reader_;
  // The number of rows that the BootstrapMethods attribute must have, because the constant pool
  // refers to them.
  unsigned bootstrap_rows_needed_ = 0;
  // The tag (19 or 20) if the pool has a Module or Package entry, else 0.
  unsigned module_tag_seen_ = 0;
  // One bit for each Attribute.
  std::uint32_t class_attributes_seen_ = 0;
};

}  // namespace minijvm::classfile
