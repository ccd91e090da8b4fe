// Implements JVM_* functions that make java.lang.reflect objects of a class's members, and that
// call by reflection. The caller is in native state.
// Tested by tests/java/reflection.
#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Makes an array of reflect objects, one for each member. Each is made in its own handle scope, so
// the number of handles stays small.
template <class Member, class Make>
JavaResult<Handle<java::ObjectArray>> member_array(JavaThread& self, Class& element_class,
                                                   const std::vector<const Member*>& members,
                                                   Make make) {
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, element_class, static_cast<jint>(members.size())));
  for (std::size_t i = 0; i < members.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(make(self, *members[i])));
  }
  return array;
}

// Class.getDeclaredFields0 links the class first, so a class with an error in it throws here.
JavaResult<Handle<java::ObjectArray>> declared_fields(JavaThread& self, Class& klass,
                                                      bool public_only) {
  std::vector<const Field*> fields;
  if (klass.is_instance_class()) {
    MJ_TRY(lift(self, runtime::link_class(self, klass)));
    for (const Field& field : klass.fields) {
      if (!public_only || (field.access_flags & classfile::ACC_PUBLIC) != 0) {
        fields.push_back(&field);
      }
    }
  }
  return member_array(self, *wk().java_lang_reflect_Field, fields, new_reflect_field);
}

// Returns either the constructors or the other methods. It leaves out <clinit>, methods that a
// redefinition has deleted, and methods that the VM has generated (they have no info).
JavaResult<std::vector<const Method*>> declared(JavaThread& self, Class& klass, bool public_only,
                                                bool constructors) {
  std::vector<const Method*> methods;
  if (klass.is_instance_class()) {
    MJ_TRY(lift(self, runtime::link_class(self, klass)));
    for (const Method& method : klass.methods) {
      bool fits = constructors ? method.is_initializer() && !method.is_static()
                               : !method.is_initializer() && !method.is_class_initializer();
      if (fits && !method.is_deleted && method.info != nullptr &&
          (!public_only || method.is_public())) {
        methods.push_back(&method);
      }
    }
  }
  return methods;
}

JavaResult<Handle<java::ObjectArray>> declared_methods(JavaThread& self, Class& klass,
                                                       bool public_only) {
  std::vector<const Method*> methods = MJ_TRY(declared(self, klass, public_only, false));
  return member_array(self, *wk().java_lang_reflect_Method, methods, new_reflect_method);
}

JavaResult<Handle<java::ObjectArray>> declared_constructors(JavaThread& self, Class& klass,
                                                            bool public_only) {
  std::vector<const Method*> constructors = MJ_TRY(declared(self, klass, public_only, true));
  return member_array(self, *wk().java_lang_reflect_Constructor, constructors,
                      new_reflect_constructor);
}

// Returns null for index 0.
JavaResult<Handle<java::String>> utf8_or_null(JavaThread& self, const classfile::ConstantPool& pool,
                                              std::uint16_t index) {
  return index == 0 ? JavaResult<Handle<java::String>>(Handle<java::String>())
                    : intern_string(self, pool.utf8(index));
}

// Makes a Parameter of one row of MethodParameters (JVMS 4.7.24). A name index of 0 means that the
// parameter has no name. A wrong tag makes java.lang.reflect throw MalformedParametersException.
JavaResult<Handle<java::Parameter>> new_parameter(JavaThread& self, const Method& method,
                                                  classfile::MethodParameter row, jint index,
                                                  Handle<> executable) {
  const classfile::ConstantPool& pool = method.pool->raw();
  if (row.name_index != 0 && !pool.is(row.name_index, classfile::ConstantTag::Utf8)) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     "Wrong type at constant pool index");
  }
  auto parameter = MJ_TRY(new_instance<java::Parameter>(self));
  Handle<java::String> name = MJ_TRY(utf8_or_null(self, pool, row.name_index));
  NoSafepoint still(self);
  java::Parameter* raw = parameter.raw(still);
  raw->set_name(still, name.raw(still));
  raw->set_executable(still, executable.raw(still));
  raw->set_modifiers(row.access_flags);
  raw->set_index(index);
  return parameter;
}

// Returns null without the attribute; Java then invents the names arg0, arg1, ...
JavaResult<Handle<java::ObjectArray>> method_parameters(JavaThread& self, Handle<> executable) {
  const Method* method = method_of_reflect(self, executable);
  if (method == nullptr || !method->attributes().has_method_parameters) {
    return Handle<java::ObjectArray>();
  }
  MJ_TRY(initialize_class(self, *wk().java_lang_reflect_Parameter));
  classfile::Table<classfile::MethodParameter> rows = method->attributes().method_parameters;
  Handle<java::ObjectArray> array = MJ_TRY(
      new_object_array(self, *wk().java_lang_reflect_Parameter, static_cast<jint>(rows.size())));
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i,
                  MJ_TRY(new_parameter(self, *method, rows[i], static_cast<jint>(i), executable)));
  }
  return array;
}

// Returns the accessor of a record component: the instance method with the component's name and
// type. Returns null if there is none.
JavaResult<Handle<java::Method>> accessor_of(JavaThread& self, const Class& klass,
                                             std::string_view name, std::string_view descriptor) {
  const runtime::Symbol* type = runtime::find_symbol("()" + std::string(descriptor));
  const runtime::Symbol* name_symbol = runtime::find_symbol(name);
  const Method* accessor = type == nullptr || name_symbol == nullptr
                               ? nullptr
                               : klass.find_declared_method(name_symbol, type);
  if (accessor == nullptr || accessor->is_static()) {
    return Handle<java::Method>();
  }
  return new_reflect_method(self, *accessor);
}

