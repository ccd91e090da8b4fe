// Implements JVMTI, chapters "Field" and "Method": what the class file says of members. The callers
// are agents; the bodies run in kInVm.
// Tested by tests/vm/jvmti_heap and tests/java/instrument.
#include <algorithm>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "tools/jvmti/arguments.h"

namespace minijvm::vm::jvmti {

using classfile::CodeAttribute;
using runtime::Field;
using runtime::Method;

namespace {

// Serves functions about code. Returns NATIVE_METHOD for a native method, which has no code.
jvmtiError find_java_method(jmethodID id, Method** method) {
  MJ_JVMTI_TRY(find_method(id, method));
  return (*method)->is_native() ? JVMTI_ERROR_NATIVE_METHOD : JVMTI_ERROR_NONE;
}

// Copies the texts that the agent asks for: a null `to` means it does not. A text without data
// becomes null. On failure none is left for the agent to free.
jvmtiError copy_names(std::initializer_list<std::pair<char**, std::string_view>> wanted) {
  for (auto [to, text] : wanted) {
    if (to != nullptr)
      *to = nullptr;
  }
  for (auto [to, text] : wanted) {
    if (to == nullptr || text.data() == nullptr)
      continue;
    if (copy_text(text, to) == JVMTI_ERROR_NONE)
      continue;
    for (auto [copied, unused] : wanted) {
      if (copied != nullptr && *copied != nullptr)
        free_bytes(*copied);
    }
    return JVMTI_ERROR_OUT_OF_MEMORY;
  }
  return JVMTI_ERROR_NONE;
}

// Index 0 means that the attribute is absent.
std::string_view utf8_or_none(const classfile::ConstantPool& pool, std::uint16_t index) {
  return index == 0 ? std::string_view() : pool.utf8(index);
}

// HOTSPOT: a method without variables has an empty table, not ABSENT_INFORMATION, if its class was
// compiled with -g. The class file does not say so; a table in another method does.
bool has_variable_tables(const Method& method) {
  if (method.info == nullptr)
    return false;
  const std::span<const classfile::MethodInfo> all = method.pool->file().methods();
  return std::any_of(all.begin(), all.end(),
                     [](const classfile::MethodInfo& one) { return one.has_local_variables; });
}

// Makes one row for each variable. Its generic signature is in another attribute (JVMS 4.7.14),
// whose row agrees in range, slot and name.
jvmtiError copy_variables(const Method& method, const CodeAttribute& code,
                          std::vector<jvmtiLocalVariableEntry>* rows) {
  const classfile::ConstantPool& pool = method.pool->raw();
  for (const auto& table : code.local_variables) {
    for (classfile::LocalVariable variable : table) {
      jvmtiLocalVariableEntry row{variable.start_pc, variable.length, nullptr,
                                  nullptr,           nullptr,         variable.index};
      std::string_view generic;
      for (const auto& types : code.local_variable_types) {
        for (classfile::LocalVariable type : types) {
          bool is_same = type.start_pc == variable.start_pc && type.length == variable.length &&
                         type.index == variable.index &&
                         pool.utf8(type.name_index) == pool.utf8(variable.name_index);
          if (is_same)
            generic = pool.utf8(type.descriptor_index);
        }
      }
      MJ_JVMTI_TRY(copy_names({{&row.name, pool.utf8(variable.name_index)},
                               {&row.signature, pool.utf8(variable.descriptor_index)},
                               {&row.generic_signature, generic}}));
      rows->push_back(row);
    }
  }
  return JVMTI_ERROR_NONE;
}

}  // namespace

// --- fields ---

// Each of the three results may be null if the agent does not want it.
jvmtiError GetFieldName(Call& call, jclass mirror, jfieldID id, char** name, char** signature,
                        char** generic) {
  Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, mirror, id, &field));
  const classfile::ConstantPool& pool = field->holder->file->constant_pool();
  return copy_names({{name, field->name->text()},
                     {signature, field->descriptor->text()},
                     {generic, utf8_or_none(pool, field->info->signature_index)}});
}

jvmtiError GetFieldDeclaringClass(Call& call, jclass mirror, jfieldID id, jclass* declaring) {
  Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, mirror, id, &field));
  MJ_JVMTI_TRY(check_pointers(declaring));
  *declaring = new_class_ref(call.self, *field->holder);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetFieldModifiers(Call& call, jclass mirror, jfieldID id, jint* modifiers) {
  Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, mirror, id, &field));
  MJ_JVMTI_TRY(check_pointers(modifiers));
  // HOTSPOT: an internal flag for "has a generic signature" is visible to agents.
  constexpr jint kHasSignature = 0x0800;
  *modifiers = field->access_flags | (field->info->signature_index == 0 ? 0 : kHasSignature);
  return JVMTI_ERROR_NONE;
}

