// One class file as an immutable value, JVMS 4.1: what the parser hands to the linker, the verifier and javap.
// Proved by tests/classfile/class_file_parser_test.cpp.
//
// A ClassFile owns a copy of its bytes; every span, Table and string_view in it points into that copy and lives as long
// as it does (moving the ClassFile keeps them good). Indices are into constant_pool(), already checked to be of the right
// tag; 0 means absent. Annotation spans start at num_annotations (the 6-byte attribute header is cut off), the form that
// java.lang.Class.getRawAnnotations wants; empty means absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/byte_reader.h"
#include "classfile/constant_pool.h"

namespace minijvm::classfile {

// JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A.
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

struct Annotations {
  Bytes visible;
  Bytes invisible;
  Bytes visible_type;
  Bytes invisible_type;
};

// JVMS 4.7.3.
struct CodeAttribute {
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  Bytes code;
  Table<ExceptionHandler> exception_table;
  bool has_stack_map = false;
  Bytes stack_map_table;  // from number_of_entries on
  // JVMS 4.7.12: one method may have several of each; together they are one table.
  std::vector<Table<LineNumber>> line_numbers;
  std::vector<Table<LocalVariable>> local_variables;
  std::vector<Table<LocalVariable>> local_variable_types;
  Bytes visible_type_annotations;
  Bytes invisible_type_annotations;

  // The line of the last entry at or before bci; -1: none.
  int line_at(std::uint32_t bci) const;
};

// JVMS 4.5.
struct FieldInfo {
  std::uint16_t access_flags = 0;
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t constant_value_index = 0;
  std::uint16_t signature_index = 0;
  bool is_synthetic = false;  // by attribute or flag
  bool is_deprecated = false;
  Annotations annotations;
};

// JVMS 4.6.
struct MethodInfo {
  std::uint16_t access_flags = 0;
  std::uint32_t offset = 0;  // of this method_info in the class file: its access_flags come first
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature_index = 0;
  bool is_synthetic = false;
  bool is_deprecated = false;
  bool has_method_parameters = false;
  bool has_exceptions = false;
  std::unique_ptr<CodeAttribute> code;  // null: native or abstract
  Table<U2> exceptions;                 // Class entries
  Table<MethodParameter> method_parameters;
  Annotations annotations;
  Bytes visible_parameter_annotations;
  Bytes invisible_parameter_annotations;
  Bytes annotation_default;  // one element_value
};

// JVMS 4.7.23. Arguments are loadable constants.
struct BootstrapMethod {
  std::uint16_t method_ref = 0;  // MethodHandle
  Table<U2> arguments;
};

// JVMS 4.7.30.
struct RecordComponent {
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::uint16_t signature_index = 0;
  Annotations annotations;
};

// JVMS 4.7.25, for module-info only.
struct ModuleAttribute {
  // exports and opens: package, flags, target modules. provides: service Class, 0, implementation Classes.
  struct Directed {
    std::uint16_t index = 0;
    std::uint16_t flags = 0;
    Table<U2> to;
  };
  std::uint16_t name_index = 0;
  std::uint16_t flags = 0;
  std::uint16_t version_index = 0;
  Table<ModuleRequires> requires_;
  std::vector<Directed> exports;
  std::vector<Directed> opens;
  Table<U2> uses;
  std::vector<Directed> provides;
};

class ClassFile {
 public:
  ClassFile(ClassFile&&) noexcept = default;
  ClassFile& operator=(ClassFile&&) noexcept = default;

  Bytes bytes() const { return {bytes_.get(), size_}; }
  std::uint16_t minor_version() const { return minor_version_; }
  std::uint16_t major_version() const { return major_version_; }
  const ConstantPool& constant_pool() const { return pool_; }

  std::uint16_t access_flags() const { return access_flags_; }
  bool has(AccessFlags flag) const { return (access_flags_ & flag) != 0; }
  bool is_interface() const { return has(ACC_INTERFACE); }

