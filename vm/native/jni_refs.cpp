// JNI: global, weak and local references (JNI specification, "Global and Local References").
#include "runtime/object.h"
#include "vm/native/jni_functions.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jni {

using sync::NoSafepoint;

jint PushLocalFrame(JNIEnv* env, jint capacity) {
  if (capacity < 0) {
    return JNI_ERR;
  }
  push_local_frame(thread_of(env));
  return JNI_OK;
}

// No HandleScope of its own: it ends the one that PushLocalFrame opened.
jobject PopLocalFrame(JNIEnv* env, jobject result) {
  runtime::JavaThread& self = thread_of(env);
  sync::NativeToVm vm(self);
  return pop_local_frame(self, handle_of(result));
}

jobject NewGlobalRef(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return new_global_ref(vm.self, handle_of(object));
}

void DeleteGlobalRef(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  delete_global_ref(reference);
}

void DeleteLocalRef(JNIEnv* env, jobject reference) {
  runtime::JavaThread& self = thread_of(env);
  sync::NativeToVm vm(self);  // no HandleScope: the top slot may be given back
  delete_local_ref(self, reference);
}

jboolean IsSameObject(JNIEnv* env, jobject one, jobject other) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return handle_of(one).raw(still) == handle_of(other).raw(still);
}

jobject NewLocalRef(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  return vm.result(handle_of(reference));
}

// The handle area grows as needed.
jint EnsureLocalCapacity(JNIEnv*, jint capacity) { return capacity < 0 ? JNI_ERR : JNI_OK; }

jweak NewWeakGlobalRef(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return new_weak_global_ref(vm.self, handle_of(object));
}

void DeleteWeakGlobalRef(JNIEnv* env, jweak reference) {
  NativeEntry vm(env);
  delete_weak_global_ref(reference);
}

jobjectRefType GetObjectRefType(JNIEnv* env, jobject reference) {
  NativeEntry vm(env);
  return ref_type(vm.self, reference);
}

}  // namespace minijvm::vm::jni
