// java.lang.management.ThreadInfo, dumps and deadlocks, made of the snapshots of
// tools/threads/thread_snapshot.h.
#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/link/class_linker.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "tools/manage/jmm_entries.h"
#include "tools/named_calls.h"
#include "tools/threads/deadlocks.h"
#include "tools/threads/thread_snapshot.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr std::int32_t kInNative = 0x0040'0000;  // beside the JVMTI bits of Thread.threadStatus
constexpr jlong kNotMeasured = -1;
constexpr const char* kThreadInfo = "java/lang/management/ThreadInfo";

// The object that ThreadInfo shows a thread to be blocked for, and its owner.
struct Blocking {
  std::int32_t status = 0;
  Handle<> blocker;
  Handle<java::Thread> owner;
};

// HOTSPOT: a thread that is blocked for a monitor which no thread owns now, or which it owns
// itself, is shown as running.
Blocking blocking_of(JavaThread& self, const ThreadSnapshot& thread) {
  if (!thread.carried.empty()) {
    // HOTSPOT: a carrier waits for the virtual thread that is mounted on it.
    const Handle<java::Thread> passenger = thread.carried.front().thread;
    return {kThreadWaiting, passenger, passenger};
  }
  NoSafepoint still(self);
  const java::Thread* owner = thread.owner.raw(still);
  switch (thread.status) {
    case kThreadBlockedOnEnter:
    case kThreadWaiting:
    case kThreadTimedWaiting:
      if (owner == nullptr ? thread.status == kThreadBlockedOnEnter
                           : owner == thread.thread.raw(still)) {
        return {kThreadRunnable, {}, {}};
      }
      [[fallthrough]];
    case kThreadParked:
    case kThreadTimedParked:
      return {thread.status, thread.blocker, thread.owner};
    default:
      return {thread.status, {}, {}};
  }
}

// A thread in Object.wait has released the monitor that it waits on.
std::vector<LockedMonitor> held_monitors(const ThreadSnapshot& thread) {
  std::vector<LockedMonitor> held = thread.monitors;
  std::erase_if(held, [](const LockedMonitor& monitor) { return monitor.is_released; });
  return held;
}

JavaResult<Handle<java::ObjectArray>> monitor_array(JavaThread& self,
                                                    const std::vector<LockedMonitor>& monitors) {
  std::vector<Handle<>> objects;
  for (const LockedMonitor& monitor : monitors) {
    objects.push_back(monitor.object);
  }
  return new_object_array(self, *wk().java_lang_Object, objects);
}