  std::uint16_t this_class_index() const { return this_class_; }
  std::uint16_t super_class_index() const { return super_class_; }
  std::string_view name() const { return pool_.class_name(this_class_); }
  void rename(std::string_view name) { pool_.rename_class(this_class_, name); }
  // Empty for java/lang/Object (and module-info).
  std::string_view super_name() const { return super_class_ == 0 ? std::string_view() : pool_.class_name(super_class_); }
  Table<U2> interfaces() const { return interfaces_; }
  const std::vector<FieldInfo>& fields() const { return fields_; }
  const std::vector<MethodInfo>& methods() const { return methods_; }

  std::string_view name_of(const FieldInfo& field) const { return pool_.utf8(field.name_index); }
  std::string_view descriptor_of(const FieldInfo& field) const { return pool_.utf8(field.descriptor_index); }
  std::string_view name_of(const MethodInfo& method) const { return pool_.utf8(method.name_index); }
  std::string_view descriptor_of(const MethodInfo& method) const { return pool_.utf8(method.descriptor_index); }
  // Null: none of that name and descriptor is declared here.
  const FieldInfo* find_field(std::string_view name, std::string_view descriptor) const;
  const MethodInfo* find_method(std::string_view name, std::string_view descriptor) const;

  // Utf8 indices; 0: absent.
  std::uint16_t signature_index() const { return signature_; }
  std::uint16_t source_file_index() const { return source_file_; }
  // JVMS 4.7.11, extended modified UTF-8 without a terminator; empty: absent.
  std::string_view source_debug_extension() const {
    return {reinterpret_cast<const char*>(source_debug_extension_.data()), source_debug_extension_.size()};
  }
  bool is_synthetic() const { return is_synthetic_; }
  bool is_deprecated() const { return is_deprecated_; }

  bool has_inner_classes() const { return has_inner_classes_; }
  Table<InnerClass> inner_classes() const { return inner_classes_; }
  // EnclosingMethod, JVMS 4.7.7: Class index (0: no attribute) and NameAndType index (0: not inside a method).
  std::uint16_t enclosing_class_index() const { return enclosing_class_; }
  std::uint16_t enclosing_method_index() const { return enclosing_method_; }
  const std::vector<BootstrapMethod>& bootstrap_methods() const { return bootstrap_methods_; }
  std::uint16_t nest_host_index() const { return nest_host_; }
  Table<U2> nest_members() const { return nest_members_; }
  bool is_record() const { return is_record_; }  // has a Record attribute, perhaps without components
  const std::vector<RecordComponent>& record_components() const { return record_components_; }
  bool is_sealed() const { return is_sealed_; }  // has a PermittedSubclasses attribute
  Table<U2> permitted_subclasses() const { return permitted_subclasses_; }
  const Annotations& annotations() const { return annotations_; }
  // Null outside module-info.
  const ModuleAttribute* module() const { return module_.get(); }
  Table<U2> module_packages() const { return module_packages_; }
  std::uint16_t module_main_class_index() const { return module_main_class_; }

 private:
  friend class ClassFileParser;  // structure_parser.h fills it
  ClassFile() = default;

  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_ = 0;
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
  std::uint16_t module_main_class_ = 0;
  bool is_synthetic_ = false;
  bool is_deprecated_ = false;
  bool has_inner_classes_ = false;
  bool is_record_ = false;
  bool is_sealed_ = false;
  Table<U2> interfaces_;
  std::vector<FieldInfo> fields_;
  std::vector<MethodInfo> methods_;
  Table<InnerClass> inner_classes_;
  std::vector<BootstrapMethod> bootstrap_methods_;
  Table<U2> nest_members_;
  std::vector<RecordComponent> record_components_;
  Table<U2> permitted_subclasses_;
  Bytes source_debug_extension_;
  Annotations annotations_;
  std::unique_ptr<ModuleAttribute> module_;
  Table<U2> module_packages_;
};

}  // namespace minijvm::classfile
