// Builds java.lang.reflect objects from the VM's fields and methods, finds the members behind such
// objects, and makes reflective calls. Called in kInVm, from the natives of java.lang.Class and
// jdk.internal.reflect.
#include "vm/java/reflection.h"

#include <cstring>
#include <string>

#include "base/log.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/required_class.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/observer.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::HandleScope;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Stores the fields of one object under construction. `set` is the setter of a field, for example
// &java::Field::set_name. Each store has its own NoSafepoint, since making the values in between
// may stop.
template <class T>
class Filler {
 public:
  template <class Target>
  using Setter = void (T::*)(const NoSafepoint&, Target*);

  Filler(JavaThread& self, Handle<T> object) : self_(self), object_(object) {}

  // java.lang.reflect expects the names of members to be interned.
  JavaResult<void> name(Setter<java::String> set, std::string_view text) {
    store_field(self_, object_, set, MJ_TRY(intern_string(self_, text)));
    return {};
  }
  // Stores the Signature attribute as an interned String. Index 0 means that there is none.
  JavaResult<void> signature(Setter<java::String> set, const Class& holder,
                             std::uint16_t utf8_index) {
    return utf8_index == 0 ? JavaResult<void>() : name(set, holder.pool->raw().utf8(utf8_index));
  }
  JavaResult<void> bytes(Setter<java::ByteArray> set, classfile::Bytes raw) {
    store_field(self_, object_, set, MJ_TRY(new_byte_array_or_null(self_, raw.data(), raw.size())));
    return {};
  }

 private:
  JavaThread& self_;
  Handle<T> object_;
};

template <class T>
JavaResult<Handle<T>> new_initialized(JavaThread& self) {
  MJ_TRY(initialize_class(self, *T::java_class()));
  return new_instance<T>(self);
}

JavaResult<Handle<java::ObjectArray>> class_array(JavaThread& self, std::size_t length) {
  return new_object_array(self, *wk().java_lang_Class, static_cast<std::int32_t>(length));
}

JavaResult<Class*> class_of_type(JavaThread& self, const Class& holder,
                                 std::string_view descriptor) {
  return class_of_descriptor(self, holder, descriptor.data(), descriptor.size());
}

// Makes the Class[] of the Exceptions attribute (JVMS 4.7.5).
JavaResult<Handle<java::ObjectArray>> exception_classes(JavaThread& self, const Method& method) {
  classfile::Table<classfile::U2> exceptions = method.attributes().exceptions;
  Handle<java::ObjectArray> array = MJ_TRY(class_array(self, exceptions.size()));
  for (std::uint32_t i = 0; i < exceptions.size(); ++i) {
    Class* klass = MJ_TRY(lift(self, runtime::resolve_class(self, *method.pool, exceptions[i])));
    // HOTSPOT: a class that is no Throwable is logged, not refused.
    if (!klass->is_subclass_of(*wk().java_lang_Throwable)) {
      MJ_LOG(exceptions, kWarning,
             "Class %s in throws clause of method %s is not a subtype of class java.lang.Throwable",
             klass->external_name().c_str(), method.external_text().c_str());
    }
    store_element(self, array, i, mirror_of(*klass));
  }
  return array;
}

std::string_view return_descriptor(const Method& method) {
  std::string_view descriptor = method.descriptor->text();
  return descriptor.substr(classfile::closing_parenthesis(descriptor) + 1);
}

// Fills the fields that Method and Constructor have in common. A method without a MethodInfo is
// made by the VM and has no attributes.
template <class T>
JavaResult<Handle<T>> new_executable(JavaThread& self, const Method& method) {
  const Class& holder = *method.holder;
  Handle<T> object = MJ_TRY(new_initialized<T>(self));
  {
    NoSafepoint still(self);
    object.raw(still)->set_clazz(still, holder.mirror);
    object.raw(still)->set_slot(method.slot);
    object.raw(still)->set_modifiers(method.access_flags);
  }
  store_field(self, object, &T::set_parameterTypes, MJ_TRY(parameter_classes(self, method)));
  store_field(self, object, &T::set_exceptionTypes, MJ_TRY(exception_classes(self, method)));
  if (method.info != nullptr) {
    Filler<T> fill(self, object);
    MJ_TRY(fill.signature(&T::set_signature, holder, method.info->signature_index));
    const classfile::MethodAttributes attributes = method.attributes();
    MJ_TRY(fill.bytes(&T::set_annotations, attributes.annotations.visible));
    MJ_TRY(fill.bytes(&T::set_parameterAnnotations, attributes.visible_parameter_annotations));
  }
  return object;
}

