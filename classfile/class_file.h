// One class file as an immutable value, JVMS 4.1. The parser makes it for the linker, the verifier
// and the disassembler.
// Tested by tests/classfile/class_file_parser_test.cpp.
//
//   bytes()  |cafebabe|version|constant pool   |flags|this|super|fields|methods        |attributes|
//                               ^     ^                                  ^    ^
//   constant_pool().utf8(7) ----'     |                                  |    |
//   name() ---------------------------'                                  |    |
//   code_of(methods()[0]).code ------------------------------------------'    |
//   code_of(methods()[0]).exception_table ------------------------------------'
//
// A ClassFile owns a copy of its bytes, or its bytes are in the archive (archive/archive.h), which
// is never unmapped. Every span, Table and string_view in it points into these bytes and lives as
// long as the ClassFile; they stay valid when the ClassFile is moved. So a ClassFile costs little
// more than its bytes, and a method body is never copied.
//
// A class has many members, and most of them are never used. So a member is a record of some 20
// bytes that says where the member is. code_of, attributes_of and annotations_of read the rest from
// the bytes each time they are called.
//
// Indices are into constant_pool() and were checked to have the right tag; 0 means absent. Spans of
// annotations start at num_annotations (the 6 bytes of the attribute's header are cut off), the
// form that java.lang.Class.getRawAnnotations returns; empty means absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/byte_reader.h"
#include "classfile/constant_pool.h"

namespace minijvm::classfile {

// JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A. One bit may have two names: 0x0020 is ACC_SUPER of a
// class and ACC_SYNCHRONIZED of a method.
enum AccessFlags : std::uint16_t {
  ACC_PUBLIC = 0x0001,
  ACC_PRIVATE = 0x0002,
  ACC_PROTECTED = 0x0004,
  ACC_STATIC = 0x0008,
  ACC_FINAL = 0x0010,
  ACC_SUPER = 0x0020,
  ACC_SYNCHRONIZED = 0x0020,
  ACC_VOLATILE = 0x0040,
  ACC_BRIDGE = 0x0040,
  ACC_TRANSIENT = 0x0080,
  ACC_VARARGS = 0x0080,
  ACC_NATIVE = 0x0100,
  ACC_INTERFACE = 0x0200,
  ACC_ABSTRACT = 0x0400,
  ACC_STRICT = 0x0800,
  ACC_SYNTHETIC = 0x1000,
  ACC_ANNOTATION = 0x2000,
  ACC_ENUM = 0x4000,
  ACC_MODULE = 0x8000,
  ACC_MANDATED = 0x8000,
};

// JVMS 4.7.16, 4.7.17, 4.7.20 and 4.7.21, unparsed: java.lang.reflect parses annotations.
struct Annotations {
  // RetentionPolicy.RUNTIME: reflection sees these. The invisible ones are for tools.
  Bytes visible;
  Bytes invisible;
  Bytes visible_type;
  Bytes invisible_type;
};

// JVMS 4.7.3: a method's body with its tables.
struct CodeAttribute {
  // The unit is slots: a long or double counts as two.
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  Bytes code;
  Table<ExceptionHandler> exception_table;
  bool has_stack_map = false;
  // The bytes of the attribute from number_of_entries on. The verifier checks what the entries
  // mean.
  Bytes stack_map_table;
  // JVMS 4.7.12, 4.7.13, 4.7.14: a method may have several attributes of each of the three kinds;
  // together they are one table.
  std::vector<Table<LineNumber>> line_numbers;
  std::vector<Table<LocalVariable>> local_variables;
  std::vector<Table<LocalVariable>> local_variable_types;
  Bytes visible_type_annotations;
};

// JVMS 4.5: a field_info. Its name and type are ClassFile::name_of and descriptor_of.
struct FieldInfo {
  // The place where this field_info starts in bytes(); its access_flags are the first two bytes.
  std::uint32_t offset = 0;
  std::uint16_t access_flags = 0;
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  // JVMS 4.7.2: the initial value of a static field; always 0 for an instance field.
  std::uint16_t constant_value_index = 0;
  std::uint16_t signature_index = 0;
  // A member is synthetic if it has the attribute or the flag.
  bool is_synthetic = false;
  bool is_deprecated = false;
  // True if annotations_of() would find RuntimeVisibleAnnotations.
  bool has_visible_annotations = false;
};

// JVMS 4.6: a method_info.
struct MethodInfo {
  // The place where this method_info starts in bytes(); its access_flags are the first two bytes.
  std::uint32_t offset = 0;
  // The place of the Code attribute's max_stack in bytes(); 0 for a native or abstract method, and
  // only for those.
  std::uint32_t code_offset = 0;
  std::uint16_t access_flags = 0;
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature_index = 0;
  bool is_synthetic = false;
  bool is_deprecated = false;
  bool has_visible_annotations = false;
  // True if code_of() would find a LocalVariableTable.
  bool has_local_variables = false;

