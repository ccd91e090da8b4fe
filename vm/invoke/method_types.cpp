// Converts descriptors to MethodType objects and back. MethodType.ptypes and rtype are read
// directly; a new MethodType is made by MethodHandleNatives.findMethodHandleType, which interns it.
// Callers are in kInVm.
#include "vm/invoke/method_types.h"

#include <vector>

#include "classfile/descriptor.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::wk;
using sync::NoSafepoint;

// Cuts the first field descriptor off a list of them: "[[I" of "[[IJ", which leaves "J". REQUIRES:
// the list is well-formed (JVMS 4.3.2).
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

// The letters are those of JVMS table 4.3-A, with V for void.
constexpr char primitive_letter(BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
      return 'Z';
    case BasicType::kChar:
      return 'C';
    case BasicType::kFloat:
      return 'F';
    case BasicType::kDouble:
      return 'D';
    case BasicType::kByte:
      return 'B';
    case BasicType::kShort:
      return 'S';
    case BasicType::kInt:
      return 'I';
    case BasicType::kLong:
      return 'J';
    default:
      return 'V';
  }
}

// Reads raw references throughout: the caller holds a NoSafepoint.
std::string descriptor_of_method_type(const java::MethodType* type) {
  std::string descriptor = "(";
  const java::ObjectArray* parameters = type->ptypes();
  for (std::int32_t i = 0; i < parameters->length(); ++i) {
    descriptor +=
        descriptor_of_class(class_of_mirror(runtime::as<java::ClassMirror>(parameters->at(i))));
  }
  return descriptor + ")" + descriptor_of_class(class_of_mirror(type->rtype()));
}

}  // namespace

JavaResult<Class*> class_of_field_descriptor(JavaThread& self, Class& from,
                                             std::string_view descriptor) {
  BasicType type = runtime::type_of_descriptor(descriptor[0]);
  if (!runtime::is_reference(type)) {
    return runtime::primitive_class(type);
  }
  // "Ljava/lang/String;" without its first and last character; an array's descriptor is its name.
  std::string_view name =
      type == BasicType::kArray ? descriptor : descriptor.substr(1, descriptor.size() - 2);
  return lift(self, runtime::resolve_class_name(self, from, runtime::intern_symbol(name), true));
}

// JVMS 5.4.3.5: the parameter types are resolved in order, then the return type. Each resolution
// may run Java, so the array is filled through a handle.
JavaResult<Handle<java::MethodType>> method_type_of(JavaThread& self, Class& from,
                                                    std::string_view descriptor) {
  std::vector<std::string_view> parameters = parameters_of(descriptor);
  Handle<java::ObjectArray> classes = MJ_TRY(
      new_object_array(self, *wk().java_lang_Class, static_cast<std::int32_t>(parameters.size())));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Class* parameter = MJ_TRY(class_of_field_descriptor(self, from, parameters[i]));
    store_element(self, classes, i, mirror_of(*parameter));
  }
  Class* result = MJ_TRY(class_of_field_descriptor(
      self, from, descriptor.substr(classfile::closing_parenthesis(descriptor) + 1)));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(*result));
  args.push(classes);
  return runtime::as<java::MethodType>(
      MJ_TRY(call_java(self, *wk().MethodHandleNatives_findMethodHandleType, args)).reference);
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
  // MemberName.type is a MethodType, a Class, or a String that holds a descriptor.
  const Class* klass = raw->klass();
  if (klass == wk().java_lang_invoke_MethodType) {
    return descriptor_of_method_type(runtime::as<java::MethodType>(raw));
  }
  if (klass == wk().java_lang_Class) {
    return descriptor_of_class(class_of_mirror(runtime::as<java::ClassMirror>(raw)));
  }
  return klass == wk().java_lang_String ? to_modified_utf8(still, runtime::as<java::String>(raw))
                                        : std::string();
}

}  // namespace minijvm::vm
