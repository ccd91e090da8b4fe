// The frame of every function that native code calls, JNI's and JVM_*: from kInNative into the VM, and a scope for its handles.
//
//   jobject JVM_Foo(JNIEnv* env, jobject object) {
//     NativeEntry vm(env);
//     return vm.result(foo(vm.self, handle_of(object)));       // a value, or null with the exception pending
//   }
//
// A result leaves as a local reference of the scope outside. Inside a body nothing else returns a jobject.
#pragma once

#include <jni.h>

#include <utility>

#include "runtime/class.h"
#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "sync/thread_state.h"
#include "vm/java/java_result.h"
#include "vm/java/mirrors.h"
#include "vm/native/jni_handles.h"

namespace minijvm::vm {

class NativeEntry {
 public:
  explicit NativeEntry(JNIEnv* env) : self(thread_of(env)), to_vm_(self), scope_(self) {}
  NativeEntry(const NativeEntry&) = delete;

  // Once, as the last step.
  jobject result(runtime::Handle<> handle) { return handle.is_null() ? nullptr : local_ref(scope_.escape(handle)); }
  jobject result(JavaResult<runtime::Handle<>> handle) { return handle.ok() ? result(handle.take()) : nullptr; }
  // From an object that was just read: no stop may lie between.
  jobject raw_result(runtime::Object* raw) {
    if (raw == nullptr) {
      return nullptr;
    }
    runtime::Handle<> handle;
    {
      sync::NoSafepoint still(self);
      handle = runtime::make_handle(self, still, raw);
    }
    return result(handle);
  }
  template <class T>
  T result_as(JavaResult<runtime::Handle<>> handle) {
    return static_cast<T>(result(std::move(handle)));
  }
  jclass class_result(const runtime::Class* klass) { return klass == nullptr ? nullptr : static_cast<jclass>(result(mirror_of(*klass))); }
  jclass class_result(JavaResult<runtime::Class*> klass) { return klass.ok() ? class_result(klass.take()) : nullptr; }
  // For results that are no references: zero with the exception pending.
  template <class T>
  T value(JavaResult<T> from) {
    return from.ok() ? from.take() : T{};
  }

  runtime::JavaThread& self;

 private:
  sync::NativeToVm to_vm_;
  runtime::HandleScope scope_;
};

// The class that a jclass stands for. REQUIRES: not null.
inline runtime::Class& class_of(jclass mirror) { return class_of_mirror(handle_of(mirror)); }

}  // namespace minijvm::vm
