// Implements the JNI functions for objects, fields, and the ids of fields and methods (JNI
// specification, chapter 4, "Object Operations", "Accessing Fields of Objects" and "Accessing
// Static Fields"). A jfieldID is the address of a Field. The caller is in native state.
#include <cstring>
#include <string>
#include <type_traits>

#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "runtime/object/object.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/accesses.h"
#include "vm/natives/jni/field_access.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/jni/method_ids.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"

namespace minijvm::vm {

using decide::OpKind;
using runtime::Class;
using runtime::Field;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Symbol;
using sync::NoSafepoint;

namespace {

// Constructors and class initializers are not inherited, so they are looked up in the class itself.
Method* find_method(Class& klass, const Symbol* name, const Symbol* descriptor) {
  if (klass.is_primitive() || name == nullptr || descriptor == nullptr) {
    return nullptr;
  }
  if (name->text() == "<init>" || name->text() == "<clinit>") {
    return klass.find_declared_method(name, descriptor);
  }
  return klass.is_interface() ? runtime::lookup_interface_method(klass, name, descriptor)
                              : runtime::lookup_method(klass, name, descriptor);
}

// GetMethodID initializes the class (JNI specification, chapter 4).
// HOTSPOT: a null name means a constructor, and the error message shows the given name.
JavaResult<Method*> method_id(JavaThread& self, Class& klass, const char* name,
                              const char* descriptor, bool is_static) {
  if (!klass.is_primitive()) {
    MJ_TRY(initialize_class(self, klass));
  }
  const Symbol* name_symbol = runtime::find_symbol(name == nullptr ? "<init>" : name);
  const Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  // HOTSPOT: without a symbol no class has such a method, and the message is shorter.
  if (name_symbol == nullptr || descriptor_symbol == nullptr) {
    return throw_new(self, "java/lang/NoSuchMethodError", name);
  }
  Method* method = find_method(klass, name_symbol, descriptor_symbol);
  if (method == nullptr || method->is_static() != is_static) {
    std::string where = klass.is_instance_class() ? "L" + std::string(klass.name->text()) + ";"
                                                  : std::string(klass.name->text());
    return throw_newf(self, "java/lang/NoSuchMethodError", "%s%s.%s%s", is_static ? "static " : "",
                      where.c_str(), name == nullptr ? "(null)" : name, descriptor);
  }
  return method;
}

// GetFieldID initializes the class, too. The message for a static field is just its name, as in
// HotSpot.
JavaResult<Field*> field_id(JavaThread& self, Class& klass, const char* name,
                            const char* descriptor, bool is_static) {
  const Symbol* name_symbol = runtime::find_symbol(name);
  const Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  // Arrays and primitives have no fields.
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
    return throw_newf(self, "java/lang/NoSuchFieldError", "%s.%s %s", klass.external_name().c_str(),
                      name, descriptor);
  }
  return field;
}

// AllocObject makes an instance without a constructor call.
JavaResult<Handle<>> alloc_object(JavaThread& self, Class& klass) {
  if (!klass.is_instance_class() || klass.is_abstract() || klass.is_interface()) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  return new_instance(self, klass);
}

// Fields do not move, and JNI forbids the use of an id after its class is unloaded.
Field& field_of(jfieldID id) { return *reinterpret_cast<Field*>(id); }

// For a static field the object is a null handle.
void watch(JavaThread& self, OpKind kind, const Field& field, Handle<> object) {
  if (access_observer() == nullptr) {
    return;
  }
  NoSafepoint still(self);
  tell_of_native_field(self, kind, field,
                       object.is_null() ? static_base(field) : object.raw(still));
}

// JVMTI field watches: JNI accesses are reported as those of bytecode are. For a static field the
// object is a null handle.
void report_read(JavaThread& self, Field& field, Handle<> object) {
  watch(self, OpKind::kRead, field, object);
  notify(kJniFieldEvents, [&](Observer& observer) { observer.jni_reads(self, field, object); });
}

// Builds the value only if an observer wants it.
template <class T>
void report_write(JavaThread& self, Field& field, Handle<> object, T value) {
  watch(self, OpKind::kWrite, field, object);
  // OPTIMIZATION: without an observer, no value is built.
  if (!is_observed(kJniFieldEvents)) {
    return;
  }
  JavaValue written{field.type, {}, {}};
  if constexpr (std::is_same_v<T, Handle<>>) {
    written.reference = value;
  } else {
    // The slot's other bytes are zero, and the machine is little-endian.
    std::memcpy(&written.slot, &value, sizeof value);
  }
  notify(kJniFieldEvents,
         [&](Observer& observer) { observer.jni_writes(self, field, object, written); });
}

// The read is reported first: an observer may stop for a safepoint, so the object is read from its
// slot afterwards.
template <class T>
T get_field(JNIEnv* env, jobject object, jfieldID id) {
  NativeEntry vm(env);
  report_read(vm.self, field_of(id), handle_of(object));
  NoSafepoint still(vm.self);
  return load_field<T>(still, handle_of(object).raw(still), field_of(id));
}

template <class T>
void set_field(JNIEnv* env, jobject object, jfieldID id, T value) {
  NativeEntry vm(env);
  report_write(vm.self, field_of(id), handle_of(object), value);
  NoSafepoint still(vm.self);
  store_field<T>(still, handle_of(object).raw(still), field_of(id), value);
}

template <class T>
T get_static_field(JNIEnv* env, jfieldID id) {
  NativeEntry vm(env);
  report_read(vm.self, field_of(id), {});
  NoSafepoint still(vm.self);
  return load_field<T>(still, static_base(field_of(id)), field_of(id));
}

template <class T>
void set_static_field(JNIEnv* env, jfieldID id, T value) {
  NativeEntry vm(env);
  report_write(vm.self, field_of(id), {}, value);
  NoSafepoint still(vm.self);
  store_field<T>(still, static_base(field_of(id)), field_of(id), value);
}

// The new handle is made under the same NoSafepoint as the read.
Handle<> load_ref_handle(JavaThread& self, Handle<> base, const Field& field) {
  NoSafepoint still(self);
  return runtime::make_handle(self, still, load_field<Object*>(still, base.raw(still), field));
}

// A boolean from native code is any non-zero byte; the heap holds only 0 and 1.
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

// Throws InstantiationException for an interface or an abstract class.
jobject AllocObject(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result(alloc_object(vm.self, class_of(mirror)));
}

// REQUIRES: the object is not null.
jclass GetObjectClass(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return vm.class_result(klass_of(vm.self, handle_of(object)));
}

// JNI specification, chapter 4: null can be cast to any class, so the answer for null is true.
jboolean IsInstanceOf(JNIEnv* env, jobject object, jclass mirror) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  const Object* raw = handle_of(object).raw(still);
  return raw == nullptr ||
         (!class_of(mirror).is_primitive() && raw->klass()->is_subclass_of(class_of(mirror)));
}

