#include "vm/java/reflection.h"

#include <cstring>
#include <string>

#include "base/log.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/run_constant_pool.h"
#include "runtime/required_class.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::HandleScope;
using runtime::LoaderData;
using runtime::Symbol;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// One object under construction: stores fields by their offsets.
class Filler {
 public:
  Filler(JavaThread& self, Handle<> object) : self_(self), object_(object) {}

  void ref(std::size_t offset, Handle<> value) {
    NoSafepoint still(self_);
    gc::store_ref(still, object_.raw(still), offset, value.raw(still));
  }
  void number(std::size_t offset, std::int32_t value) {
    NoSafepoint still(self_);
    object_.raw(still)->store<std::int32_t>(offset, value);
  }
  void flag(std::size_t offset, bool value) {
    NoSafepoint still(self_);
    object_.raw(still)->store<std::uint8_t>(offset, value);
  }
  JavaResult<void> name(std::size_t offset, std::string_view text) {
    ref(offset, MJ_TRY(intern_string(self_, text)));
    return {};
  }
  // A Signature attribute; index 0: none.
  JavaResult<void> signature(std::size_t offset, const Class& holder, std::uint16_t utf8_index) {
    if (utf8_index != 0) {
      ref(offset, MJ_TRY(intern_string(self_, holder.pool->raw().utf8(utf8_index))));
    }
    return {};
  }
  JavaResult<void> bytes(std::size_t offset, classfile::Bytes raw) {
    ref(offset, MJ_TRY(new_byte_array_or_null(self_, raw.data(), raw.size())));
    return {};
  }

 private:
  JavaThread& self_;
  Handle<> object_;
};

JavaResult<Handle<>> new_of(JavaThread& self, Class& klass) {
  MJ_TRY(initialize_class(self, klass));
  return new_instance(self, klass);
}

JavaResult<Handle<>> class_array(JavaThread& self, std::size_t length) {
  return new_object_array(self, *wk().java_lang_Class, static_cast<std::int32_t>(length));
}

void store_class(JavaThread& self, Handle<> array, std::size_t index, const Class& klass) {
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(index), 3), klass.mirror);
}

JavaResult<Class*> class_of_type(JavaThread& self, const Class& holder, std::string_view descriptor) {
  return class_of_descriptor(self, holder, descriptor.data(), descriptor.size());
}

JavaResult<Handle<>> exception_classes(JavaThread& self, const Method& method) {
  classfile::Table<classfile::U2> exceptions = method.info == nullptr ? classfile::Table<classfile::U2>() : method.info->exceptions;
  Handle<> array = MJ_TRY(class_array(self, exceptions.size()));
  for (std::uint32_t i = 0; i < exceptions.size(); ++i) {
    Class* klass = MJ_TRY(lift(self, runtime::resolve_class(self, *method.pool, exceptions[i])));
    if (!klass->is_subclass_of(*wk().java_lang_Throwable)) {
      MJ_LOG(exceptions, kWarning, "Class %s in throws clause of method %s is not a subtype of class java.lang.Throwable",
             klass->external_name().c_str(), method.external_text().c_str());
    }
    store_class(self, array, i, *klass);
  }
  return array;
}

std::string_view return_descriptor(const Method& method) {
  std::string_view descriptor = method.descriptor->text();
  return descriptor.substr(classfile::closing_parenthesis(descriptor) + 1);
}

std::int32_t method_modifiers(const Method& method) { return method.access_flags; }

// The fields that Method and Constructor have in common, by their offsets in each.
struct ExecutableOffsets {
  std::uint32_t clazz, slot, parameter_types, exception_types, modifiers, signature, annotations, parameter_annotations;
};

JavaResult<void> fill_executable(JavaThread& self, Filler& fill, const Method& method, const ExecutableOffsets& at) {
  const Class& holder = *method.holder;
  fill.ref(at.clazz, mirror_of(holder));
  fill.number(at.slot, method.slot);
  fill.number(at.modifiers, method_modifiers(method));
  fill.ref(at.parameter_types, MJ_TRY(parameter_classes(self, method)));
  fill.ref(at.exception_types, MJ_TRY(exception_classes(self, method)));
  if (method.info != nullptr) {
    MJ_TRY(fill.signature(at.signature, holder, method.info->signature_index));
    MJ_TRY(fill.bytes(at.annotations, method.info->annotations.visible));
    MJ_TRY(fill.bytes(at.parameter_annotations, method.info->visible_parameter_annotations));
  }
  return {};
}

