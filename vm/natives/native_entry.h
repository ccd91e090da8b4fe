// Opens the body of every function that native code calls, JNI's and JVM_*. A NativeEntry takes the
// thread from kInNative into the VM and opens a scope for its handles; its destructor undoes both.
//
//   jobject JVM_Foo(JNIEnv* env, jobject object) {
//     NativeEntry vm(env);
//     // a value, or null with the exception pending
//     return vm.result(foo(vm.self, handle_of(object)));
//   }
//
// The result leaves as a local reference of the scope outside of this one. Nothing else in a body
// may return a jobject: a handle of the inner scope is stale once the body returns.
#pragma once

#include <jni.h>

#include <utility>

#include "runtime/class/class.h"
#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/thread_state.h"
#include "vm/java/java_result.h"
#include "vm/java/mirrors.h"
#include "vm/natives/jni/jni_handles.h"

namespace minijvm::vm {

class NativeEntry {
 public:
  explicit NativeEntry(JNIEnv* env) : self(thread_of(env)), to_vm_(self), scope_(self) {}
  NativeEntry(const NativeEntry&) = delete;

  // Moves the handle to the outer scope. At most once per entry, and as the last step, since the
  // inner scope ends here.
  jobject result(runtime::Handle<> handle) {
    return handle.is_null() ? nullptr : local_ref(scope_.escape(handle));
  }
  template <class T>
  jobject result(JavaResult<runtime::Handle<T>> handle) {
    return handle.ok() ? result(handle.take()) : nullptr;
  }
  // Does the same for an object that was just read. No safepoint may lie between the read and this
  // call.
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
  template <class T, class Object>
  T result_as(JavaResult<runtime::Handle<Object>> handle) {
    return static_cast<T>(result(std::move(handle)));
  }
  jclass class_result(const runtime::Class* klass) {
    return klass == nullptr ? nullptr : static_cast<jclass>(result(mirror_of(*klass)));
  }
  jclass class_result(JavaResult<runtime::Class*> klass) {
    return klass.ok() ? class_result(klass.take()) : nullptr;
  }
  // Returns a result that is not a reference: zero if an exception is pending.
  template <class T>
  T value(JavaResult<T> from) {
    return from.ok() ? from.take() : T{};
  }

  runtime::JavaThread& self;

 private:
  // The order of these members matters: the handle scope closes first, while the thread may still
  // touch the heap; then the thread returns to kInNative.
  sync::NativeToVm to_vm_;
  runtime::HandleScope scope_;
};

// Returns the class that a jclass stands for. REQUIRES: mirror is not null.
inline runtime::Class& class_of(jclass mirror) { return class_of_mirror(handle_of(mirror)); }

}  // namespace minijvm::vm