JavaResult<Handle<java::IntArray>> depth_array(JavaThread& self,
                                               const std::vector<LockedMonitor>& monitors) {
  auto array = MJ_TRY(new_array<java::IntArray>(self, static_cast<jint>(monitors.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < monitors.size(); ++i) {
    array.raw(still)->set(i, monitors[i].depth);
  }
  return array;
}

jlong measured_ms(std::int64_t ns) {
  return measures_waits() ? ns / sync::kNanosPerMilli : kNotMeasured;
}

JavaResult<Handle<>> new_thread_info(JavaThread& self, const ThreadSnapshot& thread,
                                     bool with_locks) {
  Blocking blocking = blocking_of(self, thread);
  CallArgs args;
  args.push(thread.thread);
  args.push_int(blocking.status | (thread.state == sync::ThreadState::kInNative ? kInNative : 0));
  args.push(blocking.blocker);
  args.push(blocking.owner);
  args.push_long(thread.waits.blocked);
  args.push_long(measured_ms(thread.waits.blocked_ns));
  args.push_long(thread.waits.waited);
  args.push_long(measured_ms(thread.waits.waited_ns));
  args.push(MJ_TRY(new_stack_trace_elements(self, thread.frames)));
  if (!with_locks) {
    return construct_named(self, kThreadInfo,
                           "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/"
                           "lang/StackTraceElement;)V",
                           args);
  }
  const std::vector<LockedMonitor> monitors = held_monitors(thread);
  args.push(MJ_TRY(monitor_array(self, monitors)));
  args.push(MJ_TRY(depth_array(self, monitors)));
  args.push(MJ_TRY(new_object_array(self, *wk().java_lang_Object, thread.synchronizers)));
  return construct_named(
      self, kThreadInfo,
      "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;"
      "[Ljava/lang/Object;[I[Ljava/lang/Object;)V",
      args);
}

// Elements of dead threads stay null.
JavaResult<void> fill_infos(JavaThread& self, Handle<java::ObjectArray> infos,
                            const std::vector<ThreadSnapshot>& threads, bool with_locks) {
  for (std::size_t i = 0; i < threads.size(); ++i) {
    HandleScope scope(self);
    if (threads[i].address != nullptr) {
      store_element(self, infos, i, MJ_TRY(new_thread_info(self, threads[i], with_locks)));
    }
  }
  return {};
}

// The Thread of each id; null for a thread that is not alive.
JavaResult<std::vector<Handle<java::Thread>>> threads_of(JavaThread& self,
                                                         Handle<java::LongArray> ids) {
  std::vector<Handle<java::Thread>> threads;
  bool valid = true;
  {
    NoSafepoint still(self);
    sync::ThreadListLock lock;
    const java::LongArray* raw = ids.raw(still);
    for (std::int32_t i = 0; i < raw->length(); ++i) {
      valid = valid && raw->at(i) > 0;
      const JavaThread* thread = find_live_thread(raw->at(i));
      threads.push_back(thread == nullptr
                            ? Handle<java::Thread>()
                            : runtime::make_handle(self, still, thread->status_object()));
    }
  }
  if (!valid) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Invalid thread ID entry");
  }
  return threads;
}

JavaResult<void> fill_thread_infos(JavaThread& self, Handle<java::LongArray> ids, jint max_depth,
                                   Handle<java::ObjectArray> infos) {
  if (ids.is_null() || infos.is_null()) {
    return throw_null_pointer(self);
  }
  if (max_depth < -1) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Invalid maxDepth");
  }
  std::vector<Handle<java::Thread>> threads = MJ_TRY(threads_of(self, ids));
  return fill_infos(self, infos, snapshot_threads(self, threads, {.max_depth = max_depth}), false);
}

JavaResult<Handle<java::ObjectArray>> dump(JavaThread& self, Handle<java::LongArray> ids,
                                           SnapshotOptions options) {
  std::vector<Handle<java::Thread>> threads =
      ids.is_null() ? all_threads(self) : MJ_TRY(threads_of(self, ids));
  std::vector<ThreadSnapshot> snapshots = snapshot_threads(self, threads, options);
  runtime::Class* klass = MJ_TRY(named_class(self, kThreadInfo));
  Handle<java::ObjectArray> infos =
      MJ_TRY(new_object_array(self, *klass, static_cast<jint>(snapshots.size())));
  MJ_TRY(fill_infos(self, infos, snapshots, true));
  return infos;
}

// Null: there is no deadlock.
JavaResult<Handle<java::ObjectArray>> deadlocked_array(JavaThread& self, bool monitors_only) {
  std::vector<ThreadSnapshot> snapshot = snapshot_all_threads(self, {});
  std::vector<Handle<java::Thread>> threads;
  for (const ThreadCycle& cycle :
       find_cycles(snapshot, monitors_only ? WaitEdges::kMonitors : WaitEdges::kLocks)) {
    for (const ThreadSnapshot* thread : cycle) {
      threads.push_back(thread->thread);
    }
  }
  return threads.empty() ? JavaResult<Handle<java::ObjectArray>>(Handle<java::ObjectArray>())
                         : new_object_array(self, *wk().java_lang_Thread, threads);
}

}  // namespace

jint get_thread_info(JNIEnv* env, jlongArray ids, jint max_depth, jobjectArray infos) {
  NativeEntry vm(env);
  (void)fill_thread_infos(vm.self, handle_of(ids), max_depth, handle_of(infos));
  return 0;
}

jobjectArray dump_threads(JNIEnv* env, jlongArray ids, jboolean monitors, jboolean synchronizers,
                          jint max_depth) {
  NativeEntry vm(env);
  SnapshotOptions options{max_depth, monitors != JNI_FALSE, synchronizers != JNI_FALSE};
  return vm.result_as<jobjectArray>(dump(vm.self, handle_of(ids), options));
}

jobjectArray find_deadlocks(JNIEnv* env, jboolean monitors_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(deadlocked_array(vm.self, monitors_only != JNI_FALSE));
}

jobjectArray find_monitor_deadlocks(JNIEnv* env) { return find_deadlocks(env, JNI_TRUE); }

}  // namespace minijvm::vm::jmm
