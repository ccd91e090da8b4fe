// JNI: objects, their fields, and the ids of fields and methods (JNI specification, "Object Operations", "Accessing Fields").
#include <cstring>
#include <string>
#include <type_traits>

#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/vm_events.h"
#include "vm/native/field_access.h"
#include "vm/native/jni_functions.h"
#include "vm/native/method_ids.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Symbol;
using sync::NoSafepoint;

namespace {

Method* find_method(Class& klass, const Symbol* name, const Symbol* descriptor) {
  if (klass.is_primitive() || name == nullptr || descriptor == nullptr) {
    return nullptr;
  }
  if (name->text() == "<init>" || name->text() == "<clinit>") {
    return klass.find_declared_method(name, descriptor);
  }
  return klass.is_interface() ? runtime::lookup_interface_method(klass, name, descriptor) : runtime::lookup_method(klass, name, descriptor);
}

// HOTSPOT: no name means a constructor, and errors show what was given.
JavaResult<Method*> method_id(JavaThread& self, Class& klass, const char* name, const char* descriptor, bool is_static) {
  if (!klass.is_primitive()) {
    MJ_TRY(initialize_class(self, klass));
  }
  const Symbol* name_symbol = runtime::find_symbol(name == nullptr ? "<init>" : name);
  const Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  if (name_symbol == nullptr || descriptor_symbol == nullptr) {
    return throw_new(self, "java/lang/NoSuchMethodError", name);  // HotSpot: no method anywhere can be meant, and it says less
  }
  Method* method = find_method(klass, name_symbol, descriptor_symbol);
  if (method == nullptr || method->is_static() != is_static) {
    std::string where = klass.is_instance_class() ? "L" + std::string(klass.name->text()) + ";" : std::string(klass.name->text());
    return throw_newf(self, "java/lang/NoSuchMethodError", "%s%s.%s%s", is_static ? "static " : "", where.c_str(), name == nullptr ? "(null)" : name,
                      descriptor);
  }
  return method;
}

JavaResult<Field*> field_id(JavaThread& self, Class& klass, const char* name, const char* descriptor, bool is_static) {
  const Symbol* name_symbol = runtime::find_symbol(name);
  const Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  Field* field = nullptr;
  if (klass.is_instance_class()) {
    MJ_TRY(initialize_class(self, klass));
    if (name_symbol != nullptr && descriptor_symbol != nullptr) {
      field = runtime::lookup_field(klass, name_symbol, descriptor_symbol);
    }
  }
  if (field == nullptr || field->is_static() != is_static) {
    if (is_static) {
      return throw_new(self, "java/lang/NoSuchFieldError", name);
    }
    return throw_newf(self, "java/lang/NoSuchFieldError", "%s.%s %s", klass.external_name().c_str(), name, descriptor);
  }
  return field;
}

JavaResult<Handle<>> alloc_object(JavaThread& self, Class& klass) {
  if (!klass.is_instance_class() || klass.is_abstract() || klass.is_interface()) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  return new_instance(self, klass);
}

Field& field_of(jfieldID id) { return *reinterpret_cast<Field*>(id); }

void tell_of_read(JavaThread& self, Field& field, Handle<> object) {
  if (VmListener* listener = vm_listener()) {
    listener->jni_reads(self, field, object);
  }
}

template <class T>
void tell_of_write(JavaThread& self, Field& field, Handle<> object, T value) {
  if (VmListener* listener = vm_listener()) {
    JavaValue written{field.type, {}, {}};
    if constexpr (std::is_same_v<T, Handle<>>) {
      written.reference = value;
    } else {
      std::memcpy(&written.slot, &value, sizeof value);
    }
    listener->jni_writes(self, field, object, written);
  }
}

template <class T>
T get_field(JNIEnv* env, jobject object, jfieldID id) {
  NativeEntry vm(env);
  tell_of_read(vm.self, field_of(id), handle_of(object));
  NoSafepoint still(vm.self);
  return load_field<T>(still, handle_of(object).raw(still), field_of(id));
}

template <class T>
void set_field(JNIEnv* env, jobject object, jfieldID id, T value) {
  NativeEntry vm(env);
  tell_of_write(vm.self, field_of(id), handle_of(object), value);
  NoSafepoint still(vm.self);
  store_field<T>(still, handle_of(object).raw(still), field_of(id), value);
}

template <class T>
T get_static_field(JNIEnv* env, jfieldID id) {
  NativeEntry vm(env);
  tell_of_read(vm.self, field_of(id), {});
  NoSafepoint still(vm.self);
  return load_field<T>(still, static_base(field_of(id)), field_of(id));
}

template <class T>
void set_static_field(JNIEnv* env, jfieldID id, T value) {
  NativeEntry vm(env);
  tell_of_write(vm.self, field_of(id), {}, value);
  NoSafepoint still(vm.self);
  store_field<T>(still, static_base(field_of(id)), field_of(id), value);
}

Handle<> load_ref_handle(JavaThread& self, Handle<> base, const Field& field) {
  NoSafepoint still(self);
  return runtime::make_handle(self, still, load_field<Object*>(still, base.raw(still), field));
}

// A boolean from native code is 0 or not.
template <class T>
T normalized(T value) {
  return value;
}
template <>
jboolean normalized(jboolean value) {
  return value != 0;
}

}  // namespace

