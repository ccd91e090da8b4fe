#include "vm/invoke/method_types.h"

#include <vector>

#include "classfile/descriptor.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

// Cuts the first field descriptor off a list of them. REQUIRES: well-formed (JVMS 4.3).
std::string_view take_descriptor(std::string_view& list) {
  std::size_t end = 0;
  while (list[end] == '[') {
    ++end;
  }
  end = list[end] == 'L' ? list.find(';', end) + 1 : end + 1;
  std::string_view first = list.substr(0, end);
  list.remove_prefix(end);
  return first;
}

std::vector<std::string_view> parameters_of(std::string_view descriptor) {
  std::vector<std::string_view> parameters;
  std::string_view list = descriptor.substr(1, classfile::closing_parenthesis(descriptor) - 1);
  while (!list.empty()) {
    parameters.push_back(take_descriptor(list));
  }
  return parameters;
}

constexpr char primitive_letter(BasicType type) {
  switch (type) {
    case BasicType::kBoolean: return 'Z';
    case BasicType::kChar: return 'C';
    case BasicType::kFloat: return 'F';
    case BasicType::kDouble: return 'D';
    case BasicType::kByte: return 'B';
    case BasicType::kShort: return 'S';
    case BasicType::kInt: return 'I';
    case BasicType::kLong: return 'J';
    default: return 'V';
  }
}

std::string descriptor_of_method_type(const Object* type) {
  std::string descriptor = "(";
  const Object* parameters = type->load_ref(wk().MethodType_ptypes);
  for (std::int32_t i = 0; i < parameters->array_length(); ++i) {
    descriptor += descriptor_of_class(class_of_mirror(parameters->elements<Object*>()[i]));
  }
  return descriptor + ")" + descriptor_of_class(class_of_mirror(type->load_ref(wk().MethodType_rtype)));
}

}  // namespace

JavaResult<Class*> class_of_field_descriptor(JavaThread& self, Class& from, std::string_view descriptor) {
  BasicType type = runtime::type_of_descriptor(descriptor[0]);
  if (!runtime::is_reference(type)) {
    return runtime::primitive_class(type);
  }
  std::string_view name = type == BasicType::kArray ? descriptor : descriptor.substr(1, descriptor.size() - 2);
  return lift(self, runtime::resolve_class_name(self, from, runtime::intern_symbol(name), true));
}

JavaResult<Handle<>> method_type_of(JavaThread& self, Class& from, std::string_view descriptor) {
  std::vector<std::string_view> parameters = parameters_of(descriptor);
  Handle<> classes = MJ_TRY(new_object_array(self, *wk().java_lang_Class, static_cast<std::int32_t>(parameters.size())));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Class* parameter = MJ_TRY(class_of_field_descriptor(self, from, parameters[i]));
    NoSafepoint still(self);
    gc::store_ref(still, classes.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), parameter->mirror);
  }
  Class* result = MJ_TRY(class_of_field_descriptor(self, from, descriptor.substr(classfile::closing_parenthesis(descriptor) + 1)));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(*result));
  args.push(classes);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_findMethodHandleType, args)).reference;
}

std::string descriptor_of_class(const Class& klass) {
  if (klass.is_primitive()) {
    return {primitive_letter(klass.element_type)};
  }
  std::string name(klass.name->text());
  return klass.is_array() ? name : "L" + name + ";";
}

std::string descriptor_of_type(JavaThread& self, Handle<> type) {
  NoSafepoint still(self);
  const Object* raw = type.raw(still);
  if (raw == nullptr) {
    return {};
  }
  const Class* klass = raw->klass();
  if (klass == wk().java_lang_invoke_MethodType) {
    return descriptor_of_method_type(raw);
  }
  if (klass == wk().java_lang_Class) {
    return descriptor_of_class(class_of_mirror(raw));
  }
  return klass == wk().java_lang_String ? to_modified_utf8(still, raw) : std::string();
}

}  // namespace minijvm::vm