  bool has_code() const { return code_offset != 0; }
};

// The attributes of a method that only reflection and tools ask for.
struct MethodAttributes {
  bool has_method_parameters = false;
  bool has_exceptions = false;
  // JVMS 4.7.5: the classes of the throws clause, as Class entries.
  Table<U2> exceptions;
  Table<MethodParameter> method_parameters;
  Annotations annotations;
  // JVMS 4.7.18, 4.7.19: the bytes from num_parameters on.
  Bytes visible_parameter_annotations;
  Bytes invisible_parameter_annotations;
  // JVMS 4.7.22: one element_value.
  Bytes annotation_default;
};

// JVMS 4.7.23: a row of the BootstrapMethods attribute. `method_ref` is a MethodHandle entry, and
// each argument is a loadable constant.
struct BootstrapMethod {
  // The bootstrap method, which is called to link the call site or to compute the constant.
  std::uint16_t method_ref = 0;
  Table<U2> arguments;
};

// JVMS 4.7.30: a component of a record class.
struct RecordComponent {
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature_index = 0;
  Annotations annotations;
};

class StoredClass;  // archive/stored_class.h

// Made by parse_class_file() and restore_class_file() only.
class ClassFile {
 public:
  ClassFile(ClassFile&&) noexcept = default;
  ClassFile& operator=(ClassFile&&) noexcept = default;

  // Returns the whole file, as it was read.
  Bytes bytes() const { return bytes_; }
  // Returns the record of the archive that the ClassFile was made from; null for a parsed one.
  const StoredClass* stored() const { return stored_; }
  // Returns true if the file was parsed with ParseOptions::check_format, and nothing in it was
  // ignored.
  bool is_format_checked() const { return is_format_checked_; }
  std::uint16_t minor_version() const { return minor_version_; }
  std::uint16_t major_version() const { return major_version_; }
  const ConstantPool& constant_pool() const { return pool_; }

  // Returns the flags of JVMS 4.1; bits that are not in table 4.1-B have been dropped.
  std::uint16_t access_flags() const { return access_flags_; }
  bool has(AccessFlags flag) const { return (access_flags_ & flag) != 0; }
  bool is_interface() const { return has(ACC_INTERFACE); }

  std::uint16_t this_class_index() const { return this_class_; }
  std::uint16_t super_class_index() const { return super_class_; }
  // Returns the name in internal form: "java/lang/Object".
  std::string_view name() const { return pool_.class_name(this_class_); }
  // Gives the class the name of a hidden class, "p/C+0x123", which no class file contains. `name`
  // must outlive the ClassFile.
  void rename(std::string_view name) { pool_.rename_class(this_class_, name); }
  // Returns an empty name for java/lang/Object and for a module-info.
  std::string_view super_name() const {
    return super_class_ == 0 ? std::string_view() : pool_.class_name(super_class_);
  }
  // Returns the Class entries of the direct superinterfaces.
  Table<U2> interfaces() const { return interfaces_; }
  std::span<const FieldInfo> fields() const { return fields_; }
  std::span<const MethodInfo> methods() const { return methods_; }

  std::string_view name_of(const FieldInfo& field) const { return pool_.utf8(field.name_index); }
  std::string_view descriptor_of(const FieldInfo& field) const {
    return pool_.utf8(field.descriptor_index);
  }
  std::string_view name_of(const MethodInfo& method) const { return pool_.utf8(method.name_index); }
  std::string_view descriptor_of(const MethodInfo& method) const {
    return pool_.utf8(method.descriptor_index);
  }
  // REQUIRES of the three: the method has code. code_of() parses the whole attribute and allocates;
  // the others only walk over it, also in a fatal report.
  CodeAttribute code_of(const MethodInfo& method) const;
  // Calls visit(table) with each LineNumberTable, as Table<LineNumber>.
  template <class Visitor>
  void each_line_table(const MethodInfo& method, Visitor&& visit) const;
  // Returns the source line of the instruction at bci: that of the row which starts last at or
  // before bci. The result is -1 if there is none.
  int line_at(const MethodInfo& method, std::uint32_t bci) const;
  MethodAttributes attributes_of(const MethodInfo& method) const;
  Annotations annotations_of(const FieldInfo& field) const;
  // Both functions are linear searches. They return null if this class declares no member of that
  // name and descriptor.
  const FieldInfo* find_field(std::string_view name, std::string_view descriptor) const;
  const MethodInfo* find_method(std::string_view name, std::string_view descriptor) const;