Class* class_in(JavaThread& self, Handle<> object, std::size_t offset) {
  NoSafepoint still(self);
  const Object* mirror = object.raw(still)->load_ref(offset);
  return mirror == nullptr ? nullptr : &class_of_mirror(mirror);
}

std::int32_t int_in(JavaThread& self, Handle<> object, std::size_t offset) {
  NoSafepoint still(self);
  return object.raw(still)->load<std::int32_t>(offset);
}

bool is_instance(JavaThread& self, Handle<> object, const Class& klass) {
  NoSafepoint still(self);
  const Object* raw = object.raw(still);
  return raw != nullptr && raw->klass()->is_subclass_of(klass);
}

std::int32_t array_length(JavaThread& self, Handle<> array) {
  if (array.is_null()) {
    return 0;
  }
  NoSafepoint still(self);
  return array.raw(still)->array_length();
}

Handle<> array_element(JavaThread& self, Handle<> array, std::int32_t index) {
  NoSafepoint still(self);
  return runtime::make_handle(self, still, array.raw(still)->load_ref(Object::element_offset(index, 3)));
}

JavaResult<void> argument_mismatch(JavaThread& self) {
  return throw_new(self, "java/lang/IllegalArgumentException", "argument type mismatch");
}

JavaResult<void> push_primitive(JavaThread& self, CallArgs& args, runtime::BasicType wanted, Handle<> argument) {
  Slot value{};
  runtime::BasicType actual = unbox(self, argument, &value);
  if (argument.is_null()) {
    return throw_new(self, "java/lang/IllegalArgumentException");
  }
  if (actual == runtime::BasicType::kVoid || !widen(actual, wanted, &value)) {
    return argument_mismatch(self);
  }
  switch (wanted) {
    case runtime::BasicType::kLong: args.push_long(value.as_long()); break;
    case runtime::BasicType::kFloat: args.push_float(value.as_float()); break;
    case runtime::BasicType::kDouble: args.push_double(value.as_double()); break;
    default: args.push_int(value.as_int()); break;
  }
  return {};
}

JavaResult<void> push_reference(JavaThread& self, CallArgs& args, const Method& method, classfile::FieldType type, Handle<> argument) {
  if (!argument.is_null()) {
    Class* wanted = MJ_TRY(class_of_type(self, *method.holder, type.text()));
    if (!is_instance(self, argument, *wanted)) {
      return argument_mismatch(self);
    }
  }
  args.push(argument);
  return {};
}

// Method.invoke's conversions: unboxing and widening for primitives, a subtype check for references.
JavaResult<void> push_arguments(JavaThread& self, CallArgs& args, const Method& method, Handle<> arguments) {
  classfile::MethodDescriptor descriptor(method.descriptor->text());
  if (static_cast<std::int32_t>(descriptor.parameter_count()) != array_length(self, arguments)) {
    return throw_new(self, "java/lang/IllegalArgumentException", "wrong number of arguments");
  }
  std::int32_t index = 0;
  for (classfile::FieldType type : descriptor) {
    Handle<> argument = array_element(self, arguments, index++);
    if (type.is_reference()) {
      MJ_TRY(push_reference(self, args, method, type, argument));
    } else {
      MJ_TRY(push_primitive(self, args, runtime::type_of_descriptor(type.text()[0]), argument));
    }
  }
  return {};
}

