// Implements the JNI functions for references (JNI specification, chapter 4, "Global and Local
// References", "Weak Global References") over jni_handles.cpp. The caller is in native state.
#include "runtime/object/object.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jni {

using sync::NoSafepoint;

// The capacity is not used: the handle area grows as needed.
jint PushLocalFrame(JNIEnv* env, jint capacity) {
  if (capacity < 0) {
    return JNI_ERR;
  }
  push_local_frame(thread_of(env));
  return JNI_OK;
}

// Has no HandleScope of its own, since it ends the one that PushLocalFrame opened.
jobject PopLocalFrame(JNIEnv* env, jobject result) {
  runtime::JavaThread& self = thread_of(env);
  sync::NativeToVm vm(self);
  return pop_local_frame(self, handle_of(result));
}

// Returns null for a null reference, and for a weak reference whose object is gone.
jobject NewGlobalRef(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return new_global_ref(vm.self, handle_of(object));
}

// A null reference is ignored.
void DeleteGlobalRef(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  delete_global_ref(reference);
}

void DeleteLocalRef(JNIEnv* env, jobject reference) {
  runtime::JavaThread& self = thread_of(env);
  // The topmost slot may be given back, so no HandleScope may be open here.
  sync::NativeToVm vm(self);
  delete_local_ref(self, reference);
}

// A weak reference whose object is gone is the same as null.
jboolean IsSameObject(JNIEnv* env, jobject one, jobject other) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return handle_of(one).raw(still) == handle_of(other).raw(still);
}

// For a weak reference, this is how its object becomes strongly reachable.
jobject NewLocalRef(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  return vm.result(handle_of(reference));
}

// The handle area grows as needed, so any capacity is available.
jint EnsureLocalCapacity(JNIEnv*, jint capacity) { return capacity < 0 ? JNI_ERR : JNI_OK; }

// A weak reference does not keep its object alive.
jweak NewWeakGlobalRef(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return new_weak_global_ref(vm.self, handle_of(object));
}

void DeleteWeakGlobalRef(JNIEnv* env, jweak reference) {
  NativeEntry vm(env);
  delete_weak_global_ref(reference);
}

// JNI specification, chapter 4, "Object Operations".
jobjectRefType GetObjectRefType(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  return ref_type(vm.self, reference);
}

}  // namespace minijvm::vm::jni
