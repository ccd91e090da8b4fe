// Answers queries about threads: those of the chapters "Thread", "Thread Group" and "Timers" of
// JVMTI. The callers are agents; the bodies run in kInVm. Most answers are fields of the Thread
// object; the rest is read while the thread cannot leave.
// Tested by tests/vm/jvmti and tests/jdb.
#include <utility>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/thread_state.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/memory.h"
#include "tools/jvmti/threads.h"
#include "tools/named_calls.h"
#include "tools/threads/kernel_threads.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_roots.h"

namespace minijvm::vm::jvmti {

using runtime::wk;

namespace {

// Returns a local reference to the object in a field; it reads as null if the field is null.
template <class T, class Target>
jobject field_ref(JavaThread& self, Handle<T> object, Target* (T::*field)() const) {
  return local_ref(field_of(self, object, field));
}

// Copies Thread and ThreadGroup names; a null name gives a null text.
template <class T>
jvmtiError copy_name(JavaThread& self, Handle<T> object, char** result) {
  NoSafepoint still(self);
  const java::String* name = object.raw(still)->name();
  if (name == nullptr) {
    *result = nullptr;
    return JVMTI_ERROR_NONE;
  }
  return copy_text(to_modified_utf8(still, name), result);
}

// Copies the references into the agent's memory.
template <class T>
jvmtiError hand_out(const std::vector<T>& from, jint* count, T** result) {
  *result = allocate_array<T>(from.size());
  if (*result == nullptr && !from.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  std::copy(from.begin(), from.end(), *result);
  *count = static_cast<jint>(from.size());
  return JVMTI_ERROR_NONE;
}

bool is_group(JavaThread& self, jthreadGroup group) {
  if (group == nullptr)
    return false;
  NoSafepoint still(self);
  const Object* raw = handle_of(group).raw(still);
  return raw != nullptr && raw->klass()->is_subclass_of(*wk().java_lang_ThreadGroup);
}

// Returns the first `count` elements of an array of a group, as local references.
template <class Keep>
std::vector<jobject> members(JavaThread& self, const NoSafepoint& still,
                             const java::ObjectArray* array, std::int32_t count, Keep keep) {
  std::vector<jobject> all;
  for (std::int32_t i = 0; array != nullptr && i < std::min(count, array->length()); ++i) {
    Object* member = array->at(i);
    if (member != nullptr && keep(member))
      all.push_back(local_ref(runtime::make_handle(self, still, member)));
  }
  return all;
}

// Returns the live threads of a group, as local references. Thread.eetop is 0 before the start and
// after the end. A group of a later JDK has no list of them.
std::vector<jobject> live_threads_of(JavaThread& self, const NoSafepoint& still,
                                     const java::ThreadGroup* group) {
  if (java::ThreadGroup::threads_offset() != 0) {
    return members(self, still, group->threads(), group->nthreads(), [](const Object* thread) {
      return java_thread_of(runtime::as<java::Thread>(thread)) != nullptr;
    });
  }
  std::vector<jobject> live;
  for (Handle<java::Thread> thread : all_threads(self, true)) {
    const java::ThreadFacts* facts = runtime::facts_of(thread.raw(still));
    if (facts != nullptr && facts->group() == group)
      live.push_back(local_ref(thread));
  }
  return live;
}

// JVMTI, GetThreadInfo: all virtual threads are of one group. A bound one has it in its own fields;
// for the others the class library is asked. HOTSPOT: agents hear nothing of a call that is made
// for them.
jobject group_of_virtual_threads(JavaThread& self) {
  const bool before = std::exchange(self.in_transition, true);
  JavaResult<JavaValue> group = call_named_static(self, "java/lang/Thread", "virtualThreadGroup",
                                                  "()Ljava/lang/ThreadGroup;", CallArgs{});
  self.in_transition = before;
  if (!group.ok()) {
    self.pending_exception = nullptr;
    return nullptr;
  }
  return local_ref(group.take().reference);
}

// Returns a local reference to the thread's group, or null if the thread has ended.
jobject group_ref(JavaThread& self, Handle<java::Thread> thread) {
  {
    NoSafepoint still(self);
    const java::Thread* raw = thread.raw(still);
    const java::ThreadFacts* facts = runtime::facts_of(raw);
    // Before JDK 19 a thread that ends gives up its group itself.
    if (facts != nullptr && facts->group() != nullptr &&
        (facts->threadStatus() & JVMTI_THREAD_STATE_TERMINATED) == 0)
      return local_ref(runtime::make_handle(self, still, facts->group()));
    if (facts != nullptr || !is_virtual(*raw) ||
        runtime::status_of_thread(*raw, nullptr) == runtime::kThreadTerminated)
      return nullptr;
  }
  return group_of_virtual_threads(self);
}

// Returns the bits of JVMTI's thread state that Thread.threadStatus does not have: suspended, in
// native code.
jint state_beside_status(const JavaThread& target) {
  jint state = target.is_to_be_suspended() ? JVMTI_THREAD_STATE_SUSPENDED : 0;
  return target.state() == sync::ThreadState::kInNative ? state | JVMTI_THREAD_STATE_IN_NATIVE
                                                        : state;
}

// HOTSPOT: a carrier waits while it carries a virtual thread.
jint state_of_live(const java::Thread& thread, const JavaThread& target) {
  const JavaThread* carried = target.mounted.load(std::memory_order_acquire);
  const bool carries = carried != nullptr && carried->comes_and_goes_;
  const jint status = carries ? JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_WAITING |
                                    JVMTI_THREAD_STATE_WAITING_INDEFINITELY
                              : runtime::status_of_thread(thread, &target);
  return status | state_beside_status(target);
}

}  // namespace

// JVMTI, GetAllThreads: agents' threads too.
jvmtiError GetAllThreads(Call& call, jint* count, jthread** threads) {
  if (count == nullptr || threads == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  std::vector<jthread> live;
  for (Handle<java::Thread> thread : all_threads(call.self, true))
    live.push_back(local_ref(thread));
  return hand_out(live, count, threads);
}

jvmtiError GetCurrentThread(Call& call, jthread* thread) {
  if (thread == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *thread = current_jthread(call.self);
  return JVMTI_ERROR_NONE;
}

// JVMTI, GetThreadState: threadStatus of java.lang.Thread holds JVMTI's bits already.
jvmtiError GetThreadState(Call& call, jthread thread, jint* state) {
  if (state == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  Handle<java::Thread> object = thread_object_of(call.self, thread);
  const bool is_live = with_live_thread(call.self, thread, [&](JavaThread& target) {
    NoSafepoint still(call.self);
    *state = state_of_live(*object.raw(still), target);
  });
  NoSafepoint still(call.self);
  const java::Thread* raw = object.raw(still);
  if (!is_live)
    *state = runtime::status_of_thread(*raw, nullptr);
  if (raw->interrupted() && (*state & JVMTI_THREAD_STATE_ALIVE) != 0)
    *state |= JVMTI_THREAD_STATE_INTERRUPTED;
  return JVMTI_ERROR_NONE;
}

// A null `thread` stands for the caller, in this function and all others.
jvmtiError GetThreadInfo(Call& call, jthread thread, jvmtiThreadInfo* info) {
  if (info == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  Handle<java::Thread> object = thread_object_of(call.self, thread);
  error = copy_name(call.self, object, &info->name);
  if (error != JVMTI_ERROR_NONE)
    return error;
  info->thread_group = group_ref(call.self, object);
  info->context_class_loader = field_ref(call.self, object, &java::Thread::contextClassLoader);
  NoSafepoint still(call.self);
  const java::ThreadFacts* facts = runtime::facts_of(object.raw(still));
  info->priority = facts == nullptr ? JVMTI_THREAD_NORM_PRIORITY : facts->priority();
  info->is_daemon = facts == nullptr || facts->daemon();
  return JVMTI_ERROR_NONE;
}

// There is one group without a parent: "system".
jvmtiError GetTopThreadGroups(Call& call, jint* count, jthreadGroup** groups) {
  if (count == nullptr || groups == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  NoSafepoint still(call.self);
  jthreadGroup system =
      local_ref(runtime::make_handle(call.self, still, system_thread_group().raw(still)));
  return hand_out(std::vector<jthreadGroup>{system}, count, groups);
}

jvmtiError GetThreadGroupInfo(Call& call, jthreadGroup group, jvmtiThreadGroupInfo* info) {
  if (!is_group(call.self, group))
    return JVMTI_ERROR_INVALID_THREAD_GROUP;
  if (info == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  auto object = handle_of<java::ThreadGroup>(group);
  jvmtiError error = copy_name(call.self, object, &info->name);
  if (error != JVMTI_ERROR_NONE)
    return error;
  info->parent = field_ref(call.self, object, &java::ThreadGroup::parent);
  NoSafepoint still(call.self);
  info->max_priority = object.raw(still)->maxPriority();
  info->is_daemon = object.raw(still)->daemon();
  return JVMTI_ERROR_NONE;
}

jvmtiError GetThreadGroupChildren(Call& call, jthreadGroup group, jint* thread_count,
                                  jthread** threads, jint* group_count, jthreadGroup** groups) {
  if (!is_group(call.self, group))
    return JVMTI_ERROR_INVALID_THREAD_GROUP;
  if (thread_count == nullptr || threads == nullptr || group_count == nullptr || groups == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  auto object = handle_of<java::ThreadGroup>(group);
  NoSafepoint still(call.self);
  const java::ThreadGroup* raw = object.raw(still);
  jvmtiError error = hand_out(live_threads_of(call.self, still, raw), thread_count, threads);
  if (error != JVMTI_ERROR_NONE)
    return error;
  return hand_out(
      members(call.self, still, raw->groups(), raw->ngroups(), [](const Object*) { return true; }),
      group_count, groups);
}

// --- CPU times ---

jvmtiError GetCurrentThreadCpuTimerInfo(Call& call, jvmtiTimerInfo* info) {
  return GetThreadCpuTimerInfo(call, info);
}
// Both clocks count the time of user and kernel code, and never go back.
jvmtiError GetThreadCpuTimerInfo(Call&, jvmtiTimerInfo* info) {
  if (info == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *info = {};
  // All 64 bits are used.
  info->max_value = -1;
  info->kind = JVMTI_TIMER_TOTAL_CPU;
  return JVMTI_ERROR_NONE;
}

jvmtiError GetCurrentThreadCpuTime(Call& call, jlong* nanos) {
  return GetThreadCpuTime(call, nullptr, nanos);
}
jvmtiError GetThreadCpuTime(Call& call, jthread thread, jlong* nanos) {
  if (nanos == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_platform_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  // The thread cannot end during the handshake, so its kernel thread exists.
  return on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) {
    *nanos = cpu_ns_of(kernel_thread_of(target));
  });
}

}  // namespace minijvm::vm::jvmti