jvmtiError IsFieldSynthetic(Call& call, jclass mirror, jfieldID id, jboolean* answer) {
  Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, mirror, id, &field));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = field->info->is_synthetic;
  return JVMTI_ERROR_NONE;
}

// --- methods ---

jvmtiError GetMethodName(Call&, jmethodID id, char** name, char** signature, char** generic) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  std::string_view generic_text =
      method->info == nullptr ? std::string_view()
                              : utf8_or_none(method->pool->raw(), method->info->signature_index);
  return copy_names({{name, method->name->text()},
                     {signature, method->descriptor->text()},
                     {generic, generic_text}});
}

jvmtiError GetMethodDeclaringClass(Call& call, jmethodID id, jclass* declaring) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(declaring));
  *declaring = new_class_ref(call.self, *method->holder);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetMethodModifiers(Call&, jmethodID id, jint* modifiers) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(modifiers));
  *modifiers = method->access_flags;
  return JVMTI_ERROR_NONE;
}

// The result is in slots, the parameters included (JVMS 4.7.3).
jvmtiError GetMaxLocals(Call&, jmethodID id, jint* count) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(count));
  *count = method->bytecode == nullptr ? 0 : method->max_locals;
  return JVMTI_ERROR_NONE;
}

// The result is in slots, the receiver included; a long or double counts twice.
jvmtiError GetArgumentsSize(Call&, jmethodID id, jint* count) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(count));
  *count = method->arg_slots;
  return JVMTI_ERROR_NONE;
}

// JVMS 4.7.12. A method may have several such attributes; they are joined.
jvmtiError GetLineNumberTable(Call&, jmethodID id, jint* count, jvmtiLineNumberEntry** result) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(count, result));
  const CodeAttribute code = method->code_attribute();
  if (code.line_numbers.empty())
    return JVMTI_ERROR_ABSENT_INFORMATION;
  std::vector<jvmtiLineNumberEntry> rows;
  for (const auto& table : code.line_numbers) {
    for (classfile::LineNumber line : table) rows.push_back({line.start_pc, line.line_number});
  }
  return copy_all(rows, count, result);
}

// The last bci is that of the last byte. HOTSPOT: an abstract method answers -1 for both.
jvmtiError GetMethodLocation(Call&, jmethodID id, jlocation* start, jlocation* end) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(start, end));
  bool has_code = method->bytecode != nullptr;
  *start = has_code ? 0 : -1;
  *end = has_code ? static_cast<jlocation>(method->bytecode_length) - 1 : -1;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetLocalVariableTable(Call&, jmethodID id, jint* count,
                                 jvmtiLocalVariableEntry** result) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(count, result));
  if (!has_variable_tables(*method))
    return JVMTI_ERROR_ABSENT_INFORMATION;
  std::vector<jvmtiLocalVariableEntry> rows;
  jvmtiError error = copy_variables(*method, method->code_attribute(), &rows);
  if (error == JVMTI_ERROR_NONE)
    error = copy_all(rows, count, result);
  // These are the texts of the finished rows; copy_names has freed those of the row that failed.
  if (error != JVMTI_ERROR_NONE) {
    for (const jvmtiLocalVariableEntry& row : rows) {
      for (char* text : {row.name, row.signature, row.generic_signature}) free_bytes(text);
    }
  }
  return error;
}

// Returns the bytes of the class file. Translated code never replaces them.
jvmtiError GetBytecodes(Call&, jmethodID id, jint* count, unsigned char** result) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_java_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(count, result));
  return copy_all(
      std::vector<unsigned char>(method->bytecode, method->bytecode + method->bytecode_length),
      count, result);
}

jvmtiError IsMethodNative(Call&, jmethodID id, jboolean* answer) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = method->is_native();
  return JVMTI_ERROR_NONE;
}

// A method that the VM made is synthetic.
jvmtiError IsMethodSynthetic(Call&, jmethodID id, jboolean* answer) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = method->info == nullptr || method->info->is_synthetic;
  return JVMTI_ERROR_NONE;
}

// The answer is true for the id of a body that a redefinition has replaced and that some frame may
// still run.
jvmtiError IsMethodObsolete(Call&, jmethodID id, jboolean* answer) {
  Method* method = nullptr;
  MJ_JVMTI_TRY(find_method(id, &method));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = method->is_obsolete;
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
