// java.lang.management.ThreadInfo, dumps and deadlocks, made of the pictures of thread_pictures.h.
#include <vector>

#include "gc/barrier.h"
#include "runtime/class_linker.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/clock.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/named_calls.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/native_entry.h"
#include "vm/native/thread_pictures.h"

namespace minijvm::vm::jmm {

using runtime::BasicType;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr std::int32_t kInNative = 0x0040'0000;  // beside the JVMTI bits of Thread.threadStatus
constexpr jlong kNotMeasured = -1;
constexpr const char* kThreadInfo = "java/lang/management/ThreadInfo";

void store_element(JavaThread& self, Handle<> array, std::size_t index, Handle<> value) {
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(index), 3), value.raw(still));
}

JavaResult<Handle<>> object_array(JavaThread& self, runtime::Class& element, const std::vector<Handle<>>& objects) {
  Handle<> array = MJ_TRY(new_object_array(self, element, static_cast<jint>(objects.size())));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    store_element(self, array, i, objects[i]);
  }
  return array;
}

JavaResult<Handle<>> monitor_array(JavaThread& self, const ThreadPicture& picture) {
  std::vector<Handle<>> objects;
  for (const LockedMonitor& monitor : picture.monitors) {
    objects.push_back(monitor.object);
  }
  return object_array(self, *wk().java_lang_Object, objects);
}

JavaResult<Handle<>> depth_array(JavaThread& self, const ThreadPicture& picture) {
  Handle<> array = MJ_TRY(new_primitive_array(self, BasicType::kInt, static_cast<jint>(picture.monitors.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < picture.monitors.size(); ++i) {
    array.raw(still)->elements<jint>()[i] = picture.monitors[i].depth;
  }
  return array;
}

jlong measured_ms(std::int64_t ns) { return measures_waits() ? ns / sync::kNanosPerMilli : kNotMeasured; }

JavaResult<Handle<>> new_thread_info(JavaThread& self, const ThreadPicture& picture, bool with_locks) {
  CallArgs args;
  args.push(picture.thread);
  args.push_int(picture.status | (picture.is_in_native ? kInNative : 0));
  args.push(picture.blocker);
  args.push(picture.owner);
  args.push_long(picture.waits.blocked);
  args.push_long(measured_ms(picture.waits.blocked_ns));
  args.push_long(picture.waits.waited);
  args.push_long(measured_ms(picture.waits.waited_ns));
  args.push(MJ_TRY(new_stack_trace_elements(self, picture.points.data(), static_cast<jint>(picture.points.size()))));
  if (!with_locks) {
    return construct_named(self, kThreadInfo, "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;)V", args);
  }
  args.push(MJ_TRY(monitor_array(self, picture)));
  args.push(MJ_TRY(depth_array(self, picture)));
  args.push(MJ_TRY(object_array(self, *wk().java_lang_Object, picture.synchronizers)));
  return construct_named(self, kThreadInfo,
                         "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;"
                         "[Ljava/lang/Object;[I[Ljava/lang/Object;)V",
                         args);
}

// Elements of dead threads stay null.
JavaResult<void> fill_infos(JavaThread& self, Handle<> infos, const std::vector<ThreadPicture>& pictures, bool with_locks) {
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    HandleScope scope(self);
    if (pictures[i].is_alive) {
      store_element(self, infos, i, MJ_TRY(new_thread_info(self, pictures[i], with_locks)));
    }
  }
  return {};
}

JavaResult<std::vector<jlong>> ids_of(JavaThread& self, Handle<> ids) {
  std::vector<jlong> copy;
  bool valid = true;
  {
    NoSafepoint still(self);
    const Object* raw = ids.raw(still);
    for (std::int32_t i = 0; i < raw->array_length(); ++i) {
      copy.push_back(raw->elements<jlong>()[i]);
      valid = valid && copy.back() > 0;
    }
  }
  if (!valid) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Invalid thread ID entry");
  }
  return copy;
}

JavaResult<void> fill_thread_infos(JavaThread& self, Handle<> ids, jint max_depth, Handle<> infos) {
  if (ids.is_null() || infos.is_null()) {
    return throw_null_pointer(self);
  }
  if (max_depth < -1) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Invalid maxDepth");
  }
  std::vector<jlong> wanted = MJ_TRY(ids_of(self, ids));
  return fill_infos(self, infos, picture_threads(self, wanted, {.max_depth = max_depth}), false);
}

JavaResult<std::vector<ThreadPicture>> pictures_of(JavaThread& self, Handle<> ids, PictureOptions options) {
  if (ids.is_null()) {
    return picture_threads(self, all_threads(self), options);
  }
  std::vector<jlong> wanted = MJ_TRY(ids_of(self, ids));
  return picture_threads(self, wanted, options);
}

JavaResult<Handle<>> dump(JavaThread& self, Handle<> ids, PictureOptions options) {
  std::vector<ThreadPicture> pictures = MJ_TRY(pictures_of(self, ids, options));
  runtime::Class* klass = MJ_TRY(named_class(self, kThreadInfo));
  Handle<> infos = MJ_TRY(new_object_array(self, *klass, static_cast<jint>(pictures.size())));
  MJ_TRY(fill_infos(self, infos, pictures, true));
  return infos;
}

// Null: there is no deadlock.
JavaResult<Handle<>> deadlocked_array(JavaThread& self, bool monitors_only) {
  std::vector<Handle<>> threads = find_deadlocked_threads(self, monitors_only);
  return threads.empty() ? Handle<>() : object_array(self, *wk().java_lang_Thread, threads);
}

}  // namespace

jint get_thread_info(JNIEnv* env, jlongArray ids, jint max_depth, jobjectArray infos) {
  NativeEntry vm(env);
  (void)fill_thread_infos(vm.self, handle_of(ids), max_depth, handle_of(infos));
  return 0;
}

jobjectArray dump_threads(JNIEnv* env, jlongArray ids, jboolean monitors, jboolean synchronizers, jint max_depth) {
  NativeEntry vm(env);
  PictureOptions options{max_depth, monitors != JNI_FALSE, synchronizers != JNI_FALSE};
  return vm.result_as<jobjectArray>(dump(vm.self, handle_of(ids), options));
}

jobjectArray find_deadlocks(JNIEnv* env, jboolean monitors_only) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(deadlocked_array(vm.self, monitors_only != JNI_FALSE));
}

jobjectArray find_monitor_deadlocks(JNIEnv* env) { return find_deadlocks(env, JNI_TRUE); }

}  // namespace minijvm::vm::jmm