namespace jni {

jobject AllocObject(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result(alloc_object(vm.self, class_of(mirror)));
}

jclass GetObjectClass(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  const Class* klass = nullptr;
  {
    NoSafepoint still(vm.self);
    klass = handle_of(object).raw(still)->klass();
  }
  return vm.class_result(klass);
}

jboolean IsInstanceOf(JNIEnv* env, jobject object, jclass mirror) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  const Object* raw = handle_of(object).raw(still);
  return raw == nullptr || (!class_of(mirror).is_primitive() && raw->klass()->is_subclass_of(class_of(mirror)));
}

jmethodID GetMethodID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return id_or_null(vm.value(method_id(vm.self, class_of(mirror), name, descriptor, false)));
}

jmethodID GetStaticMethodID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return id_or_null(vm.value(method_id(vm.self, class_of(mirror), name, descriptor, true)));
}

jfieldID GetFieldID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(vm.value(field_id(vm.self, class_of(mirror), name, descriptor, false)));
}

jfieldID GetStaticFieldID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(vm.value(field_id(vm.self, class_of(mirror), name, descriptor, true)));
}

jobject GetObjectField(JNIEnv* env, jobject object, jfieldID id) {
  NativeEntry vm(env);
  tell_of_read(vm.self, field_of(id), handle_of(object));
  return vm.result(load_ref_handle(vm.self, handle_of(object), field_of(id)));
}

void SetObjectField(JNIEnv* env, jobject object, jfieldID id, jobject value) {
  NativeEntry vm(env);
  tell_of_write(vm.self, field_of(id), handle_of(object), handle_of(value));
  NoSafepoint still(vm.self);
  store_ref_field(still, handle_of(object).raw(still), field_of(id), handle_of(value).raw(still));
}

jobject GetStaticObjectField(JNIEnv* env, jclass, jfieldID id) {
  NativeEntry vm(env);
  tell_of_read(vm.self, field_of(id), {});
  return vm.result(load_ref_handle(vm.self, Handle<>(&field_of(id).holder->mirror), field_of(id)));
}

// Also finals: System.setOut0 writes System.out this way.
void SetStaticObjectField(JNIEnv* env, jclass, jfieldID id, jobject value) {
  NativeEntry vm(env);
  tell_of_write(vm.self, field_of(id), {}, handle_of(value));
  NoSafepoint still(vm.self);
  store_ref_field(still, static_base(field_of(id)), field_of(id), handle_of(value).raw(still));
}

#define MJ_FIELD_FUNCTIONS(Name, jtype, basic, member)                                                                              \
  jtype Get##Name##Field(JNIEnv* env, jobject object, jfieldID id) { return get_field<jtype>(env, object, id); }                     \
  void Set##Name##Field(JNIEnv* env, jobject object, jfieldID id, jtype value) { set_field<jtype>(env, object, id, normalized(value)); } \
  jtype GetStatic##Name##Field(JNIEnv* env, jclass, jfieldID id) { return get_static_field<jtype>(env, id); }                        \
  void SetStatic##Name##Field(JNIEnv* env, jclass, jfieldID id, jtype value) { set_static_field<jtype>(env, id, normalized(value)); }
MJ_JNI_PRIMITIVE_TYPES(MJ_FIELD_FUNCTIONS)
#undef MJ_FIELD_FUNCTIONS

}  // namespace jni
}  // namespace minijvm::vm
