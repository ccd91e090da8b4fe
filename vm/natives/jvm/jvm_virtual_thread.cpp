// Implements what JDK 21 and 25 add for threads: numbers, carriers, virtual threads, continuations,
// scoped values, and stacks of other threads. Where the VM has no continuations
// (vm/java/threads/continuations.h), a virtual thread is a Java thread of its own, which carries
// itself. The caller is in native state.
// Tested by tests/jdk25.
#include <algorithm>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/jdk_release.h"
#include "runtime/load/loader_data.h"
#include "vm/invoke/member_name.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/java/threads/continuations.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/natives/jvm/stack_walk.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Copies the frames of a live thread that Java may see, innermost first. Returns false if the
// thread is not alive.
bool copy_visible_trace(JavaThread& self, Handle<java::Thread> thread,
                        std::vector<TracePoint>* points) {
  const bool is_alive =
      on_live_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
        *points = copy_trace(self, still, target, -1);
      });
  std::erase_if(*points, [](const TracePoint& point) { return is_left_out(*point.method); });
  // HOTSPOT: the depth of a Throwable's trace limits this one, too.
  if (const std::size_t most = native_settings().stack_trace_depth; most != 0) {
    points->resize(std::min(points->size(), most));
  }
  return is_alive;
}

// Returns a StackTraceElement[], or null for a thread that is not alive.
JavaResult<Handle<java::ObjectArray>> stack_trace_of(JavaThread& self,
                                                     Handle<java::Thread> thread) {
  std::vector<TracePoint> points;
  if (!copy_visible_trace(self, thread, &points)) {
    return Handle<java::ObjectArray>();
  }
  return new_stack_trace_elements(self, points);
}

// Returns whether a frame of this method has scoped values in its local 1, whatever the descriptor.
bool binds_scoped_values(const Method& method) {
  if (method.name->text() != "runWith") {
    return false;
  }
  const std::string_view holder = method.holder->name->text();
  return method.holder->loader->is_boot() &&
         (holder == "java/lang/Thread" || holder == "java/lang/ScopedValue$Carrier");
}

// Returns the innermost bindings on the stack, or null.
runtime::Object* scoped_value_bindings(JavaThread& self) {
  NoSafepoint still(self);
  for (const JavaThread* thread = &self; thread != nullptr;
       thread = runtime::outer_thread(*thread)) {
    for (runtime::FrameWalk walk(*thread); !walk.done(); walk.next()) {
      if (binds_scoped_values(walk.frame().method()) && walk.frame().locals()[1].ref != nullptr) {
        return walk.frame().locals()[1].ref;
      }
    }
  }
  return nullptr;
}

// Fills the name and the descriptor of the frame's method, where they are still missing.
JavaResult<void> expand_frame_info(JavaThread& self, Handle<java::StackFrameInfo> info) {
  const Method* method = nullptr;
  {
    NoSafepoint still(self);
    method = method_of_frame(still, info.raw(still));
  }
  if (method == nullptr) {
    return throw_new(self, "java/lang/InternalError", "a StackFrameInfo without its method");
  }
  if (field_of(self, info, &java::StackFrameInfo::name).is_null()) {
    store_field(self, info, &java::StackFrameInfo::set_name,
                MJ_TRY(intern_string(self, std::string(method->name->text()))));
  }
  if (field_of(self, info, &java::StackFrameInfo::type).is_null()) {
    Handle<> type = MJ_TRY(new_string(self, std::string(method->descriptor->text())));
    store_field(self, info, &java::StackFrameInfo::set_type, type);
  }
  return {};
}

void tell(JavaThread& self, void (Observer::*event)(JavaThread&)) {
  notify(kVirtualThreadEvents, [&](Observer& observer) { (observer.*event)(self); });
}

// The natives of Continuation.
void enter_special(JNIEnv* env, jclass, jobject continuation, jboolean, jboolean is_virtual) {
  NativeEntry vm(env);
  (void)run_continuation(vm.self, handle_of<java::Continuation>(continuation),
                         is_virtual != JNI_FALSE);
}
jint do_yield(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return static_cast<jint>(yield_continuation(vm.self));
}
void pin(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  (void)pin_continuation(vm.self);
}
void unpin(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  (void)unpin_continuation(vm.self);
}
jint is_pinned(JNIEnv* env, jclass, jobject scope) {
  NativeEntry vm(env);
  return static_cast<jint>(why_scope_pinned(vm.self, handle_of(scope)));
}

}  // namespace

extern "C" {

// Implements Thread.getNextThreadIdOffset: the address of a counter to which Java adds.
jlong JVM_GetNextThreadIdOffset(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(&the_vm.java.threads.next_id);
}

// Implements Thread.currentCarrierThread.
jobject JVM_CurrentCarrierThread(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.status_object());
}

// Implements Thread.setCurrentThread, which a carrier calls for itself before it runs a virtual
// thread, and afterwards.
void JVM_SetCurrentThread(JNIEnv* env, jobject carrier, jobject thread) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  auto* own = handle_of<java::Thread>(carrier).raw(still);
  vm.self.thread_object = handle_of<java::Thread>(thread).raw(still);
  vm.self.carrier_object = vm.self.thread_object == own ? nullptr : own;
}

