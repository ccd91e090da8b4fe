// Implements the natives of java.lang.Thread over vm/java/threads/java_threads.h. The caller is in
// native state.
// Tested by tests/java/threads.
#include <optional>
#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/jdk_release.h"
#include "runtime/link/class_linker.h"
#include "sync/monitor.h"
#include "sync/threads/safepoint.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_control.h"
#include "vm/java/threads/thread_priority.h"
#include "vm/natives/monitors.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Takes a snapshot of the live threads: one that starts meanwhile may be missing.
JavaResult<std::vector<Handle<java::Thread>>> thread_handles(JavaThread& self,
                                                             Handle<java::ObjectArray> array) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<Handle<java::Thread>> threads;
  bool bad = false;
  {
    NoSafepoint still(self);
    const java::ObjectArray* raw = array.raw(still);
    bad = raw->length() == 0 || !raw->klass()->component->is_subclass_of(*wk().java_lang_Thread);
    for (std::int32_t i = 0; !bad && i < raw->length(); ++i) {
      threads.push_back(runtime::make_handle(self, still, runtime::as<java::Thread>(raw->at(i))));
    }
  }
  if (bad) {
    return throw_new(self, "java/lang/IllegalArgumentException");
  }
  return threads;
}

// Copies the stacks of some threads in one stop of the world, so that all are of the same moment.
class CopyTraces final : public sync::SafepointOperation {
 public:
  CopyTraces(JavaThread& self, const std::vector<Handle<java::Thread>>& threads)
      : self_(self), threads_(threads) {}
  const char* name() const override { return "DumpThreads"; }
  bool lets_doze() const override { return true; }
  void run() override {
    NoSafepoint still = NoSafepoint::in_stopped_world();
    for (Handle<java::Thread> each : threads_) {
      const java::Thread* raw = each.raw(still);
      const JavaThread* thread = raw == nullptr ? nullptr : java_thread_of(raw);
      traces.emplace_back();
      if (thread != nullptr) {
        traces.back() = copy_trace(self_, still, *thread, -1);
      }
    }
  }

  // Without a value for a thread that is not alive.
  std::vector<std::optional<std::vector<TracePoint>>> traces;

 private:
  JavaThread& self_;
  const std::vector<Handle<java::Thread>>& threads_;
};

// A StackTraceElement[] for each thread; null for a thread that is not alive.
JavaResult<Handle<java::ObjectArray>> dump_threads(JavaThread& self,
                                                   Handle<java::ObjectArray> array) {
  std::vector<Handle<java::Thread>> threads = MJ_TRY(thread_handles(self, array));
  // The stacks are copied as method and bci first. The Java objects are made afterwards, which may
  // take several collections.
  CopyTraces copy(self, threads);
  sync::run_at_safepoint(self, copy);
  runtime::Class* row_class =
      MJ_TRY(lift(self, runtime::array_class_of(self, *wk().java_lang_StackTraceElement)));
  Handle<java::ObjectArray> rows =
      MJ_TRY(new_object_array(self, *row_class, static_cast<jint>(threads.size())));
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (!copy.traces[i].has_value()) {
      continue;
    }
    runtime::HandleScope scope(self);
    store_element(self, rows, i, MJ_TRY(new_stack_trace_elements(self, *copy.traces[i])));
  }
  return rows;
}

}  // namespace

extern "C" {

// Implements Thread.currentThread.
jobject JVM_CurrentThread(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.thread_object);
}

// Implements Thread.start0.
void JVM_StartThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  (void)start_thread(vm.self, handle_of<java::Thread>(thread));
}

// Implements Thread.setPriority0. Java has checked the number, and keeps it.
void JVM_SetThreadPriority(JNIEnv* env, jobject thread, jint priority) {
  NativeEntry vm(env);
  set_thread_priority(vm.self, handle_of<java::Thread>(thread), priority);
}

// Implements Thread.sleep of the JDKs before 25; the unit of time depends on the JDK.
void JVM_Sleep(JNIEnv* env, jclass, jlong time) {
  NativeEntry vm(env);
  (void)sleep_current(vm.self, time, runtime::jdk().sleep_unit_ns);
}

// Implements Thread.sleepNanos0.
void JVM_SleepNanos(JNIEnv* env, jclass, jlong nanos) {
  NativeEntry vm(env);
  (void)sleep_current(vm.self, nanos, 1);
}

// Implements Thread.yield.
void JVM_Yield(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  yield_current(vm.self);
}

// Implements Thread.interrupt0.
void JVM_Interrupt(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  interrupt_thread(vm.self, handle_of<java::Thread>(thread));
}

// Implements Thread.holdsLock.
jboolean JVM_HoldsLock(JNIEnv* env, jclass, jobject object) {
  NativeEntry vm(env);
  if (handle_of(object).is_null()) {
    (void)throw_null_pointer(vm.self);
    return JNI_FALSE;
  }
  return sync::holds_lock(vm.self, lock_target(handle_of(object)));
}

// Implements Thread.getThreads.
jobjectArray JVM_GetAllThreads(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(
      new_object_array(vm.self, *wk().java_lang_Thread, all_threads(vm.self)));
}

// Implements Thread.dumpThreads.
jobjectArray JVM_DumpThreads(JNIEnv* env, jclass, jobjectArray threads) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(dump_threads(vm.self, handle_of(threads)));
}

// Implements Thread.setNativeName. Only the current thread's own name goes to the system.
void JVM_SetNativeThreadName(JNIEnv* env, jobject thread, jstring name) {
  NativeEntry vm(env);
  bool is_self = false;
  {
    NoSafepoint still(vm.self);
    is_self = handle_of<java::Thread>(thread).raw(still) == vm.self.thread_object;
  }
  if (is_self) {
    set_native_name(vm.self, handle_of(name));
  }
}

// Implements Thread.stop0.
void JVM_StopThread(JNIEnv* env, jobject thread, jobject throwable) {
  NativeEntry vm(env);
  (void)stop_thread(vm.self, handle_of<java::Thread>(thread),
                    handle_of<java::Throwable>(throwable));
}

// Implements Thread.suspend0.
void JVM_SuspendThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  suspend_thread(vm.self, handle_of<java::Thread>(thread));
}

// Implements Thread.resume0.
void JVM_ResumeThread(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  resume_thread(vm.self, handle_of<java::Thread>(thread));
}

}  // extern "C"
}  // namespace minijvm::vm