  // JVMS 4.7.9 and 4.7.10: both return the index of a Utf8; 0 if the attribute is absent.
  std::uint16_t signature_index() const { return signature_; }
  std::uint16_t source_file_index() const { return source_file_; }
  // Returns JVMS 4.7.11's string in modified UTF-8; empty if it is absent.
  std::string_view source_debug_extension() const {
    return {reinterpret_cast<const char*>(source_debug_extension_.data()),
            source_debug_extension_.size()};
  }
  // A class is synthetic if it has the flag or the attribute (JVMS 4.7.8).
  bool is_synthetic() const { return is_synthetic_; }
  bool is_deprecated() const { return is_deprecated_; }

  // JVMS 4.7.6.
  Table<InnerClass> inner_classes() const { return inner_classes_; }
  // JVMS 4.7.7, EnclosingMethod. The first index is that of a Class; 0 if there is no attribute.
  // The second is that of a NameAndType; 0 if the class is not directly inside a method.
  std::uint16_t enclosing_class_index() const { return enclosing_class_; }
  std::uint16_t enclosing_method_index() const { return enclosing_method_; }
  // JVMS 4.7.23: Dynamic and InvokeDynamic entries refer to these rows.
  const std::vector<BootstrapMethod>& bootstrap_methods() const { return bootstrap_methods_; }
  // JVMS 4.7.28 and 4.7.29: the Class entry of the nest's host, and the Class entries of the nest's
  // members.
  std::uint16_t nest_host_index() const { return nest_host_; }
  Table<U2> nest_members() const { return nest_members_; }
  // JVMS 4.7.30: returns true if there is a Record attribute, perhaps without components.
  bool is_record() const { return is_record_; }
  const std::vector<RecordComponent>& record_components() const { return record_components_; }
  // JVMS 4.7.31: returns true if there is a PermittedSubclasses attribute.
  bool is_sealed() const { return is_sealed_; }
  Table<U2> permitted_subclasses() const { return permitted_subclasses_; }
  const Annotations& annotations() const { return annotations_; }
  // JVMS 4.7.25: the Module attribute of a module-info, not parsed, because Java code does that.
  Bytes module_bytes() const { return module_; }

 private:
  friend class ClassFileParser;  // structure_parser.h fills it
  ClassFile() = default;

  // These three are on the C++ heap, so that moving the ClassFile does not move them. A
  // ClassFile of the archive has none of them.
  std::unique_ptr<std::uint8_t[]> own_bytes_;
  std::vector<FieldInfo> own_fields_;
  std::vector<MethodInfo> own_methods_;
  Bytes bytes_;
  std::span<const FieldInfo> fields_;
  std::span<const MethodInfo> methods_;
  const StoredClass* stored_ = nullptr;
  ConstantPool pool_;
  std::uint16_t minor_version_ = 0;
  std::uint16_t major_version_ = 0;
  std::uint16_t access_flags_ = 0;
  std::uint16_t this_class_ = 0;
  std::uint16_t super_class_ = 0;
  std::uint16_t signature_ = 0;
  std::uint16_t source_file_ = 0;
  std::uint16_t enclosing_class_ = 0;
  std::uint16_t enclosing_method_ = 0;
  std::uint16_t nest_host_ = 0;
  bool is_format_checked_ = false;
  bool is_synthetic_ = false;
  bool is_deprecated_ = false;
  bool is_record_ = false;
  bool is_sealed_ = false;
  Table<U2> interfaces_;
  Table<InnerClass> inner_classes_;
  std::vector<BootstrapMethod> bootstrap_methods_;
  Table<U2> nest_members_;
  std::vector<RecordComponent> record_components_;
  Table<U2> permitted_subclasses_;
  Bytes source_debug_extension_;
  Annotations annotations_;
  Bytes module_;
};

template <class Visitor>
void ClassFile::each_line_table(const MethodInfo& method, Visitor&& visit) const {
  ByteReader reader(bytes().subspan(method.code_offset));
  reader.skip(4);  // max_stack, max_locals
  reader.skip(reader.u4());
  (void)read_table<ExceptionHandler>(reader);
  for (unsigned left = reader.u2(); left != 0 && !reader.failed(); --left) {
    const unsigned name_index = reader.u2();
    ByteReader info(reader.bytes(reader.u4()));
    if (!reader.failed() && pool_.utf8(name_index) == "LineNumberTable")
      visit(read_table<LineNumber>(info));
  }
}

}  // namespace minijvm::classfile
