// The walk over a class file, JVMS 4.1: one function for each structure, in the order of the bytes.
// class_file_parser.cpp has the header and the members, class_attributes.cpp the attributes of the class itself.
#pragma once

#include <memory>

#include "classfile/class_file.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

class ClassFileParser {
 public:
  ClassFileParser(ParseContext& context, Bytes bytes);

  bool parse();
  ClassFile take() { return std::move(file_); }

 private:
  bool parse_header();
  bool check_version();
  bool parse_pool();
  bool parse_access_flags();
  bool parse_this_class();
  bool parse_super_class();
  bool parse_interfaces();

  bool parse_fields();
  bool parse_field(FieldInfo* field);
  bool parse_field_attribute(FieldInfo* field, Attribute attribute, Bytes info);
  bool parse_constant_value(FieldInfo* field, Bytes info);
  bool parse_methods();
  bool parse_method(MethodInfo* method);
  bool parse_method_attribute(MethodInfo* method, Attribute attribute, Bytes info);
  bool parse_code(MethodInfo* method, Bytes info);
  bool parse_exceptions(MethodInfo* method, Bytes info);
  bool parse_method_parameters(MethodInfo* method, Bytes info);

  // The next attribute_info: its name's meaning at this place and its bytes.
  struct RawAttribute {
    Attribute attribute = Attribute::Unknown;
    Bytes info;
  };
  bool next_attribute(ByteReader& reader, AttributePlace place, const char* bad_name, RawAttribute* out);
  // `owner` ends the message: " for field", " for method", " for Record component" or "".
  bool set_annotations(Annotations* annotations, Attribute attribute, Bytes info, const char* owner);
  bool set_once(Bytes* slot, Attribute attribute, Bytes info, const char* owner);
  bool set_signature(std::uint16_t* slot, Bytes info, const char* bad_length, const char* owner);

  bool parse_class_attributes();
  bool parse_class_attribute(Attribute attribute, Bytes info);
  bool parse_source_file(Bytes info);
  bool parse_inner_classes(Bytes info);
  bool check_inner_class(InnerClass row);
  void ignore_circular_inner_classes();
  bool parse_enclosing_method(Bytes info);
  bool parse_bootstrap_methods(Bytes info);
  bool parse_bootstrap_method(ByteReader& reader);
  bool parse_nest_host(Bytes info);
  bool parse_nest_members(Bytes info);
  bool parse_permitted_subclasses(Bytes info);
  bool parse_class_table(Bytes info, const char* bad_length, const char* bad_entry, const char* clause, Table<U2>* out);
  bool parse_record(Bytes info);
  bool parse_record_component(ByteReader& reader);
  bool parse_module_attribute(Attribute attribute, Bytes info);
  bool parse_module(Bytes info);
  bool parse_directed(ByteReader& reader, ConstantTag index_tag, ConstantTag to_tag, bool has_flags, std::vector<ModuleAttribute::Directed>* out);
  bool check_bootstrap_rows();

  bool seen_before(Attribute attribute);
  bool bad_index(const char* clause, unsigned index);
  const ConstantPool& pool() const { return file_.pool_; }

  ParseContext& context_;
  ClassFile file_;
  ByteReader reader_;
  unsigned bootstrap_rows_needed_ = 0;
  unsigned module_tag_seen_ = 0;
  std::uint32_t class_attributes_seen_ = 0;  // a bit for each Attribute
};

}  // namespace minijvm::classfile