// Makes the object for one row of the Record attribute (JVMS 4.7.30). All parts that need
// allocation are made first, and stored together under one NoSafepoint.
JavaResult<Handle<java::RecordComponent>> new_record_component(
    JavaThread& self, const Class& klass, const classfile::RecordComponent& row) {
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  std::string_view name = pool.utf8(row.name_index);
  std::string_view descriptor = pool.utf8(row.descriptor_index);
  auto component = MJ_TRY(new_instance<java::RecordComponent>(self));
  Class* type = MJ_TRY(class_of_descriptor(self, klass, descriptor.data(), descriptor.size()));
  auto name_string = MJ_TRY(intern_string(self, name));
  auto accessor = MJ_TRY(accessor_of(self, klass, name, descriptor));
  auto signature = MJ_TRY(utf8_or_null(self, pool, row.signature_index));
  auto annotations = MJ_TRY(
      new_byte_array_or_null(self, row.annotations.visible.data(), row.annotations.visible.size()));
  auto type_annotations = MJ_TRY(new_byte_array_or_null(self, row.annotations.visible_type.data(),
                                                        row.annotations.visible_type.size()));
  NoSafepoint still(self);
  java::RecordComponent* raw = component.raw(still);
  raw->set_clazz(still, klass.mirror);
  raw->set_name(still, name_string.raw(still));
  raw->set_type(still, type->mirror);
  raw->set_accessor(still, accessor.raw(still));
  raw->set_signature(still, signature.raw(still));
  raw->set_annotations(still, annotations.raw(still));
  raw->set_typeAnnotations(still, type_annotations.raw(still));
  return component;
}

// Returns null for a class that is not a record.
JavaResult<Handle<java::ObjectArray>> record_components(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || !klass.file->is_record()) {
    return Handle<java::ObjectArray>();
  }
  // new_instance needs an initialized class.
  MJ_TRY(initialize_class(self, *wk().java_lang_reflect_RecordComponent));
  const std::vector<classfile::RecordComponent>& rows = klass.file->record_components();
  Handle<java::ObjectArray> array = MJ_TRY(new_object_array(
      self, *wk().java_lang_reflect_RecordComponent, static_cast<jint>(rows.size())));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_record_component(self, klass, rows[i])));
  }
  return array;
}

// Makes an array of RuntimeVisibleTypeAnnotations, which Java parses.
jbyteArray type_annotations(NativeEntry& vm, const classfile::Annotations& annotations) {
  classfile::Bytes bytes = annotations.visible_type;
  return vm.result_as<jbyteArray>(new_byte_array_or_null(vm.self, bytes.data(), bytes.size()));
}

}  // namespace

extern "C" {

// Implements Class.getDeclaredFields0.
jobjectArray JVM_GetClassDeclaredFields(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(
      announced_with_elements(vm.self, declared_fields(vm.self, class_of(mirror), public_only)));
}

// Implements Class.getDeclaredMethods0.
jobjectArray JVM_GetClassDeclaredMethods(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(
      announced_with_elements(vm.self, declared_methods(vm.self, class_of(mirror), public_only)));
}

// Implements Class.getDeclaredConstructors0.
jobjectArray JVM_GetClassDeclaredConstructors(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(announced_with_elements(
      vm.self, declared_constructors(vm.self, class_of(mirror), public_only)));
}

// Implements java.lang.reflect.Executable.getParameters0.
jobjectArray JVM_GetMethodParameters(JNIEnv* env, jobject executable) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(method_parameters(vm.self, handle_of(executable)));
}

// Implements Class.getRecordComponents0.
jobjectArray JVM_GetRecordComponents(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(record_components(vm.self, class_of(mirror)));
}

// Implements java.lang.reflect.Field.getTypeAnnotationBytes0.
jbyteArray JVM_GetFieldTypeAnnotations(JNIEnv* env, jobject reflect_field) {
  NativeEntry vm(env);
  const Field* field = field_of_reflect(vm.self, handle_of(reflect_field));
  return field == nullptr ? nullptr
                          : type_annotations(vm, field->holder->file->annotations_of(*field->info));
}

// Implements java.lang.reflect.Executable.getTypeAnnotationBytes0.
jbyteArray JVM_GetMethodTypeAnnotations(JNIEnv* env, jobject executable) {
  NativeEntry vm(env);
  const Method* method = method_of_reflect(vm.self, handle_of(executable));
  return method == nullptr ? nullptr : type_annotations(vm, method->attributes().annotations);
}

// Implements jdk.internal.reflect.NativeMethodAccessorImpl.invoke0.
jobject JVM_InvokeMethod(JNIEnv* env, jobject method, jobject receiver, jobjectArray arguments) {
  NativeEntry vm(env);
  return vm.result(
      invoke_reflected(vm.self, handle_of(method), handle_of(receiver), handle_of(arguments)));
}

// Implements jdk.internal.reflect.NativeConstructorAccessorImpl.newInstance0.
jobject JVM_NewInstanceFromConstructor(JNIEnv* env, jobject constructor, jobjectArray arguments) {
  NativeEntry vm(env);
  return vm.result(announced(
      vm.self, construct_reflected(vm.self, handle_of(constructor), handle_of(arguments))));
}

}  // extern "C"
}  // namespace minijvm::vm
