// Makes the texts that messages use for a method, and finds its versions and line numbers. The code
// reads only native memory, so any thread state is good.
#include "runtime/class/method.h"

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"

namespace minijvm::runtime {

bool Method::is_initializer() const { return name->text() == "<init>"; }

bool Method::is_class_initializer() const { return name->text() == "<clinit>"; }

std::string Method::text() const {
  return holder->external_name() + '.' + std::string(name->text()) +
         std::string(descriptor->text());
}

std::string external_type(std::string_view descriptor) {
  classfile::FieldType type(descriptor);
  std::string brackets;
  // "[[I" becomes "int[][]": the brackets move behind the element type.
  while (type.is_array()) {
    brackets += "[]";
    type = type.component();
  }
  if (type.is_reference()) {
    return dotted(type.class_name()) + brackets;
  }
  return classfile::basic_type_name(type.type()) + brackets;
}

std::string external_signature(std::string_view holder, std::string_view name,
                               std::string_view descriptor) {
  classfile::MethodDescriptor types(descriptor);
  std::string text = external_type(types.return_type().text()) + ' ' + std::string(holder) +
                     (holder.empty() ? "" : ".") + std::string(name) + '(';
  const char* separator = "";
  for (classfile::FieldType type : types) {
    text += separator + external_type(type.text());
    separator = ", ";
  }
  return text + ')';
}

std::string Method::external_text() const {
  return external_signature(holder->external_name(), name->text(), descriptor->text());
}

std::string Method::text_with_holder() const {
  // HOTSPOT: the text says "abstract" of a class, but not of an interface, which is always
  // abstract.
  const char* kind = holder->is_interface()  ? "interface "
                     : holder->is_abstract() ? "abstract class "
                                             : "class ";
  return std::string("'") + (is_abstract() ? "abstract " : "") + (is_private() ? "private " : "") +
         external_signature("", name->text(), descriptor->text()) + "' of " + kind +
         holder->external_name();
}

const Method& Method::version_of(std::uint16_t number) const {
  // The list of versions begins at the current one, whichever version this method is.
  const Method* at = &current();
  while (at != nullptr && at->version != number) {
    at = at->older;
  }
  return at == nullptr ? current() : *at;
}

std::int32_t Method::line_number(std::int32_t bci) const {
  if (is_native()) {
    return -2;
  }
  if (bci < 0 || info == nullptr || !info->has_code()) {
    return -1;
  }
  return pool->file().line_at(*info, static_cast<std::uint32_t>(bci));
}

classfile::CodeAttribute Method::code_attribute() const {
  const bool has_code = info != nullptr && info->has_code();
  return has_code ? pool->file().code_of(*info) : classfile::CodeAttribute();
}

classfile::MethodAttributes Method::attributes() const {
  return info == nullptr ? classfile::MethodAttributes() : pool->file().attributes_of(*info);
}

classfile::Table<classfile::ExceptionHandler> Method::exception_table() const {
  if (bytecode == nullptr) {
    return {};
  }
  const std::uint8_t* count = bytecode + bytecode_length;
  return {count + sizeof(std::uint16_t), classfile::load_u2(count)};
}

}  // namespace minijvm::runtime
