// What agents pass to functions, checked: classes, objects, methods, fields (JVMTI, "Function Return"). And references back to them.
#pragma once

#include "runtime/class.h"
#include "runtime/field.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/memory.h"
#include "vm/java/mirrors.h"
#include "vm/native/jni_handles.h"
#include "vm/native/method_ids.h"

namespace minijvm::vm::jvmti {

// Returns the error of an expression that is one.
#define MJ_JVMTI_TRY(expression)                                        \
  do {                                                                  \
    if (jvmtiError mj_error = (expression); mj_error != JVMTI_ERROR_NONE) return mj_error; \
  } while (false)

template <class... Pointers>
jvmtiError check_pointers(const Pointers*... pointers) {
  return ((pointers == nullptr) || ...) ? JVMTI_ERROR_NULL_POINTER : JVMTI_ERROR_NONE;
}

// INVALID_CLASS: null, or no java.lang.Class.
jvmtiError find_class(const Call& call, jclass mirror, runtime::Class** klass);
// INVALID_OBJECT: null.
jvmtiError find_object(jobject reference, Handle<>* object);
// INVALID_METHODID: it is none, or its class was unloaded.
jvmtiError find_method(jmethodID id, runtime::Method** method);
// INVALID_FIELDID: not of this class or its supers.
jvmtiError find_field(const Call& call, jclass mirror, jfieldID id, runtime::Field** field);

// The id of a frame's method. An old version that does the same as the current one goes by that one's (runtime/redefinition.h).
inline jmethodID jmethod_of(runtime::Method& method) { return id_or_null(method.is_obsolete ? &method : &method.current()); }

// A local reference; null for null.
jobject new_local_ref(JavaThread& self, const NoSafepoint& still, Object* object);
jclass new_class_ref(JavaThread& self, const runtime::Class& klass);

// Arrays of results in the agent's memory. OUT_OF_MEMORY.
template <class T, class Container>
jvmtiError copy_all(const Container& from, jint* count, T** result) {
  auto* array = allocate_array<T>(from.size());
  if (array == nullptr && !from.empty()) return JVMTI_ERROR_OUT_OF_MEMORY;
  std::size_t i = 0;
  for (const auto& one : from) array[i++] = one;
  *count = static_cast<jint>(from.size());
  *result = array;
  return JVMTI_ERROR_NONE;
}
jvmtiError copy_class_refs(JavaThread& self, const std::vector<runtime::Class*>& classes, jint* count, jclass** result);

// "Ljava/lang/String;", "[I", "I"; a hidden class: "Lpkg/C.0x1234;", as HotSpot writes it.
std::string signature_of(const runtime::Class& klass);

}  // namespace minijvm::vm::jvmti
