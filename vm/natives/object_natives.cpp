// Implements the natives of java.lang.Object. The VM binds them itself, since the class has no
// registerNatives. The caller is in native state.
// Tested by tests/java/classes and tests/java/threads.
#include "runtime/object/java_objects.h"
#include "sync/identity_hash.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/monitors.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/observer.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::wk;

namespace {

// Implements Object.clone (JLS 10.7 and the method's own contract): a shallow copy.
// HOTSPOT: a Reference and a Class cannot be cloned, even if a subclass implements Cloneable.
JavaResult<Handle<>> clone_object(JavaThread& self, Handle<> original) {
  const Class* klass = klass_of(self, original);
  bool is_cloneable = klass->is_array() || klass->is_subclass_of(*wk().java_lang_Cloneable);
  if (!is_cloneable || klass->is_subclass_of(*wk().java_lang_ref_Reference) ||
      klass == wk().java_lang_Class) {
    return throw_new(self, "java/lang/CloneNotSupportedException", klass->external_name().c_str());
  }
  Handle<> copy = MJ_TRY(copy_object(self, original));
  // The copy is an object of its own and must be finalized, too.
  if (klass->has_finalizer) {
    CallArgs args;
    args.push(copy);
    MJ_TRY(call_java(self, *wk().Finalizer_register, args));
  }
  return copy;
}

}  // namespace

extern "C" {

// System.identityHashCode calls it with null, for which the answer is 0.
jint JVM_IHashCode(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  Handle<> handle = handle_of(object);
  return handle.is_null() ? 0
                          : static_cast<jint>(sync::identity_hash(vm.self, lock_target(handle)));
}

// Object.clone; the new object is announced to the observers.
jobject JVM_Clone(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, clone_object(vm.self, handle_of(object))));
}

// Object.wait(long): 0 means without a limit.
void JVM_MonitorWait(JNIEnv* env, jobject object, jlong millis) {
  NativeEntry vm(env);
  (void)wait_on(vm.self, handle_of(object), millis);
}

void JVM_MonitorNotify(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  (void)notify_one(vm.self, handle_of(object));
}

void JVM_MonitorNotifyAll(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  (void)notify_all(vm.self, handle_of(object));
}

}  // extern "C"

std::span<const VmNative> object_natives() {
  static const VmNative rows[] = {
      {"java/lang/Object", "hashCode", "()I", reinterpret_cast<void*>(JVM_IHashCode)},
      {"java/lang/Object", "clone", "()Ljava/lang/Object;", reinterpret_cast<void*>(JVM_Clone)},
      {"java/lang/Object", "wait", "(J)V", reinterpret_cast<void*>(JVM_MonitorWait)},
      // The name from JDK 21 on.
      {"java/lang/Object", "wait0", "(J)V", reinterpret_cast<void*>(JVM_MonitorWait)},
      {"java/lang/Object", "notify", "()V", reinterpret_cast<void*>(JVM_MonitorNotify)},
      {"java/lang/Object", "notifyAll", "()V", reinterpret_cast<void*>(JVM_MonitorNotifyAll)},
  };
  return rows;
}

}  // namespace minijvm::vm