// Throws NoSuchMethodError if there is no such method, or if it is static.
jmethodID GetMethodID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return id_or_null(vm.value(method_id(vm.self, class_of(mirror), name, descriptor, false)));
}

// Throws NoSuchMethodError if there is no such method, or if it is not static.
jmethodID GetStaticMethodID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return id_or_null(vm.value(method_id(vm.self, class_of(mirror), name, descriptor, true)));
}

// Throws NoSuchFieldError in the same way. The field may be inherited.
jfieldID GetFieldID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(
      vm.value(field_id(vm.self, class_of(mirror), name, descriptor, false)));
}

jfieldID GetStaticFieldID(JNIEnv* env, jclass mirror, const char* name, const char* descriptor) {
  NativeEntry vm(env);
  return reinterpret_cast<jfieldID>(
      vm.value(field_id(vm.self, class_of(mirror), name, descriptor, true)));
}

// Reports the read first and loads afterwards, because an observer may let a collection move the
// object.
jobject GetObjectField(JNIEnv* env, jobject object, jfieldID id) {
  NativeEntry vm(env);
  report_read(vm.self, field_of(id), handle_of(object));
  return vm.result(load_ref_handle(vm.self, handle_of(object), field_of(id)));
}

// The store goes through gc and its write barrier.
void SetObjectField(JNIEnv* env, jobject object, jfieldID id, jobject value) {
  NativeEntry vm(env);
  report_write(vm.self, field_of(id), handle_of(object), handle_of(value));
  NoSafepoint still(vm.self);
  store_ref_field(still, handle_of(object).raw(still), field_of(id), handle_of(value).raw(still));
}

// The class's mirror holds its static fields.
jobject GetStaticObjectField(JNIEnv* env, jclass, jfieldID id) {
  NativeEntry vm(env);
  report_read(vm.self, field_of(id), {});
  return vm.result(load_ref_handle(vm.self, mirror_of(*field_of(id).holder), field_of(id)));
}

// Writes final fields as well: System.setOut0 writes System.out in this way.
void SetStaticObjectField(JNIEnv* env, jclass, jfieldID id, jobject value) {
  NativeEntry vm(env);
  report_write(vm.self, field_of(id), {}, handle_of(value));
  NoSafepoint still(vm.self);
  store_ref_field(still, static_base(field_of(id)), field_of(id), handle_of(value).raw(still));
}

// These are the four functions of one primitive type.
#define MJ_FIELD_FUNCTIONS(Name, jtype, basic, member)                           \
  jtype Get##Name##Field(JNIEnv* env, jobject object, jfieldID id) {             \
    return get_field<jtype>(env, object, id);                                    \
  }                                                                              \
  void Set##Name##Field(JNIEnv* env, jobject object, jfieldID id, jtype value) { \
    set_field<jtype>(env, object, id, normalized(value));                        \
  }                                                                              \
  jtype GetStatic##Name##Field(JNIEnv* env, jclass, jfieldID id) {               \
    return get_static_field<jtype>(env, id);                                     \
  }                                                                              \
  void SetStatic##Name##Field(JNIEnv* env, jclass, jfieldID id, jtype value) {   \
    set_static_field<jtype>(env, id, normalized(value));                         \
  }
MJ_JNI_PRIMITIVE_TYPES(MJ_FIELD_FUNCTIONS)
#undef MJ_FIELD_FUNCTIONS

}  // namespace jni
}  // namespace minijvm::vm
