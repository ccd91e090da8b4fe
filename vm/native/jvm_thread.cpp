// JVM_*: threads. The work is vm/java/java_threads.h's. Proved by tests/java/threads.
#include <vector>

#include "gc/barrier.h"
#include "runtime/class_linker.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/stack_trace.h"
#include "vm/java/thread_control.h"
#include "vm/native/jvm_exports.h"
#include "vm/native/monitors.h"
#include "vm/native/native_entry.h"
#include "vm/native/thread_pictures.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<Handle<>> thread_array(JavaThread& self) {
  std::vector<Handle<>> threads = all_threads(self);
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_Thread, static_cast<jint>(threads.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), threads[i].raw(still));
  }
  return array;
}

JavaResult<std::vector<Handle<>>> thread_handles(JavaThread& self, Handle<> array) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<Handle<>> threads;
  bool bad = false;
  {
    NoSafepoint still(self);
    Object* raw = array.raw(still);
    bad = raw->array_length() == 0 || !raw->klass()->component->is_subclass_of(*wk().java_lang_Thread);
    for (std::int32_t i = 0; !bad && i < raw->array_length(); ++i) {
      threads.push_back(runtime::make_handle(self, still, raw->load_ref(Object::element_offset(i, 3))));
    }
  }
  if (bad) {
    return throw_new(self, "java/lang/IllegalArgumentException");
  }
  return threads;
}

JavaResult<Handle<>> dump_threads(JavaThread& self, Handle<> array) {
  std::vector<Handle<>> threads = MJ_TRY(thread_handles(self, array));
  std::vector<ThreadPicture> pictures = picture_threads(self, threads, {.max_depth = -1});
  runtime::Class* row_class = MJ_TRY(lift(self, runtime::array_class_of(self, *wk().java_lang_StackTraceElement)));
  Handle<> rows = MJ_TRY(new_object_array(self, *row_class, static_cast<jint>(threads.size())));
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (!pictures[i].is_alive) {
      continue;
    }
    runtime::HandleScope scope(self);
    const std::vector<TracePoint>& points = pictures[i].points;
    Handle<> row = MJ_TRY(new_stack_trace_elements(self, points.data(), static_cast<jint>(points.size())));
    NoSafepoint still(self);
    gc::store_ref(still, rows.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), row.raw(still));
  }
  return rows;
}

}  // namespace

extern "C" {

jobject JVM_CurrentThread(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.thread_object);
}

void JVM_StartThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  (void)start_thread(vm.self, handle_of(thread));
}

// Java has stored the priority; we map none to the OS.
void JVM_SetThreadPriority(JNIEnv*, jobject, jint) {}

void JVM_Sleep(JNIEnv* env, jclass, jlong millis) {
  NativeEntry vm(env);
  (void)sleep_current(vm.self, millis);
}

void JVM_Yield(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  yield_current(vm.self);
}

void JVM_Interrupt(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  interrupt_thread(vm.self, handle_of(thread));
}

jboolean JVM_HoldsLock(JNIEnv* env, jclass, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_FALSE;
  }
  return sync::holds_lock(vm.self, lock_target(handle_of(object)));
}

jobjectArray JVM_GetAllThreads(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(thread_array(vm.self));
}

jobjectArray JVM_DumpThreads(JNIEnv* env, jclass, jobjectArray threads) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(dump_threads(vm.self, handle_of(threads)));
}

// Only the current thread's name is told to the OS.
void JVM_SetNativeThreadName(JNIEnv* env, jobject thread, jstring name) {
  NativeEntry vm(env);
  bool is_self = false;
  {
    NoSafepoint still(vm.self);
    is_self = handle_of(thread).raw(still) == vm.self.thread_object;
  }
  if (is_self) {
    set_native_name(vm.self, handle_of(name));
  }
}

void JVM_StopThread(JNIEnv* env, jobject thread, jobject throwable) {
  NativeEntry vm(env);
  (void)stop_thread(vm.self, handle_of(thread), handle_of(throwable));
}

void JVM_SuspendThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  suspend_thread(vm.self, handle_of(thread));
}

void JVM_ResumeThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  resume_thread(vm.self, handle_of(thread));
}

}  // extern "C"
}  // namespace minijvm::vm
