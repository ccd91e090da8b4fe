#include "classfile/disassembler.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "classfile/descriptor.h"

namespace minijvm::classfile {
namespace {

[[gnu::format(printf, 2, 3)]] void append(std::string* out, const char* format, ...) {
  char text[512];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  *out += text;
}

// Control characters as javap escapes them, so that one constant stays on one line.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          append(&out, "\\u%04x", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string pair_to_string(NameAndType pair) {
  const std::string name = pair.name.starts_with('<') ? "\"" + std::string(pair.name) + "\"" : std::string(pair.name);
  return name + ":" + std::string(pair.descriptor);
}

std::string member_to_string(const ConstantPool& pool, unsigned index) {
  return std::string(pool.member_class(index)) + "." + pair_to_string(pool.member(index));
}

struct FlagName {
  unsigned flag;
  const char* name;
};

std::string flags_to_string(unsigned flags, const FlagName* names, std::size_t count) {
  std::string out;
  append(&out, "(0x%04x)", flags);
  for (std::size_t i = 0; i < count; i++) {
    if ((flags & names[i].flag) != 0) append(&out, " %s", names[i].name);
  }
  return out;
}

constexpr FlagName kClassFlagNames[] = {{ACC_PUBLIC, "ACC_PUBLIC"},         {ACC_FINAL, "ACC_FINAL"},         {ACC_SUPER, "ACC_SUPER"},
                                        {ACC_INTERFACE, "ACC_INTERFACE"},   {ACC_ABSTRACT, "ACC_ABSTRACT"},   {ACC_SYNTHETIC, "ACC_SYNTHETIC"},
                                        {ACC_ANNOTATION, "ACC_ANNOTATION"}, {ACC_ENUM, "ACC_ENUM"},           {ACC_MODULE, "ACC_MODULE"}};
constexpr FlagName kFieldFlagNames[] = {{ACC_PUBLIC, "ACC_PUBLIC"},       {ACC_PRIVATE, "ACC_PRIVATE"},     {ACC_PROTECTED, "ACC_PROTECTED"},
                                        {ACC_STATIC, "ACC_STATIC"},       {ACC_FINAL, "ACC_FINAL"},         {ACC_VOLATILE, "ACC_VOLATILE"},
                                        {ACC_TRANSIENT, "ACC_TRANSIENT"}, {ACC_SYNTHETIC, "ACC_SYNTHETIC"}, {ACC_ENUM, "ACC_ENUM"}};
constexpr FlagName kMethodFlagNames[] = {{ACC_PUBLIC, "ACC_PUBLIC"},     {ACC_PRIVATE, "ACC_PRIVATE"}, {ACC_PROTECTED, "ACC_PROTECTED"},
                                         {ACC_STATIC, "ACC_STATIC"},     {ACC_FINAL, "ACC_FINAL"},     {ACC_SYNCHRONIZED, "ACC_SYNCHRONIZED"},
                                         {ACC_BRIDGE, "ACC_BRIDGE"},     {ACC_VARARGS, "ACC_VARARGS"}, {ACC_NATIVE, "ACC_NATIVE"},
                                         {ACC_ABSTRACT, "ACC_ABSTRACT"}, {ACC_STRICT, "ACC_STRICT"},   {ACC_SYNTHETIC, "ACC_SYNTHETIC"}};

void append_switch(std::string* out, const Instruction& at) {
  *out += " {";
  for (std::uint32_t i = 0; i < at.cases; i++) append(out, " %d: %d,", at.case_key(i), at.case_target(i));
  append(out, " default: %d }", at.target);
}

// The operand letters of opcodes.def, from the left.
void append_operands(std::string* out, const ConstantPool& pool, const Instruction& at) {
  const std::string_view format = at.info().format;
  if (at.is_switch()) return append_switch(out, at);
  for (std::size_t i = 1; i < format.size(); i++) {
    if (format[i] == format[i - 1]) continue;  // the second byte of a pair
    switch (format[i]) {
      case 'k': append(out, " #%u", unsigned{at.index}); break;
      case 'i': append(out, " %u", unsigned{at.index}); break;
      case 'c': append(out, " %d", at.constant); break;
      case 'o': append(out, " %d", at.target); break;
      case 'n':
      case 'd': append(out, ", %u", unsigned{at.extra}); break;
      case 't': *out += at.extra >= 4 && at.extra <= 11 ? std::string(" ") + basic_type_name(static_cast<BasicType>(at.extra)) : " ?"; break;
      default: break;
    }
  }
  if (format.size() > 1 && format[1] == 'k') *out += "  // " + constant_to_string(pool, at.index);
}

void append_annotations(std::string* out, const char* indent, const Annotations& annotations) {
  const struct {
    const char* name;
    Bytes bytes;
  } kinds[] = {{"RuntimeVisibleAnnotations", annotations.visible},
               {"RuntimeInvisibleAnnotations", annotations.invisible},
               {"RuntimeVisibleTypeAnnotations", annotations.visible_type},
               {"RuntimeInvisibleTypeAnnotations", annotations.invisible_type}};
  for (const auto& kind : kinds) {
    if (!kind.bytes.empty()) append(out, "%s%s: %zu bytes\n", indent, kind.name, kind.bytes.size());
  }
}

void append_optional_utf8(std::string* out, const char* label, const ConstantPool& pool, unsigned index) {
  if (index != 0) *out += std::string(label) + ": " + escaped(pool.utf8(index)) + "\n";
}

void append_locals(std::string* out, const char* label, const ConstantPool& pool, const std::vector<Table<LocalVariable>>& tables) {
  for (const Table<LocalVariable>& table : tables) {
    append(out, "      %s:\n", label);
    for (LocalVariable row : table) {
      append(out, "        [%u, %u) slot %u ", unsigned{row.start_pc}, unsigned{row.start_pc} + row.length, unsigned{row.index});
      *out += std::string(pool.utf8(row.name_index)) + " " + std::string(pool.utf8(row.descriptor_index)) + "\n";
    }
  }
}

void append_code(std::string* out, const ConstantPool& pool, const CodeAttribute& code) {
  append(out, "    Code: stack=%u, locals=%u, length=%zu\n", unsigned{code.max_stack}, unsigned{code.max_locals}, code.code.size());
  *out += disassemble(pool, code);
  for (const Table<LineNumber>& table : code.line_numbers) {
    *out += "      LineNumberTable:";
    for (LineNumber row : table) append(out, " %u:%u", unsigned{row.start_pc}, unsigned{row.line_number});
    *out += "\n";
  }
  append_locals(out, "LocalVariableTable", pool, code.local_variables);
  append_locals(out, "LocalVariableTypeTable", pool, code.local_variable_types);
  if (code.has_stack_map) append(out, "      StackMapTable: %zu bytes\n", code.stack_map_table.size());
}

void append_field(std::string* out, const ClassFile& file, const FieldInfo& field) {
  *out += "  field " + std::string(file.name_of(field)) + " " + std::string(file.descriptor_of(field)) + "\n    flags: " +
          flags_to_string(field.access_flags, kFieldFlagNames, std::size(kFieldFlagNames)) + "\n";
  if (field.constant_value_index != 0) {
    *out += "    ConstantValue: " + constant_to_string(file.constant_pool(), field.constant_value_index) + "\n";
  }
  append_optional_utf8(out, "    Signature", file.constant_pool(), field.signature_index);
  append_annotations(out, "    ", field.annotations);
}

void append_method(std::string* out, const ClassFile& file, const MethodInfo& method, const DumpOptions& options) {
  const ConstantPool& pool = file.constant_pool();
  *out += "  method " + std::string(file.name_of(method)) + std::string(file.descriptor_of(method)) + "\n    flags: " +
          flags_to_string(method.access_flags, kMethodFlagNames, std::size(kMethodFlagNames)) + "\n";
  append_optional_utf8(out, "    Signature", pool, method.signature_index);
  for (unsigned index : method.exceptions) *out += "    throws " + std::string(pool.class_name(index)) + "\n";
  for (MethodParameter row : method.method_parameters) {
    const bool is_named = pool.is(row.name_index, ConstantTag::Utf8);
    *out += "    parameter " + (is_named ? std::string(pool.utf8(row.name_index)) : "<no name>");
    append(out, " 0x%04x\n", unsigned{row.access_flags});
  }
  append_annotations(out, "    ", method.annotations);
  if (!method.annotation_default.empty()) append(out, "    AnnotationDefault: %zu bytes\n", method.annotation_default.size());
  if (options.code && method.code != nullptr) append_code(out, pool, *method.code);
}

void append_constants(std::string* out, const ConstantPool& pool) {
  *out += "Constant pool:\n";
  for (unsigned index = 1; index < pool.size(); index++) {
    if (pool.is(index, ConstantTag::None)) continue;
    append(out, "  #%u = ", index);
    *out += constant_to_string(pool, index) + "\n";
  }
}

void append_class_tables(std::string* out, const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  for (InnerClass row : file.inner_classes()) {
    *out += "InnerClass: " + std::string(pool.class_name(row.inner_class_info_index));
    if (row.outer_class_info_index != 0) *out += " of " + std::string(pool.class_name(row.outer_class_info_index));
    append(out, " 0x%04x\n", unsigned{row.inner_class_access_flags});
  }
  if (file.enclosing_class_index() != 0) *out += "EnclosingMethod: " + std::string(pool.class_name(file.enclosing_class_index()));
  if (file.enclosing_method_index() != 0) *out += "." + pair_to_string(pool.name_and_type(file.enclosing_method_index()));
  if (file.enclosing_class_index() != 0) *out += "\n";
  if (file.nest_host_index() != 0) *out += "NestHost: " + std::string(pool.class_name(file.nest_host_index())) + "\n";
  for (unsigned index : file.nest_members()) *out += "NestMember: " + std::string(pool.class_name(index)) + "\n";
  for (unsigned index : file.permitted_subclasses()) *out += "PermittedSubclass: " + std::string(pool.class_name(index)) + "\n";
  for (const RecordComponent& component : file.record_components()) {
    *out += "RecordComponent: " + std::string(pool.utf8(component.name_index)) + " " + std::string(pool.utf8(component.descriptor_index)) + "\n";
    append_annotations(out, "  ", component.annotations);
  }
  unsigned row = 0;
  for (const BootstrapMethod& method : file.bootstrap_methods()) {
    append(out, "BootstrapMethod %u: ", row++);
    *out += constant_to_string(pool, method.method_ref) + "\n";
    for (unsigned index : method.arguments) *out += "  " + constant_to_string(pool, index) + "\n";
  }
  if (file.module() != nullptr) {
    *out += "Module: " + std::string(pool.module_name(file.module()->name_index)) + "\n";
    for (ModuleRequires need : file.module()->requires_) *out += "  requires " + std::string(pool.module_name(need.requires_index)) + "\n";
    for (const ModuleAttribute::Directed& to : file.module()->exports) {
      *out += "  exports " + std::string(pool.package_name(to.index));
      append(out, to.to.empty() ? "\n" : " to %u modules\n", to.to.size());
    }
  }
}

}  // namespace

