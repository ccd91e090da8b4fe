// What threads are and do: the queries of the chapters Thread and Thread Group of JVMTI. Proved by tests/vm/jvmti and tests/jdb.
#include <vector>

#include "runtime/class.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/thread_state.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/memory.h"
#include "vm/inspect/jvmti/threads.h"
#include "vm/java/kernel_threads.h"
#include "vm/java/strings.h"
#include "vm/java/thread_roots.h"

namespace minijvm::vm::jvmti {

using runtime::wk;

namespace {

// A local reference to what a field of an object refers to.
jobject field_ref(JavaThread& self, Handle<> object, std::uint32_t field) {
  NoSafepoint still(self);
  return local_ref(runtime::make_handle(self, still, object.raw(still)->load_ref(field)));
}

jvmtiError copy_name(JavaThread& self, Handle<> object, std::uint32_t field, char** result) {
  NoSafepoint still(self);
  const Object* name = object.raw(still)->load_ref(field);
  if (name == nullptr) {
    *result = nullptr;
    return JVMTI_ERROR_NONE;
  }
  return copy_text(to_modified_utf8(still, name), result);
}

// All that run, agents' threads too, as local references.
std::vector<jthread> live_threads(JavaThread& self) {
  std::vector<jthread> threads;
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    JavaThread& thread = JavaThread::of(env);
    if (thread.thread_object != nullptr && !thread.is_vm_internal && java_thread_of(thread.thread_object) != nullptr) {
      threads.push_back(local_ref(runtime::make_handle(self, still, thread.thread_object)));
    }
  });
  return threads;
}

template <class T>
jvmtiError hand_out(const std::vector<T>& from, jint* count, T** result) {
  *result = allocate_array<T>(from.size());
  if (*result == nullptr && !from.empty()) return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(from.begin(), from.end(), *result);
  *count = static_cast<jint>(from.size());
  return JVMTI_ERROR_NONE;
}

bool is_group(JavaThread& self, jthreadGroup group) {
  if (group == nullptr) return false;
  NoSafepoint still(self);
  const Object* raw = handle_of(group).raw(still);
  return raw != nullptr && raw->klass()->is_subclass_of(*wk().java_lang_ThreadGroup);
}

// The first `count` elements of an array field of a group, as local references.
template <class Keep>
std::vector<jobject> members(JavaThread& self, Handle<> group, std::uint32_t array_field, std::uint32_t count_field, Keep keep) {
  std::vector<jobject> all;
  NoSafepoint still(self);
  Object* raw = group.raw(still);
  Object* array = raw->load_ref(array_field);
  if (array == nullptr) return all;
  std::int32_t count = std::min(raw->load<std::int32_t>(count_field), array->array_length());
  for (std::int32_t i = 0; i < count; ++i) {
    Object* member = array->elements<Object*>()[i];
    if (member != nullptr && keep(member)) all.push_back(local_ref(runtime::make_handle(self, still, member)));
  }
  return all;
}

// The bits that Java's own threadStatus does not have.
jint state_beside_status(const JavaThread& target) {
  jint state = target.suspended() ? JVMTI_THREAD_STATE_SUSPENDED : 0;
  return target.state() == sync::ThreadState::kInNative ? state | JVMTI_THREAD_STATE_IN_NATIVE : state;
}

}  // namespace

jvmtiError GetAllThreads(Call& call, jint* count, jthread** threads) {
  if (count == nullptr || threads == nullptr) return JVMTI_ERROR_NULL_POINTER;
  return hand_out(live_threads(call.self), count, threads);
}