// What the callee threw, wrapped as its cause.
Pending wrap_target_exception(JavaThread& self) {
  Handle<> target = take_exception(self);
  JavaResult<Class*> wrapper = lift(self, runtime::load_class(self, LoaderData::boot(), runtime::intern_symbol("java/lang/reflect/InvocationTargetException")));
  if (!wrapper.ok()) {
    return kPending;
  }
  Class* klass = wrapper.take();
  JavaResult<Handle<>> made = new_of(self, *klass);
  if (!made.ok()) {
    return kPending;
  }
  Handle<> exception = made.take();
  CallArgs args;
  args.push(exception);
  args.push(target);
  Method* constructor = klass->find_declared_method(runtime::intern_symbol("<init>"), runtime::intern_symbol("(Ljava/lang/Throwable;)V"));
  MJ_CHECK(constructor != nullptr, "InvocationTargetException has no constructor that takes a Throwable");
  if (!call_java(self, *constructor, args).ok()) {
    return kPending;
  }
  return throw_object(self, exception);
}

JavaResult<Method*> selected_method(JavaThread& self, Method& method, Handle<> receiver) {
  if (method.is_static() || method.is_private() || method.is_initializer()) {
    return &method;
  }
  Class* klass = nullptr;
  {
    NoSafepoint still(self);
    klass = receiver.raw(still)->klass();
  }
  if (!method.holder->is_interface() && method.vtable_index >= 0 && klass->vtable()[method.vtable_index]->is_abstract()) {
    std::string text = '\'' + runtime::external_signature(klass->external_name(), method.name->text(), method.descriptor->text()) + '\'';
    return throw_new(self, "java/lang/AbstractMethodError", text.c_str());
  }
  return lift(self, runtime::select_method(*klass, method, runtime::SelectFor::kOtherCall));
}

JavaResult<Handle<>> boxed_result(JavaThread& self, const JavaValue& value) {
  if (value.type == runtime::BasicType::kVoid) {
    return Handle<>();
  }
  return runtime::is_reference(value.type) ? JavaResult<Handle<>>(value.reference) : announced(self, box(self, value.type, value.slot));
}

}  // namespace

JavaResult<Handle<>> new_byte_array_or_null(JavaThread& self, const std::uint8_t* bytes, std::size_t count) {
  if (count == 0) {
    return Handle<>();
  }
  Handle<> array = MJ_TRY(new_primitive_array(self, runtime::BasicType::kByte, static_cast<std::int32_t>(count)));
  NoSafepoint still(self);
  std::memcpy(array.raw(still)->elements<std::uint8_t>(), bytes, count);
  return array;
}

JavaResult<Class*> class_of_descriptor(JavaThread& self, const Class& holder, const char* descriptor, std::size_t length) {
  classfile::FieldType type(std::string_view(descriptor, length));
  if (!type.is_reference()) {
    return runtime::primitive_class(runtime::type_of_descriptor(descriptor[0]));
  }
  return lift(self, runtime::load_required_class(self, holder, runtime::intern_symbol(type.class_name())));
}

JavaResult<Handle<>> parameter_classes(JavaThread& self, const Method& method) {
  classfile::MethodDescriptor descriptor(method.descriptor->text());
  Handle<> array = MJ_TRY(class_array(self, descriptor.parameter_count()));
  std::size_t index = 0;
  for (classfile::FieldType type : descriptor) {
    Class* klass = MJ_TRY(class_of_type(self, *method.holder, type.text()));
    store_class(self, array, index++, *klass);
  }
  return array;
}

JavaResult<Handle<>> new_reflect_field(JavaThread& self, const Field& field) {
  HandleScope scope(self);
  const Class& holder = *field.holder;
  Handle<> object = MJ_TRY(new_of(self, *wk().java_lang_reflect_Field));
  Filler fill(self, object);
  fill.ref(wk().Field_clazz, mirror_of(holder));
  fill.number(wk().Field_slot, field.slot);
  fill.number(wk().Field_modifiers, field.access_flags);
  fill.flag(wk().Field_trustedFinal, field.is_trusted_final);
  MJ_TRY(fill.name(wk().Field_name, field.name->text()));
  Class* type = MJ_TRY(class_of_type(self, holder, field.descriptor->text()));
  fill.ref(wk().Field_type, mirror_of(*type));
  if (field.info != nullptr) {
    MJ_TRY(fill.signature(wk().Field_signature, holder, field.info->signature_index));
    MJ_TRY(fill.bytes(wk().Field_annotations, field.info->annotations.visible));
  }
  return scope.escape(object);
}