std::string constant_to_string(const ConstantPool& pool, unsigned index) {
  const ConstantTag tag = pool.tag(index);
  std::string out = constant_tag_name(tag);
  switch (tag) {
    case ConstantTag::None: return "invalid constant";
    case ConstantTag::Utf8: return out + " " + escaped(pool.utf8(index));
    case ConstantTag::Integer: append(&out, " %d", pool.integer(index)); return out;
    case ConstantTag::Float: append(&out, " %.9gf", static_cast<double>(pool.float_(index))); return out;
    case ConstantTag::Long: append(&out, " %" PRId64 "l", pool.long_(index)); return out;
    case ConstantTag::Double: append(&out, " %.17gd", pool.double_(index)); return out;
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::Module:
    case ConstantTag::Package: return out + " " + escaped(pool.utf8(pool.utf8_index(index)));
    case ConstantTag::Fieldref: return "Field " + member_to_string(pool, index);
    case ConstantTag::Methodref: return "Method " + member_to_string(pool, index);
    case ConstantTag::InterfaceMethodref: return "InterfaceMethod " + member_to_string(pool, index);
    case ConstantTag::NameAndType: return out + " " + pair_to_string(pool.name_and_type(index));
    case ConstantTag::MethodHandle:
      return std::string(reference_kind_name(pool.reference_kind(index))) + " " + member_to_string(pool, pool.reference_index(index));
    case ConstantTag::Dynamic:
    case ConstantTag::InvokeDynamic:
      append(&out, " #%u:", unsigned{pool.bootstrap_index(index)});
      return out + pair_to_string(pool.member(index));
  }
  return out;
}