// Implements Thread.getStackTrace0.
jobject JVM_GetStackTrace(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  return vm.result(stack_trace_of(vm.self, handle_of<java::Thread>(thread)));
}

// Implements StackFrameInfo.expandStackFrameInfo.
void JVM_ExpandStackFrameInfo(JNIEnv* env, jobject info) {
  NativeEntry vm(env);
  (void)expand_frame_info(vm.self, handle_of<java::StackFrameInfo>(info));
}

// Implements AbstractStackWalker.setContinuation.
void JVM_SetStackWalkContinuation(JNIEnv* env, jobject, jlong anchor, jobjectArray frames,
                                  jobject continuation) {
  NativeEntry vm(env);
  if (!handle_of(continuation).is_null()) {
    continue_stack_walk(vm.self, anchor, handle_of(frames),
                        handle_of<java::Continuation>(continuation));
  }
}

// Implements Class.getClassFileVersion: the minor version is in the upper half, the major version
// in the lower one.
jint JVM_GetClassFileVersion(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  if (klass.file == nullptr) {
    return static_cast<jint>(runtime::jdk().class_file_major);
  }
  return static_cast<jint>(klass.file->minor_version() << 16 | klass.file->major_version());
}

// Implement Thread.scopedValueCache and setScopedValueCache.
jobject JVM_ScopedValueCache(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.scoped_value_cache);
}
void JVM_SetScopedValueCache(JNIEnv* env, jclass, jobject cache) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  vm.self.scoped_value_cache = handle_of(cache).raw(still);
}

// Implements Thread.findScopedValueBindings.
jobject JVM_FindScopedValueBindings(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(scoped_value_bindings(vm.self));
}

// A local of a caller is in its frame already.
void JVM_EnsureMaterializedForStackWalk_func(JNIEnv*, jobject, jobject) {}

// Binds the natives of Continuation that libjava does not have.
void JVM_RegisterContinuationMethods(JNIEnv* env, jclass holder) {
  const JNINativeMethod rows[] = {
      {const_cast<char*>("enterSpecial"), const_cast<char*>("(Ljdk/internal/vm/Continuation;ZZ)V"),
       reinterpret_cast<void*>(enter_special)},
      {const_cast<char*>("doYield"), const_cast<char*>("()I"), reinterpret_cast<void*>(do_yield)},
      {const_cast<char*>("pin"), const_cast<char*>("()V"), reinterpret_cast<void*>(pin)},
      {const_cast<char*>("unpin"), const_cast<char*>("()V"), reinterpret_cast<void*>(unpin)},
      {const_cast<char*>("isPinned0"), const_cast<char*>("(Ljdk/internal/vm/ContinuationScope;)I"),
       reinterpret_cast<void*>(is_pinned)}};
  (void)env->RegisterNatives(holder, rows, std::size(rows));
  // HOTSPOT: a trace shows neither of them.
  const runtime::SwitchMethods switches = runtime::switch_methods();
  for (Method* method : {switches.enter_special, switches.do_yield}) {
    if (method != nullptr) {
      method->is_hidden = true;
    }
  }
}

// Bracket the life of a virtual thread and each switch to and from it (runtime/thread/
// continuation.h: begin_transition). The caller is the virtual thread, or the carrier before it
// comes and when it has left.
void JVM_VirtualThreadStart(JNIEnv* env, jobject) {
  NativeEntry vm(env);
  runtime::end_transition(vm.self);
  tell(vm.self, &Observer::virtual_thread_started);
  tell(vm.self, &Observer::virtual_thread_mounted);
}
void JVM_VirtualThreadEnd(JNIEnv* env, jobject) {
  NativeEntry vm(env);
  tell(vm.self, &Observer::virtual_thread_leaving);
  tell(vm.self, &Observer::virtual_thread_ending);
  runtime::begin_transition(vm.self);
}
void JVM_VirtualThreadMount(JNIEnv* env, jobject, jboolean hides) {
  NativeEntry vm(env);
  if (hides != JNI_FALSE) {
    runtime::begin_transition(vm.self);
    return;
  }
  runtime::end_transition(vm.self);
  tell(vm.self, &Observer::virtual_thread_mounted);
}
void JVM_VirtualThreadUnmount(JNIEnv* env, jobject, jboolean hides) {
  NativeEntry vm(env);
  if (hides == JNI_FALSE) {
    runtime::end_transition(vm.self);
    return;
  }
  tell(vm.self, &Observer::virtual_thread_leaving);
  runtime::begin_transition(vm.self);
}
void JVM_VirtualThreadDisableSuspend(JNIEnv* env, jclass, jboolean disables) {
  NativeEntry vm(env);
  disables != JNI_FALSE ? sync::put_off_suspension(vm.self) : sync::allow_suspension(vm.self);
}
// JDK 21 alone calls this.
void JVM_VirtualThreadHideFrames(JNIEnv*, jobject, jboolean) {}
// For JFR.
void JVM_VirtualThreadPinnedEvent(JNIEnv*, jclass, jstring) {}

// Implements VirtualThread.takeVirtualThreadListToUnblock, which the library's own thread calls
// again and again. Without continuations it waits for good.
jobject JVM_TakeVirtualThreadListToUnblock(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result(take_called_back(vm.self));
}

}  // extern "C"
}  // namespace minijvm::vm
