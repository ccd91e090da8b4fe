// JVM_*: members as java.lang.reflect objects, and reflective calls. Proved by tests/java/reflection.
#include "classfile/class_file.h"
#include "gc/barrier.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

namespace {

void store_element(JavaThread& self, Handle<> array, std::size_t index, Handle<> value) {
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(index), 3), value.raw(still));
}

// An array of reflect objects for the members that `wanted` picks.
template <class Member, class Make>
JavaResult<Handle<>> member_array(JavaThread& self, Class& element_class, const std::vector<const Member*>& members, Make make) {
  Handle<> array = MJ_TRY(new_object_array(self, element_class, static_cast<jint>(members.size())));
  for (std::size_t i = 0; i < members.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(make(self, *members[i])));
  }
  return array;
}

JavaResult<Handle<>> declared_fields(JavaThread& self, Class& klass, bool public_only) {
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

JavaResult<std::vector<const Method*>> declared(JavaThread& self, Class& klass, bool public_only, bool constructors) {
  std::vector<const Method*> methods;
  if (klass.is_instance_class()) {
    MJ_TRY(lift(self, runtime::link_class(self, klass)));
    for (const Method& method : klass.methods) {
      bool fits = constructors ? method.is_initializer() && !method.is_static() : !method.is_initializer() && !method.is_class_initializer();
      if (fits && !method.is_deleted && method.info != nullptr && (!public_only || method.is_public())) {
        methods.push_back(&method);
      }
    }
  }
  return methods;
}

JavaResult<Handle<>> declared_methods(JavaThread& self, Class& klass, bool public_only) {
  std::vector<const Method*> methods = MJ_TRY(declared(self, klass, public_only, false));
  return member_array(self, *wk().java_lang_reflect_Method, methods, new_reflect_method);
}

JavaResult<Handle<>> declared_constructors(JavaThread& self, Class& klass, bool public_only) {
  std::vector<const Method*> constructors = MJ_TRY(declared(self, klass, public_only, true));
  return member_array(self, *wk().java_lang_reflect_Constructor, constructors, new_reflect_constructor);
}

JavaResult<Handle<>> new_parameter(JavaThread& self, const Method& method, classfile::MethodParameter row, jint index, Handle<> executable) {
  const classfile::ConstantPool& pool = method.pool->raw();
  if (row.name_index != 0 && !pool.is(row.name_index, classfile::ConstantTag::Utf8)) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
  }
  Handle<> parameter = MJ_TRY(new_instance(self, *wk().java_lang_reflect_Parameter));
  Handle<> name = row.name_index == 0 ? Handle<>() : MJ_TRY(intern_string(self, pool.utf8(row.name_index)));
  NoSafepoint still(self);
  Object* raw = parameter.raw(still);
  gc::store_ref(still, raw, wk().Parameter_name, name.raw(still));
  gc::store_ref(still, raw, wk().Parameter_executable, executable.raw(still));
  raw->store<jint>(wk().Parameter_modifiers, row.access_flags);
  raw->store<jint>(wk().Parameter_index, index);
  return parameter;
}

JavaResult<Handle<>> method_parameters(JavaThread& self, Handle<> executable) {
  const Method* method = method_of_reflect(self, executable);
  if (method == nullptr || method->info == nullptr || !method->info->has_method_parameters) {
    return Handle<>();
  }
  MJ_TRY(initialize_class(self, *wk().java_lang_reflect_Parameter));
  classfile::Table<classfile::MethodParameter> rows = method->info->method_parameters;
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_reflect_Parameter, static_cast<jint>(rows.size())));
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_parameter(self, *method, rows[i], static_cast<jint>(i), executable)));
  }
  return array;
}

// The accessor is the public method with the component's name and type; null without one.
JavaResult<Handle<>> accessor_of(JavaThread& self, const Class& klass, std::string_view name, std::string_view descriptor) {
  const runtime::Symbol* type = runtime::find_symbol("()" + std::string(descriptor));
  const runtime::Symbol* name_symbol = runtime::find_symbol(name);
  const Method* accessor = type == nullptr || name_symbol == nullptr ? nullptr : klass.find_declared_method(name_symbol, type);
  return accessor == nullptr || accessor->is_static() ? JavaResult<Handle<>>(Handle<>()) : new_reflect_method(self, *accessor);
}

