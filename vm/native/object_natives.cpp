// The natives of java.lang.Object, bound by the VM itself: the class has no registerNatives.
// Proved by tests/java/classes and threads.
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/identity_hash.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/vm_events.h"
#include "vm/native/monitors.h"
#include "vm/native/native_entry.h"
#include "vm/native/own_natives.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<Handle<>> clone_object(JavaThread& self, Handle<> original) {
  const Class* klass = nullptr;
  {
    NoSafepoint still(self);
    klass = original.raw(still)->klass();
  }
  bool is_cloneable = klass->is_array() || klass->is_subclass_of(*wk().java_lang_Cloneable);
  if (!is_cloneable || klass->is_subclass_of(*wk().java_lang_ref_Reference) || klass == wk().java_lang_Class) {
    return throw_new(self, "java/lang/CloneNotSupportedException", klass->external_name().c_str());
  }
  Handle<> copy = MJ_TRY(copy_object(self, original));
  if (klass->has_finalizer) {
    CallArgs args;
    args.push(copy);
    MJ_TRY(call_java(self, *wk().Finalizer_register, args));
  }
  return copy;
}

}  // namespace

extern "C" {

jint JVM_IHashCode(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  Handle<> handle = handle_of(object);
  return handle.is_null() ? 0 : static_cast<jint>(sync::identity_hash(vm.self, lock_target(handle)));
}

jobject JVM_Clone(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, clone_object(vm.self, handle_of(object))));
}

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
      {"java/lang/Object", "notify", "()V", reinterpret_cast<void*>(JVM_MonitorNotify)},
      {"java/lang/Object", "notifyAll", "()V", reinterpret_cast<void*>(JVM_MonitorNotifyAll)},
  };
  return rows;
}

}  // namespace minijvm::vm
