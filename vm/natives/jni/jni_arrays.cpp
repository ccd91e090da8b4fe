// Implements the JNI functions for arrays (JNI specification, chapter 4, "Array Operations"). They
// hand elements out as copies, the critical functions too, because the collector may move the array
// meanwhile. The caller is in native state.
#include <cstdlib>
#include <cstring>

#include "gc/heap/reference_fields.h"
#include "runtime/link/class_linker.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/accesses.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using decide::OpKind;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

JavaResult<void> check_index(JavaThread& self, jarray array, jsize index) {
  jsize length = length_of(self, handle_of(array));
  if (index < 0 || index >= length) {
    return throw_array_index(self, index, length);
  }
  return {};
}

// The check avoids `start + count`, which could overflow.
JavaResult<void> check_region(JavaThread& self, jarray array, jsize start, jsize count) {
  jsize length = length_of(self, handle_of(array));
  if (start < 0 || count < 0 || start > length - count) {
    return throw_newf(self, "java/lang/ArrayIndexOutOfBoundsException",
                      "Array region %d..%ld out of bounds for length %d", start,
                      static_cast<long>(start) + count, length);
  }
  return {};
}

// REQUIRES: the array has these elements.
void watch(JavaThread& self, OpKind kind, jarray array, jsize start, jsize count) {
  NoSafepoint still(self);
  tell_of_native_elements(self, kind, handle_of(array).raw(still), start, count);
}

// Makes an array all of whose elements refer to `initial`.
JavaResult<Handle<java::ObjectArray>> object_array(JavaThread& self, jsize length, Class& component,
                                                   Handle<> initial) {
  Handle<java::ObjectArray> array = MJ_TRY(new_object_array(self, component, length));
  if (!initial.is_null()) {
    NoSafepoint still(self);
    java::ObjectArray* raw = array.raw(still);
    for (jsize i = 0; i < length; ++i) {
      raw->store_element(still, i, initial.raw(still));
    }
  }
  return array;
}

JavaResult<Handle<>> element_at(JavaThread& self, jobjectArray array, jsize index) {
  MJ_TRY(check_index(self, array, index));
  watch(self, OpKind::kRead, array, index, 1);
  return element_of(self, handle_of(array), index);
}

// JVMS 6.5.aastore: the value must be null or an instance of the component type. The exception is
// thrown after the NoSafepoint ends.
JavaResult<void> set_element(JavaThread& self, jobjectArray array, jsize index, Handle<> value) {
  MJ_TRY(check_index(self, array, index));
  const Class* value_class = nullptr;
  const Class* component = nullptr;
  {
    NoSafepoint still(self);
    java::ObjectArray* raw = handle_of(array).raw(still);
    Object* element = value.raw(still);
    component = raw->klass()->component;
    value_class = element == nullptr ? nullptr : element->klass();
    if (value_class == nullptr || value_class->is_subclass_of(*component)) {
      tell_of_native_elements(self, OpKind::kWrite, raw, index, 1);
      raw->store_element(still, index, element);
      return {};
    }
  }
  return throw_newf(
      self, "java/lang/ArrayStoreException", "type mismatch: can not store %s to %s[%d]",
      value_class->external_name().c_str(), component->external_name().c_str(), index);
}

// Copies the elements into a block of malloc. Returns null if there is no memory; no exception is
// thrown then. The copy has at least one byte, so that an empty array has an address.
void* copy_elements(JavaThread& self, jarray array, jboolean* is_copy) {
  NoSafepoint still(self);
  Object* raw = handle_of(array).raw(still);
  tell_of_native_elements(self, OpKind::kRead, raw, 0, raw->array_length());
  std::size_t bytes = static_cast<std::size_t>(raw->array_length()) << raw->klass()->log2_element;
  void* copy = std::malloc(bytes == 0 ? 1 : bytes);
  if (copy == nullptr) {
    return nullptr;
  }
  std::memcpy(copy, raw->elements<std::byte>(), bytes);
  if (is_copy != nullptr) {
    *is_copy = JNI_TRUE;
  }
  return copy;
}

// Copies back and frees as the Release functions ask (JNI specification, chapter 4): mode 0 copies
// back and frees, JNI_COMMIT only copies back, JNI_ABORT only frees.
void return_elements(JavaThread& self, jarray array, void* copy, jint mode) {
  if (copy == nullptr) {
    return;
  }
  if (mode != JNI_ABORT) {
    NoSafepoint still(self);
    Object* raw = handle_of(array).raw(still);
    tell_of_native_elements(self, OpKind::kWrite, raw, 0, raw->array_length());
    std::memcpy(raw->elements<std::byte>(), copy,
                static_cast<std::size_t>(raw->array_length()) << raw->klass()->log2_element);
  }
  if (mode != JNI_COMMIT) {
    std::free(copy);
  }
}