bool is_instance(JavaThread& self, Handle<> object, const Class& klass) {
  NoSafepoint still(self);
  const Object* raw = object.raw(still);
  return raw != nullptr && raw->klass()->is_subclass_of(klass);
}

JavaResult<void> argument_mismatch(JavaThread& self) {
  return throw_new(self, "java/lang/IllegalArgumentException", "argument type mismatch");
}

// Unboxes the argument and widens it to the parameter's type (JLS 5.1.2). HOTSPOT: null for a
// primitive parameter gives an exception without a message.
JavaResult<void> push_primitive(JavaThread& self, CallArgs& args, runtime::BasicType wanted,
                                Handle<> argument) {
  Slot value{};
  runtime::BasicType actual = unbox(self, argument, &value);
  if (argument.is_null()) {
    return throw_new(self, "java/lang/IllegalArgumentException");
  }
  if (actual == runtime::BasicType::kVoid || !widen(actual, wanted, &value)) {
    return argument_mismatch(self);
  }
  switch (wanted) {
    case runtime::BasicType::kLong:
      args.push_long(value.as_long());
      break;
    case runtime::BasicType::kFloat:
      args.push_float(value.as_float());
      break;
    case runtime::BasicType::kDouble:
      args.push_double(value.as_double());
      break;
    default:
      args.push_int(value.as_int());
      break;
  }
  return {};
}

// Checks the argument's class. A null argument fits every reference type, so the type is not
// loaded.
JavaResult<void> push_reference(JavaThread& self, CallArgs& args, const Method& method,
                                classfile::FieldType type, Handle<> argument) {
  if (!argument.is_null()) {
    Class* wanted = MJ_TRY(class_of_type(self, *method.holder, type.text()));
    if (!is_instance(self, argument, *wanted)) {
      return argument_mismatch(self);
    }
  }
  args.push(argument);
  return {};
}

// Converts the arguments as Method.invoke demands: primitives are unboxed and widened, and the
// class of a reference is checked.
JavaResult<void> push_arguments(JavaThread& self, CallArgs& args, const Method& method,
                                Handle<java::ObjectArray> arguments) {
  classfile::MethodDescriptor descriptor(method.descriptor->text());
  std::int32_t length = arguments.is_null() ? 0 : length_of(self, arguments);
  if (static_cast<std::int32_t>(descriptor.parameter_count()) != length) {
    return throw_new(self, "java/lang/IllegalArgumentException", "wrong number of arguments");
  }
  std::int32_t index = 0;
  for (classfile::FieldType type : descriptor) {
    Handle<> argument = element_of(self, arguments, index++);
    if (type.is_reference()) {
      MJ_TRY(push_reference(self, args, method, type, argument));
    } else {
      MJ_TRY(push_primitive(self, args, runtime::type_of_descriptor(type.text()[0]), argument));
    }
  }
  return {};
}

// Wraps the exception of the callee as the cause of an InvocationTargetException. If making the
// wrapper throws, that exception stays pending instead.
Pending wrap_target_exception(JavaThread& self) {
  Handle<java::Throwable> target = take_exception(self);
  JavaResult<Class*> wrapper = lift(
      self,
      runtime::load_class(self, LoaderData::boot(),
                          runtime::intern_symbol("java/lang/reflect/InvocationTargetException")));
  if (!wrapper.ok()) {
    return kPending;
  }
  Class* klass = wrapper.take();
  if (!initialize_class(self, *klass).ok()) {
    return kPending;
  }
  JavaResult<Handle<>> made = new_instance(self, *klass);
  if (!made.ok()) {
    return kPending;
  }
  auto exception = runtime::as<java::Throwable>(made.take());
  CallArgs args;
  args.push(exception);
  args.push(target);
  Method* constructor = klass->find_declared_method(
      runtime::intern_symbol("<init>"), runtime::intern_symbol("(Ljava/lang/Throwable;)V"));
  MJ_CHECK(constructor != nullptr,
           "InvocationTargetException has no constructor that takes a Throwable");
  if (!call_java(self, *constructor, args).ok()) {
    return kPending;
  }
  return throw_object(self, exception);
}