JavaResult<Handle<>> new_reflect_method(JavaThread& self, const Method& method) {
  HandleScope scope(self);
  Handle<> object = MJ_TRY(new_of(self, *wk().java_lang_reflect_Method));
  Filler fill(self, object);
  MJ_TRY(fill_executable(self, fill, method,
                         {wk().Method_clazz, wk().Method_slot, wk().Method_parameterTypes, wk().Method_exceptionTypes, wk().Method_modifiers,
                          wk().Method_signature, wk().Method_annotations, wk().Method_parameterAnnotations}));
  MJ_TRY(fill.name(wk().Method_name, method.name->text()));
  Class* result = MJ_TRY(class_of_type(self, *method.holder, return_descriptor(method)));
  fill.ref(wk().Method_returnType, mirror_of(*result));
  if (method.info != nullptr) {
    MJ_TRY(fill.bytes(wk().Method_annotationDefault, method.info->annotation_default));
  }
  return scope.escape(object);
}

JavaResult<Handle<>> new_reflect_constructor(JavaThread& self, const Method& constructor) {
  HandleScope scope(self);
  Handle<> object = MJ_TRY(new_of(self, *wk().java_lang_reflect_Constructor));
  Filler fill(self, object);
  MJ_TRY(fill_executable(self, fill, constructor,
                         {wk().Constructor_clazz, wk().Constructor_slot, wk().Constructor_parameterTypes, wk().Constructor_exceptionTypes,
                          wk().Constructor_modifiers, wk().Constructor_signature, wk().Constructor_annotations,
                          wk().Constructor_parameterAnnotations}));
  return scope.escape(object);
}

Field* field_of_reflect(JavaThread& self, Handle<> reflect_field) {
  if (!is_instance(self, reflect_field, *wk().java_lang_reflect_Field)) {
    return nullptr;
  }
  Class* klass = class_in(self, reflect_field, wk().Field_clazz);
  auto slot = static_cast<std::size_t>(int_in(self, reflect_field, wk().Field_slot));
  return klass != nullptr && slot < klass->fields.size() ? &klass->fields[slot] : nullptr;
}

Method* method_of_reflect(JavaThread& self, Handle<> executable) {
  bool is_method = is_instance(self, executable, *wk().java_lang_reflect_Method);
  if (!is_method && !is_instance(self, executable, *wk().java_lang_reflect_Constructor)) {
    return nullptr;
  }
  Class* klass = class_in(self, executable, is_method ? wk().Method_clazz : wk().Constructor_clazz);
  auto slot = static_cast<std::size_t>(int_in(self, executable, is_method ? wk().Method_slot : wk().Constructor_slot));
  bool is_there = klass != nullptr && slot < klass->methods.size() && !klass->methods[slot].is_deleted;
  return is_there ? &klass->methods[slot] : nullptr;
}

JavaResult<Handle<>> invoke_reflected(JavaThread& self, Handle<> reflect_method, Handle<> receiver, Handle<> arguments) {
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
      return throw_new(self, "java/lang/IllegalArgumentException", "object is not an instance of declaring class");
    }
    args.push(receiver);
  }
  JavaResult<Method*> selected = selected_method(self, *method, receiver);
  if (!selected.ok()) {
    return wrap_target_exception(self);  // HOTSPOT: a method that cannot be selected counts as one that throws
  }
  MJ_TRY(push_arguments(self, args, *method, arguments));
  JavaResult<JavaValue> result = call_java(self, *selected.take(), args);
  if (!result.ok()) {
    return wrap_target_exception(self);
  }
  return scope.escape(MJ_TRY(boxed_result(self, result.take())));
}

JavaResult<Handle<>> construct_reflected(JavaThread& self, Handle<> reflect_constructor, Handle<> arguments) {
  HandleScope scope(self);
  Method* constructor = method_of_reflect(self, reflect_constructor);
  if (constructor == nullptr) {
    return throw_new(self, "java/lang/InternalError", "invoke");  // deleted since
  }
  Class& klass = *constructor->holder;
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