// Throws ArrayIndexOutOfBoundsException for a region outside of the array; nothing is copied then.
template <class T>
void get_region(JNIEnv* env, jarray array, jsize start, jsize count, T* to) {
  NativeEntry vm(env);
  if (check_region(vm.self, array, start, count).ok() && count != 0) {
    watch(vm.self, OpKind::kRead, array, start, count);
    NoSafepoint still(vm.self);
    std::memcpy(to, handle_of(array).raw(still)->elements<T>() + start,
                static_cast<std::size_t>(count) * sizeof(T));
  }
}

template <class T>
void set_region(JNIEnv* env, jarray array, jsize start, jsize count, const T* from) {
  NativeEntry vm(env);
  if (check_region(vm.self, array, start, count).ok() && count != 0) {
    watch(vm.self, OpKind::kWrite, array, start, count);
    NoSafepoint still(vm.self);
    std::memcpy(handle_of(array).raw(still)->elements<T>() + start, from,
                static_cast<std::size_t>(count) * sizeof(T));
  }
}

}  // namespace

namespace jni {

// REQUIRES: the array is not null.
jsize GetArrayLength(JNIEnv* env, jarray array) {
  NativeEntry vm(env);
  return length_of(vm.self, handle_of(array));
}

// Throws NegativeArraySizeException for a negative length.
jobjectArray NewObjectArray(JNIEnv* env, jsize length, jclass component, jobject initial) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(
      object_array(vm.self, length, class_of(component), handle_of(initial)));
}

// Throws ArrayIndexOutOfBoundsException; the result is a new local reference.
jobject GetObjectArrayElement(JNIEnv* env, jobjectArray array, jsize index) {
  NativeEntry vm(env);
  return vm.result(element_at(vm.self, array, index));
}

// Throws ArrayIndexOutOfBoundsException or ArrayStoreException.
void SetObjectArrayElement(JNIEnv* env, jobjectArray array, jsize index, jobject value) {
  NativeEntry vm(env);
  (void)set_element(vm.self, array, index, handle_of(value));
}

// These are the five functions of one element type.
#define MJ_ARRAY_FUNCTIONS(Name, jtype, basic, member)                                             \
  jtype##Array New##Name##Array(JNIEnv* env, jsize length) {                                       \
    NativeEntry vm(env);                                                                           \
    return vm.result_as<jtype##Array>(new_primitive_array(vm.self, basic, length));                \
  }                                                                                                \
  jtype* Get##Name##ArrayElements(JNIEnv* env, jtype##Array array, jboolean* is_copy) {            \
    NativeEntry vm(env);                                                                           \
    return static_cast<jtype*>(copy_elements(vm.self, array, is_copy));                            \
  }                                                                                                \
  void Release##Name##ArrayElements(JNIEnv* env, jtype##Array array, jtype* elements, jint mode) { \
    NativeEntry vm(env);                                                                           \
    return_elements(vm.self, array, elements, mode);                                               \
  }                                                                                                \
  void Get##Name##ArrayRegion(JNIEnv* env, jtype##Array array, jsize start, jsize count,           \
                              jtype* to) {                                                         \
    get_region(env, array, start, count, to);                                                      \
  }                                                                                                \
  void Set##Name##ArrayRegion(JNIEnv* env, jtype##Array array, jsize start, jsize count,           \
                              const jtype* from) {                                                 \
    set_region(env, array, start, count, from);                                                    \
  }
MJ_JNI_PRIMITIVE_TYPES(MJ_ARRAY_FUNCTIONS)
#undef MJ_ARRAY_FUNCTIONS

// Makes a copy as well, so that the collector never has to wait for native code.
void* GetPrimitiveArrayCritical(JNIEnv* env, jarray array, jboolean* is_copy) {
  NativeEntry vm(env);
  return copy_elements(vm.self, array, is_copy);
}

void ReleasePrimitiveArrayCritical(JNIEnv* env, jarray array, void* elements, jint mode) {
  NativeEntry vm(env);
  return_elements(vm.self, array, elements, mode);
}

}  // namespace jni
}  // namespace minijvm::vm