std::string disassemble(const ConstantPool& pool, const Instruction& instruction) {
  std::string out = instruction.info().mnemonic;
  if (instruction.is_wide) out += "_w";
  append_operands(&out, pool, instruction);
  return out;
}

std::string disassemble(const ConstantPool& pool, const CodeAttribute& code) {
  std::string out;
  InstructionCursor at(code.code);
  for (; at.valid(); at.advance()) {
    append(&out, "      %5u: ", at.bci());
    out += disassemble(pool, *at) + "\n";
  }
  if (at.malformed()) append(&out, "      %5u: malformed instruction\n", at.bci());
  for (ExceptionHandler row : code.exception_table) {
    append(&out, "      [%u, %u) -> %u ", unsigned{row.start_pc}, unsigned{row.end_pc}, unsigned{row.handler_pc});
    out += (row.catch_type == 0 ? "any" : std::string(pool.class_name(row.catch_type))) + "\n";
  }
  return out;
}

std::string dump_class(const ClassFile& file, const DumpOptions& options) {
  const ConstantPool& pool = file.constant_pool();
  std::string out = std::string(file.is_interface() ? "interface " : "class ") + std::string(file.name()) + "\n";
  append(&out, "version: %u.%u\n", unsigned{file.major_version()}, unsigned{file.minor_version()});
  out += "flags: " + flags_to_string(file.access_flags(), kClassFlagNames, std::size(kClassFlagNames)) + "\n";
  if (!file.super_name().empty()) out += "super: " + std::string(file.super_name()) + "\n";
  for (unsigned index : file.interfaces()) out += "implements: " + std::string(pool.class_name(index)) + "\n";
  append_optional_utf8(&out, "Signature", pool, file.signature_index());
  append_optional_utf8(&out, "SourceFile", pool, file.source_file_index());
  append_annotations(&out, "", file.annotations());
  if (options.constants) append_constants(&out, pool);
  for (const FieldInfo& field : file.fields()) append_field(&out, file, field);
  for (const MethodInfo& method : file.methods()) append_method(&out, file, method, options);
  append_class_tables(&out, file);
  return out;
}

}  // namespace minijvm::classfile