JavaResult<Handle<>> new_record_component(JavaThread& self, const Class& klass, const classfile::RecordComponent& row) {
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  std::string_view name = pool.utf8(row.name_index);
  std::string_view descriptor = pool.utf8(row.descriptor_index);
  Handle<> component = MJ_TRY(new_instance(self, *wk().java_lang_reflect_RecordComponent));
  Class* type = MJ_TRY(class_of_descriptor(self, klass, descriptor.data(), descriptor.size()));
  Handle<> name_string = MJ_TRY(intern_string(self, name));
  Handle<> accessor = MJ_TRY(accessor_of(self, klass, name, descriptor));
  Handle<> signature = row.signature_index == 0 ? Handle<>() : MJ_TRY(intern_string(self, pool.utf8(row.signature_index)));
  Handle<> annotations = MJ_TRY(new_byte_array_or_null(self, row.annotations.visible.data(), row.annotations.visible.size()));
  Handle<> type_annotations = MJ_TRY(new_byte_array_or_null(self, row.annotations.visible_type.data(), row.annotations.visible_type.size()));
  NoSafepoint still(self);
  Object* raw = component.raw(still);
  gc::store_ref(still, raw, wk().RecordComponent_clazz, klass.mirror);
  gc::store_ref(still, raw, wk().RecordComponent_name, name_string.raw(still));
  gc::store_ref(still, raw, wk().RecordComponent_type, type->mirror);
  gc::store_ref(still, raw, wk().RecordComponent_accessor, accessor.raw(still));
  gc::store_ref(still, raw, wk().RecordComponent_signature, signature.raw(still));
  gc::store_ref(still, raw, wk().RecordComponent_annotations, annotations.raw(still));
  gc::store_ref(still, raw, wk().RecordComponent_typeAnnotations, type_annotations.raw(still));
  return component;
}

JavaResult<Handle<>> record_components(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || !klass.file->is_record()) {
    return Handle<>();
  }
  MJ_TRY(initialize_class(self, *wk().java_lang_reflect_RecordComponent));
  const std::vector<classfile::RecordComponent>& rows = klass.file->record_components();
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_reflect_RecordComponent, static_cast<jint>(rows.size())));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_record_component(self, klass, rows[i])));
  }
  return array;
}

}  // namespace

extern "C" {

jobjectArray JVM_GetClassDeclaredFields(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(announced_with_elements(vm.self, declared_fields(vm.self, class_of(mirror), public_only)));
}

jobjectArray JVM_GetClassDeclaredMethods(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(announced_with_elements(vm.self, declared_methods(vm.self, class_of(mirror), public_only)));
}

jobjectArray JVM_GetClassDeclaredConstructors(JNIEnv* env, jclass mirror, jboolean public_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(announced_with_elements(vm.self, declared_constructors(vm.self, class_of(mirror), public_only)));
}

jobjectArray JVM_GetMethodParameters(JNIEnv* env, jobject executable) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(method_parameters(vm.self, handle_of(executable)));
}

jobjectArray JVM_GetRecordComponents(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(record_components(vm.self, class_of(mirror)));
}

jbyteArray JVM_GetFieldTypeAnnotations(JNIEnv* env, jobject reflect_field) {
  NativeEntry vm(env);
  const Field* field = field_of_reflect(vm.self, handle_of(reflect_field));
  if (field == nullptr || field->info == nullptr) {
    return nullptr;
  }
  classfile::Bytes bytes = field->info->annotations.visible_type;
  return vm.result_as<jbyteArray>(new_byte_array_or_null(vm.self, bytes.data(), bytes.size()));
}

jbyteArray JVM_GetMethodTypeAnnotations(JNIEnv* env, jobject executable) {
  NativeEntry vm(env);
  const Method* method = method_of_reflect(vm.self, handle_of(executable));
  if (method == nullptr || method->info == nullptr) {
    return nullptr;
  }
  classfile::Bytes bytes = method->info->annotations.visible_type;
  return vm.result_as<jbyteArray>(new_byte_array_or_null(vm.self, bytes.data(), bytes.size()));
}

jobject JVM_InvokeMethod(JNIEnv* env, jobject method, jobject receiver, jobjectArray arguments) {
  NativeEntry vm(env);
  return vm.result(invoke_reflected(vm.self, handle_of(method), handle_of(receiver), handle_of(arguments)));
}

jobject JVM_NewInstanceFromConstructor(JNIEnv* env, jobject constructor, jobjectArray arguments) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, construct_reflected(vm.self, handle_of(constructor), handle_of(arguments))));
}

}  // extern "C"
}  // namespace minijvm::vm