// Dispatches by the class of the receiver (JVMS 5.4.6). Static, private and initialization methods
// are called as they are.
JavaResult<Method*> selected_method(JavaThread& self, Method& method, Handle<> receiver) {
  if (method.is_static() || method.is_private() || method.is_initializer()) {
    return &method;
  }
  Class* klass = klass_of(self, receiver);
  // HOTSPOT: for a method of a class, an abstract target has its own message, with the class of the
  // receiver.
  if (!method.holder->is_interface() && method.vtable_index >= 0 &&
      klass->vtable()[method.vtable_index]->is_abstract()) {
    std::string text = '\'' +
                       runtime::external_signature(klass->external_name(), method.name->text(),
                                                   method.descriptor->text()) +
                       '\'';
    return throw_new(self, "java/lang/AbstractMethodError", text.c_str());
  }
  return lift(self, runtime::select_method(*klass, method, runtime::SelectFor::kOtherCall));
}

// A reference is returned as it is, a primitive is boxed and the box reported to observers, void
// gives null.
JavaResult<Handle<>> boxed_result(JavaThread& self, const JavaValue& value) {
  if (value.type == runtime::BasicType::kVoid) {
    return Handle<>();
  }
  return runtime::is_reference(value.type) ? JavaResult<Handle<>>(value.reference)
                                           : announced(self, box(self, value.type, value.slot));
}

}  // namespace

JavaResult<Handle<java::ByteArray>> new_byte_array_or_null(JavaThread& self,
                                                           const std::uint8_t* bytes,
                                                           std::size_t count) {
  if (count == 0) {
    return Handle<java::ByteArray>();
  }
  Handle<java::ByteArray> array =
      MJ_TRY(new_array<java::ByteArray>(self, static_cast<std::int32_t>(count)));
  NoSafepoint still(self);
  std::memcpy(array.raw(still)->data(), bytes, count);
  return array;
}

JavaResult<Class*> class_of_descriptor(JavaThread& self, const Class& holder,
                                       const char* descriptor, std::size_t length) {
  classfile::FieldType type(std::string_view(descriptor, length));
  if (!type.is_reference()) {
    return runtime::primitive_class(runtime::type_of_descriptor(descriptor[0]));
  }
  // The class is loaded by the loader of `holder`, which may run Java code.
  return lift(
      self, runtime::load_required_class(self, holder, runtime::intern_symbol(type.class_name())));
}

JavaResult<Handle<java::ObjectArray>> parameter_classes(JavaThread& self, const Method& method) {
  classfile::MethodDescriptor descriptor(method.descriptor->text());
  Handle<java::ObjectArray> array = MJ_TRY(class_array(self, descriptor.parameter_count()));
  std::int64_t index = 0;
  for (classfile::FieldType type : descriptor) {
    Class* klass = MJ_TRY(class_of_type(self, *method.holder, type.text()));
    store_element(self, array, index++, mirror_of(*klass));
  }
  return array;
}

// Every handle but the result's dies with the scope.
JavaResult<Handle<java::Field>> new_reflect_field(JavaThread& self, const Field& field) {
  HandleScope scope(self);
  const Class& holder = *field.holder;
  auto object = MJ_TRY(new_initialized<java::Field>(self));
  Filler<java::Field> fill(self, object);
  {
    NoSafepoint still(self);
    java::Field* raw = object.raw(still);
    raw->set_clazz(still, holder.mirror);
    raw->set_slot(field.slot);
    raw->set_modifiers(field.access_flags);
    raw->set_trustedFinal(field.is_trusted_final);
  }
  MJ_TRY(fill.name(&java::Field::set_name, field.name->text()));
  Class* type = MJ_TRY(class_of_type(self, holder, field.descriptor->text()));
  store_field(self, object, &java::Field::set_type, mirror_of(*type));
  if (field.info != nullptr) {
    MJ_TRY(fill.signature(&java::Field::set_signature, holder, field.info->signature_index));
    MJ_TRY(fill.bytes(&java::Field::set_annotations,
                      holder.file->annotations_of(*field.info).visible));
  }
  return scope.escape(object);
}

JavaResult<Handle<java::Method>> new_reflect_method(JavaThread& self, const Method& method) {
  HandleScope scope(self);
  auto object = MJ_TRY(new_executable<java::Method>(self, method));
  Filler<java::Method> fill(self, object);
  MJ_TRY(fill.name(&java::Method::set_name, method.name->text()));
  Class* result = MJ_TRY(class_of_type(self, *method.holder, return_descriptor(method)));
  store_field(self, object, &java::Method::set_returnType, mirror_of(*result));
  MJ_TRY(fill.bytes(&java::Method::set_annotationDefault, method.attributes().annotation_default));
  return scope.escape(object);
}

