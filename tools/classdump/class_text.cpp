// Prints class files in the manner of `javap -c -v`. Used for people only: nothing here is fast.
#include "tools/classdump/class_text.h"

#include <fmt/format.h>

#include <iterator>

#include "classfile/disassembler.h"

namespace minijvm::classdump {
namespace {

using namespace classfile;

struct FlagName {
  unsigned flag;
  const char* name;
};

// "(0x0021) ACC_PUBLIC ACC_SUPER". A bit's name depends on the structure, hence three tables.
std::string flags_to_string(unsigned flags, const FlagName* names, std::size_t count) {
  std::string out = fmt::format("(0x{:04x})", flags);
  for (std::size_t i = 0; i < count; i++) {
    if ((flags & names[i].flag) != 0)
      out += std::string(" ") + names[i].name;
  }
  return out;
}

constexpr FlagName kClassFlagNames[] = {
    {ACC_PUBLIC, "ACC_PUBLIC"},         {ACC_FINAL, "ACC_FINAL"},
    {ACC_SUPER, "ACC_SUPER"},           {ACC_INTERFACE, "ACC_INTERFACE"},
    {ACC_ABSTRACT, "ACC_ABSTRACT"},     {ACC_SYNTHETIC, "ACC_SYNTHETIC"},
    {ACC_ANNOTATION, "ACC_ANNOTATION"}, {ACC_ENUM, "ACC_ENUM"},
    {ACC_MODULE, "ACC_MODULE"}};
constexpr FlagName kFieldFlagNames[] = {{ACC_PUBLIC, "ACC_PUBLIC"},
                                        {ACC_PRIVATE, "ACC_PRIVATE"},
                                        {ACC_PROTECTED, "ACC_PROTECTED"},
                                        {ACC_STATIC, "ACC_STATIC"},
                                        {ACC_FINAL, "ACC_FINAL"},
                                        {ACC_VOLATILE, "ACC_VOLATILE"},
                                        {ACC_TRANSIENT, "ACC_TRANSIENT"},
                                        {ACC_SYNTHETIC, "ACC_SYNTHETIC"},
                                        {ACC_ENUM, "ACC_ENUM"}};
constexpr FlagName kMethodFlagNames[] = {
    {ACC_PUBLIC, "ACC_PUBLIC"},       {ACC_PRIVATE, "ACC_PRIVATE"},
    {ACC_PROTECTED, "ACC_PROTECTED"}, {ACC_STATIC, "ACC_STATIC"},
    {ACC_FINAL, "ACC_FINAL"},         {ACC_SYNCHRONIZED, "ACC_SYNCHRONIZED"},
    {ACC_BRIDGE, "ACC_BRIDGE"},       {ACC_VARARGS, "ACC_VARARGS"},
    {ACC_NATIVE, "ACC_NATIVE"},       {ACC_ABSTRACT, "ACC_ABSTRACT"},
    {ACC_STRICT, "ACC_STRICT"},       {ACC_SYNTHETIC, "ACC_SYNTHETIC"}};

// Annotations are not parsed here; their size tells whether there are any.
void append_annotations(std::string* out, const char* indent, const Annotations& annotations) {
  const struct {
    const char* name;
    Bytes bytes;
  } kinds[] = {{"RuntimeVisibleAnnotations", annotations.visible},
               {"RuntimeInvisibleAnnotations", annotations.invisible},
               {"RuntimeVisibleTypeAnnotations", annotations.visible_type},
               {"RuntimeInvisibleTypeAnnotations", annotations.invisible_type}};
  for (const auto& kind : kinds) {
    if (!kind.bytes.empty())
      *out += fmt::format("{}{}: {} bytes\n", indent, kind.name, kind.bytes.size());
  }
}

void append_optional_utf8(std::string* out, const char* label, const ConstantPool& pool,
                          unsigned index) {
  if (index != 0)
    *out += std::string(label) + ": " + escaped(pool.utf8(index)) + "\n";
}

// One line for each variable: its range, slot, name and type.
void append_locals(std::string* out, const char* label, const ConstantPool& pool,
                   const std::vector<Table<LocalVariable>>& tables) {
  for (const Table<LocalVariable>& table : tables) {
    *out += fmt::format("      {}:\n", label);
    for (LocalVariable row : table) {
      *out += fmt::format("        [{}, {}) slot {} ", row.start_pc, row.start_pc + row.length,
                          row.index);
      *out += std::string(pool.utf8(row.name_index)) + " " +
              std::string(pool.utf8(row.descriptor_index)) + "\n";
    }
  }
}

// The body of a method with its tables. A StackMapTable is only counted.
void append_code(std::string* out, const ConstantPool& pool, const CodeAttribute& code) {
  *out += fmt::format("    Code: stack={}, locals={}, length={}\n", code.max_stack, code.max_locals,
                      code.code.size());
  *out += disassemble_code(pool, code);
  for (const Table<LineNumber>& table : code.line_numbers) {
    *out += "      LineNumberTable:";
    for (LineNumber row : table) *out += fmt::format(" {}:{}", row.start_pc, row.line_number);
    *out += "\n";
  }
  append_locals(out, "LocalVariableTable", pool, code.local_variables);
  append_locals(out, "LocalVariableTypeTable", pool, code.local_variable_types);
  if (code.has_stack_map)
    *out += fmt::format("      StackMapTable: {} bytes\n", code.stack_map_table.size());
}

void append_field(std::string* out, const ClassFile& file, const FieldInfo& field) {
  *out += "  field " + std::string(file.name_of(field)) + " " +
          std::string(file.descriptor_of(field)) + "\n    flags: " +
          flags_to_string(field.access_flags, kFieldFlagNames, std::size(kFieldFlagNames)) + "\n";
  if (field.constant_value_index != 0) {
    *out += "    ConstantValue: " +
            constant_to_string(file.constant_pool(), field.constant_value_index) + "\n";
  }
  append_optional_utf8(out, "    Signature", file.constant_pool(), field.signature_index);
  append_annotations(out, "    ", file.annotations_of(field));
}

void append_method(std::string* out, const ClassFile& file, const MethodInfo& method) {
  const ConstantPool& pool = file.constant_pool();
  *out += "  method " + std::string(file.name_of(method)) +
          std::string(file.descriptor_of(method)) + "\n    flags: " +
          flags_to_string(method.access_flags, kMethodFlagNames, std::size(kMethodFlagNames)) +
          "\n";
  append_optional_utf8(out, "    Signature", pool, method.signature_index);
  const MethodAttributes attributes = file.attributes_of(method);
  for (unsigned index : attributes.exceptions)
    *out += "    throws " + std::string(pool.class_name(index)) + "\n";
  for (MethodParameter row : attributes.method_parameters) {
    // The parser has not checked name_index (JVMS 4.7.24).
    const bool is_named = pool.is(row.name_index, ConstantTag::Utf8);
    *out += "    parameter " + (is_named ? std::string(pool.utf8(row.name_index)) : "<no name>");
    *out += fmt::format(" 0x{:04x}\n", row.access_flags);
  }
  append_annotations(out, "    ", attributes.annotations);
  if (!attributes.annotation_default.empty())
    *out += fmt::format("    AnnotationDefault: {} bytes\n", attributes.annotation_default.size());
  if (method.has_code())
    append_code(out, pool, file.code_of(method));
}

// The second index of a long or double has no constant, and is skipped.
void append_constants(std::string* out, const ConstantPool& pool) {
  *out += "Constant pool:\n";
  for (unsigned index = 1; index < pool.size(); index++) {
    if (pool.is(index, ConstantTag::None))
      continue;
    *out += fmt::format("  #{} = {}\n", index, constant_to_string(pool, index));
  }
}

// JVMS 4.7.25: a row of `requires`.
struct ModuleRequires {
  std::uint16_t requires_index, flags, version_index;
};

// The name of a module or package. The parser has not checked these indices.
std::string checked_name(const ConstantPool& pool, ConstantTag tag, unsigned index) {
  return pool.is(index, tag) ? std::string(pool.utf8(pool.utf8_index(index))) : "<no name>";
}

// JVMS 4.7.25: of a module-info the parts that people ask for most.
void append_module(std::string* out, const ConstantPool& pool, Bytes module) {
  ByteReader in(module);
  *out += "Module: " + checked_name(pool, ConstantTag::Module, in.u2()) + "\n";
  // module_flags and module_version_index
  in.skip(4);
  for (ModuleRequires need : read_table<ModuleRequires>(in))
    *out += "  requires " + checked_name(pool, ConstantTag::Module, need.requires_index) + "\n";
  for (unsigned left = in.u2(); left != 0 && !in.failed(); --left) {
    *out += "  exports " + checked_name(pool, ConstantTag::Package, in.u2());
    // exports_flags
    in.skip(2);
    const auto to = read_table<U2>(in);
    *out += to.empty() ? "\n" : fmt::format(" to {} modules\n", to.size());
  }
}

// The attributes of the class that have rows or refer to other classes.
void append_class_tables(std::string* out, const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  // Nesting: which classes lie in which, and which may see each other's private members.
  for (InnerClass row : file.inner_classes()) {
    *out += "InnerClass: " + std::string(pool.class_name(row.inner_class_info_index));
    if (row.outer_class_info_index != 0)
      *out += " of " + std::string(pool.class_name(row.outer_class_info_index));
    *out += fmt::format(" 0x{:04x}\n", row.inner_class_access_flags);
  }
  // Class and method on one line; the method may be absent.
  if (file.enclosing_class_index() != 0)
    *out += "EnclosingMethod: " + std::string(pool.class_name(file.enclosing_class_index()));
  if (file.enclosing_method_index() != 0)
    *out += "." + pair_to_string(pool.name_and_type(file.enclosing_method_index()));
  if (file.enclosing_class_index() != 0)
    *out += "\n";
  if (file.nest_host_index() != 0)
    *out += "NestHost: " + std::string(pool.class_name(file.nest_host_index())) + "\n";
  for (unsigned index : file.nest_members())
    *out += "NestMember: " + std::string(pool.class_name(index)) + "\n";
  for (unsigned index : file.permitted_subclasses())
    *out += "PermittedSubclass: " + std::string(pool.class_name(index)) + "\n";
  for (const RecordComponent& component : file.record_components()) {
    *out += "RecordComponent: " + std::string(pool.utf8(component.name_index)) + " " +
            std::string(pool.utf8(component.descriptor_index)) + "\n";
    append_annotations(out, "  ", component.annotations);
  }
  // Dynamic and InvokeDynamic entries refer to these rows by number.
  unsigned row = 0;
  for (const BootstrapMethod& method : file.bootstrap_methods()) {
    *out +=
        fmt::format("BootstrapMethod {}: {}\n", row++, constant_to_string(pool, method.method_ref));
    for (unsigned index : method.arguments) *out += "  " + constant_to_string(pool, index) + "\n";
  }
  if (!file.module_bytes().empty())
    append_module(out, pool, file.module_bytes());
}

}  // namespace

// A malformed instruction ends the walk, since the next one's start is unknown.
std::string disassemble_code(const ConstantPool& pool, const CodeAttribute& code) {
  std::string out;
  InstructionCursor at(code.code);
  for (; at.valid(); at.advance()) {
    out += fmt::format("      {:5}: {}\n", at.bci(), disassemble(pool, *at));
  }
  if (at.malformed())
    out += fmt::format("      {:5}: malformed instruction\n", at.bci());
  for (ExceptionHandler row : code.exception_table) {
    out += fmt::format("      [{}, {}) -> {} ", row.start_pc, row.end_pc, row.handler_pc);
    out += (row.catch_type == 0 ? "any" : std::string(pool.class_name(row.catch_type))) + "\n";
  }
  return out;
}

std::string dump_class(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  std::string out =
      std::string(file.is_interface() ? "interface " : "class ") + std::string(file.name()) + "\n";
  out += fmt::format("version: {}.{}\n", file.major_version(), file.minor_version());
  out += "flags: " +
         flags_to_string(file.access_flags(), kClassFlagNames, std::size(kClassFlagNames)) + "\n";
  if (!file.super_name().empty())
    out += "super: " + std::string(file.super_name()) + "\n";
  for (unsigned index : file.interfaces())
    out += "implements: " + std::string(pool.class_name(index)) + "\n";
  append_optional_utf8(&out, "Signature", pool, file.signature_index());
  append_optional_utf8(&out, "SourceFile", pool, file.source_file_index());
  append_annotations(&out, "", file.annotations());
  append_constants(&out, pool);
  for (const FieldInfo& field : file.fields()) append_field(&out, file, field);
  for (const MethodInfo& method : file.methods()) append_method(&out, file, method);
  append_class_tables(&out, file);
  return out;
}

}  // namespace minijvm::classdump