jvmtiError GetCurrentThread(Call& call, jthread* thread) {
  if (thread == nullptr) return JVMTI_ERROR_NULL_POINTER;
  *thread = current_jthread(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetThreadState(Call& call, jthread thread, jint* state) {
  if (state == nullptr) return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  jint beside = 0;
  (void)with_live_thread(call.self, thread, [&](JavaThread& target) { beside = state_beside_status(target); });
  NoSafepoint still(call.self);
  const Object* raw = thread_object_of(call.self, thread).raw(still);
  *state = raw->load<std::int32_t>(wk().Thread_threadStatus) | beside;
  if (raw->load<std::int8_t>(wk().Thread_interrupted) != 0) *state |= JVMTI_THREAD_STATE_INTERRUPTED;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetThreadInfo(Call& call, jthread thread, jvmtiThreadInfo* info) {
  if (info == nullptr) return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  Handle<> object = thread_object_of(call.self, thread);
  error = copy_name(call.self, object, wk().Thread_name, &info->name);
  if (error != JVMTI_ERROR_NONE) return error;
  info->thread_group = field_ref(call.self, object, wk().Thread_group);
  info->context_class_loader = field_ref(call.self, object, wk().Thread_contextClassLoader);
  NoSafepoint still(call.self);
  info->priority = object.raw(still)->load<std::int32_t>(wk().Thread_priority);
  info->is_daemon = object.raw(still)->load<std::int8_t>(wk().Thread_daemon) != 0;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetTopThreadGroups(Call& call, jint* count, jthreadGroup** groups) {
  if (count == nullptr || groups == nullptr) return JVMTI_ERROR_NULL_POINTER;
  NoSafepoint still(call.self);
  jthreadGroup system = local_ref(runtime::make_handle(call.self, still, system_thread_group().raw(still)));
  return hand_out(std::vector<jthreadGroup>{system}, count, groups);
}

jvmtiError GetThreadGroupInfo(Call& call, jthreadGroup group, jvmtiThreadGroupInfo* info) {
  if (!is_group(call.self, group)) return JVMTI_ERROR_INVALID_THREAD_GROUP;
  if (info == nullptr) return JVMTI_ERROR_NULL_POINTER;
  Handle<> object = handle_of(group);
  jvmtiError error = copy_name(call.self, object, wk().ThreadGroup_name, &info->name);
  if (error != JVMTI_ERROR_NONE) return error;
  info->parent = field_ref(call.self, object, wk().ThreadGroup_parent);
  NoSafepoint still(call.self);
  info->max_priority = object.raw(still)->load<std::int32_t>(wk().ThreadGroup_maxPriority);
  info->is_daemon = object.raw(still)->load<std::int8_t>(wk().ThreadGroup_daemon) != 0;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetThreadGroupChildren(Call& call, jthreadGroup group, jint* thread_count, jthread** threads, jint* group_count, jthreadGroup** groups) {
  if (!is_group(call.self, group)) return JVMTI_ERROR_INVALID_THREAD_GROUP;
  if (thread_count == nullptr || threads == nullptr || group_count == nullptr || groups == nullptr) return JVMTI_ERROR_NULL_POINTER;
  Handle<> object = handle_of(group);
  auto is_alive = [](const Object* thread) { return thread->load<std::int64_t>(wk().Thread_eetop) != 0; };
  jvmtiError error = hand_out(members(call.self, object, wk().ThreadGroup_threads, wk().ThreadGroup_nthreads, is_alive), thread_count, threads);
  if (error != JVMTI_ERROR_NONE) return error;
  return hand_out(members(call.self, object, wk().ThreadGroup_groups, wk().ThreadGroup_ngroups, [](const Object*) { return true; }), group_count, groups);
}

// --- CPU times ---

jvmtiError GetCurrentThreadCpuTimerInfo(Call& call, jvmtiTimerInfo* info) { return GetThreadCpuTimerInfo(call, info); }
jvmtiError GetThreadCpuTimerInfo(Call&, jvmtiTimerInfo* info) {
  if (info == nullptr) return JVMTI_ERROR_NULL_POINTER;
  *info = {};
  info->max_value = -1;  // all 64 bits
  info->kind = JVMTI_TIMER_TOTAL_CPU;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetCurrentThreadCpuTime(Call& call, jlong* nanos) { return GetThreadCpuTime(call, nullptr, nanos); }
jvmtiError GetThreadCpuTime(Call& call, jthread thread, jlong* nanos) {
  if (nanos == nullptr) return JVMTI_ERROR_NULL_POINTER;
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) { *nanos = cpu_ns_of(kernel_thread_of(target)); });
}

}  // namespace minijvm::vm::jvmti
