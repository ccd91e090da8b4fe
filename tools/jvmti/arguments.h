// Checks what agents pass to functions (classes, objects, methods, fields) and makes references to
// return (JVMTI, "Function Return": the universal and agent errors). Each find_ function returns
// the error of the specification, or JVMTI_ERROR_NONE and the thing itself through its last
// argument. The callers are bodies of JVMTI functions, in kInVm.
// Tested by tests/vm/jvmti and tests/vm/jvmti_heap.
#pragma once

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/object/object.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/memory.h"
#include "vm/java/mirrors.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/jni/method_ids.h"

namespace minijvm::vm::jvmti {

// Returns from the enclosing function with the value of the expression if it is an error.
#define MJ_JVMTI_TRY(expression)                                          \
  do {                                                                    \
    if (jvmtiError mj_error = (expression); mj_error != JVMTI_ERROR_NONE) \
      return mj_error;                                                    \
  } while (false)

// Returns NULL_POINTER if one of them is null.
template <class... Pointers>
jvmtiError check_pointers(const Pointers*... pointers) {
  return ((pointers == nullptr) || ...) ? JVMTI_ERROR_NULL_POINTER : JVMTI_ERROR_NONE;
}

// Returns INVALID_CLASS for null, and for an object that is no java.lang.Class.
jvmtiError find_class(const Call& call, jclass mirror, runtime::Class** klass);
// Returns INVALID_OBJECT for null, and for a weak reference whose object is gone.
jvmtiError find_object(jobject reference, Handle<>* object);
// Returns INVALID_METHODID if this is no jmethodID, or its class has been unloaded.
jvmtiError find_method(jmethodID id, runtime::Method** method);
// Returns INVALID_FIELDID if this is no field of the class, its superclasses or superinterfaces.
jvmtiError find_field(const Call& call, jclass mirror, jfieldID id, runtime::Field** field);

// The jmethodID of a frame's method. After a redefinition a frame may run an old version. If that
// version does the same as the current one, the agent sees the current one's id; if it is obsolete,
// the old version has an id of its own (tools/redefine/redefinition.h).
inline jmethodID jmethod_of(runtime::Method& method) {
  return id_or_null(method.is_obsolete ? &method : &method.current());
}

// Returns a local reference of the calling thread; null for null.
jobject new_local_ref(JavaThread& self, const NoSafepoint& still, Object* object);
jclass new_class_ref(JavaThread& self, const runtime::Class& klass);

// Copies the elements into an array in the agent's memory, which the agent frees by Deallocate. For
// no elements the array is null. Returns OUT_OF_MEMORY if there is no memory.
template <class T, class Container>
jvmtiError copy_all(const Container& from, jint* count, T** result) {
  auto* array = allocate_array<T>(from.size());
  if (array == nullptr && !from.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  std::size_t i = 0;
  for (const auto& one : from) array[i++] = one;
  *count = static_cast<jint>(from.size());
  *result = array;
  return JVMTI_ERROR_NONE;
}
// Does the same for local references to classes.
jvmtiError copy_class_refs(JavaThread& self, const std::vector<runtime::Class*>& classes,
                           jint* count, jclass** result);

// Returns the JNI signature of a class: "Ljava/lang/String;", "[I", "I". HOTSPOT: that of a hidden
// class is "Lpkg/C.0x1234;".
std::string signature_of(const runtime::Class& klass);

}  // namespace minijvm::vm::jvmti