JavaResult<Handle<java::Constructor>> new_reflect_constructor(JavaThread& self,
                                                              const Method& constructor) {
  HandleScope scope(self);
  return scope.escape(MJ_TRY(new_executable<java::Constructor>(self, constructor)));
}

Field* field_of_reflect(JavaThread& self, Handle<> reflect_field) {
  if (!is_instance(self, reflect_field, *wk().java_lang_reflect_Field)) {
    return nullptr;
  }
  NoSafepoint still(self);
  const auto* raw = runtime::as<java::Field>(reflect_field.raw(still));
  Class* klass = raw->clazz() == nullptr ? nullptr : &class_of_mirror(raw->clazz());
  auto slot = static_cast<std::size_t>(raw->slot());
  return klass != nullptr && slot < klass->fields.size() ? &klass->fields[slot] : nullptr;
}

template <class T>
Method* method_in(const T* executable) {
  Class* klass = executable->clazz() == nullptr ? nullptr : &class_of_mirror(executable->clazz());
  auto slot = static_cast<std::size_t>(executable->slot());
  // A redefinition may have deleted the method since the Method object was made.
  bool is_there =
      klass != nullptr && slot < klass->methods.size() && !klass->methods[slot].is_deleted;
  return is_there ? &klass->methods[slot] : nullptr;
}

Method* method_of_reflect(JavaThread& self, Handle<> executable) {
  NoSafepoint still(self);
  const Object* raw = executable.raw(still);
  if (is_instance(self, executable, *wk().java_lang_reflect_Method)) {
    return method_in(runtime::as<java::Method>(raw));
  }
  return is_instance(self, executable, *wk().java_lang_reflect_Constructor)
             ? method_in(runtime::as<java::Constructor>(raw))
             : nullptr;
}

// The order of the checks is that of Method.invoke: static initialization first, then the receiver,
// selection, and the arguments last.
JavaResult<Handle<>> invoke_reflected(JavaThread& self, Handle<> reflect_method, Handle<> receiver,
                                      Handle<java::ObjectArray> arguments) {
  HandleScope scope(self);
  Method* method = method_of_reflect(self, reflect_method);
  if (method == nullptr) {
    return throw_new(self, "java/lang/InternalError", "invoke");  // deleted since
  }
  CallArgs args;
  if (method->is_static()) {
    MJ_TRY(initialize_class(self, *method->holder));
  } else {
    if (receiver.is_null()) {
      return throw_null_pointer(self);
    }
    if (!is_instance(self, receiver, *method->holder)) {
      return throw_new(self, "java/lang/IllegalArgumentException",
                       "object is not an instance of declaring class");
    }
    args.push(receiver);
  }
  JavaResult<Method*> selected = selected_method(self, *method, receiver);
  if (!selected.ok()) {
    // HOTSPOT: a failed selection is reported as if the method had thrown it.
    return wrap_target_exception(self);
  }
  MJ_TRY(push_arguments(self, args, *method, arguments));
  // Arguments are converted to the types of the method that was found, and the selected one runs.
  JavaResult<JavaValue> result = call_java(self, *selected.take(), args);
  if (!result.ok()) {
    return wrap_target_exception(self);
  }
  return scope.escape(MJ_TRY(boxed_result(self, result.take())));
}

JavaResult<Handle<>> construct_reflected(JavaThread& self, Handle<> reflect_constructor,
                                         Handle<java::ObjectArray> arguments) {
  HandleScope scope(self);
  Method* constructor = method_of_reflect(self, reflect_constructor);
  if (constructor == nullptr) {
    return throw_new(self, "java/lang/InternalError", "invoke");  // deleted since
  }
  Class& klass = *constructor->holder;
  // An abstract class cannot be instantiated. The check comes before the initialization of the
  // class.
  if (klass.is_abstract() || klass.is_interface()) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  Handle<> object = MJ_TRY(new_instance(self, klass));
  CallArgs args;
  args.push(object);
  MJ_TRY(push_arguments(self, args, *constructor, arguments));
  if (!call_java(self, *constructor, args).ok()) {
    return wrap_target_exception(self);
  }
  return scope.escape(object);
}

}  // namespace minijvm::vm
