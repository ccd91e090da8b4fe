// Lets an agent control threads (JVMTI, chapter "Thread"): suspend, resume, stop, interrupt. The
// bodies run in kInVm. Suspension is that of Thread.suspend (sync/threads/safepoint.h): a flag, not
// a count. A thread that suspends itself waits here until another thread resumes it. A virtual
// thread keeps the flag while it is mounted nowhere; once it has come back, it blocks its carrier.
// Tested by tests/vm/jvmti and tests/jdb.
#include "vm/java/threads/thread_control.h"

#include "runtime/class/class.h"
#include "runtime/object/well_known.h"
#include "sync/threads/thread_state.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/threads.h"
#include "tools/named_calls.h"

namespace minijvm::vm::jvmti {

namespace {

// Null stands for the caller.
bool is_self(JavaThread& self, jthread thread) {
  if (thread == nullptr)
    return true;
  NoSafepoint still(self);
  return handle_of(thread).raw(still) == self.thread_object;
}

// The test and the change happen in one handshake. The handshake also shows that the thread has
// left Java: SuspendThread must not return before.
jvmtiError suspend_other(JavaThread& self, jthread thread) {
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (target.is_to_be_suspended()) {
      outcome = JVMTI_ERROR_THREAD_SUSPENDED;
    } else {
      sync::suspend(target);
    }
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

// Returns THREAD_NOT_SUSPENDED if the thread is running.
jvmtiError resume(JavaThread& self, jthread thread) {
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (target.is_to_be_suspended()) {
      sync::resume(target);
    } else {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    }
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

// kBlocked lets the world stop meanwhile, and lets the resuming thread's handshake run.
void suspend_self(JavaThread& self) {
  sync::suspend(self);
  sync::VmToBlocked blocked(self);
  sync::wait_while_suspended(self);
}

}  // namespace

jvmtiError SuspendThread(Call& call, jthread thread) {
  if (!is_self(call.self, thread))
    return suspend_other(call.self, thread);
  suspend_self(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError ResumeThread(Call& call, jthread thread) { return resume(call.self, thread); }

// JVMTI, SuspendThreadList: each thread has a result of its own. The caller comes last if it is in
// the list: by then the others are suspended and the results are written.
jvmtiError SuspendThreadList(Call& call, jint count, const jthread* threads, jvmtiError* results) {
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || results == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  bool with_self = false;
  for (jint i = 0; i < count; ++i) {
    bool self = threads[i] != nullptr && is_self(call.self, threads[i]);
    results[i] = self                    ? JVMTI_ERROR_NONE
                 : threads[i] == nullptr ? JVMTI_ERROR_INVALID_THREAD
                                         : suspend_other(call.self, threads[i]);
    with_self = with_self || self;
  }
  if (with_self)
    suspend_self(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError ResumeThreadList(Call& call, jint count, const jthread* threads, jvmtiError* results) {
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || results == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  for (jint i = 0; i < count; ++i)
    results[i] = threads[i] == nullptr ? JVMTI_ERROR_INVALID_THREAD : resume(call.self, threads[i]);
  return JVMTI_ERROR_NONE;
}

namespace {

// JVMTI, SuspendAllVirtualThreads (21): the list may name virtual threads only. An invalid list
// changes nothing.
jvmtiError check_exceptions(Call& call, jint count, const jthread* list) {
  if (!call.env.has(can_support_virtual_threads))
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (list == nullptr && count > 0)
    return JVMTI_ERROR_NULL_POINTER;
  NoSafepoint still(call.self);
  for (jint i = 0; i < count; ++i) {
    const Object* raw = list[i] == nullptr ? nullptr : handle_of(list[i]).raw(still);
    if (raw == nullptr || !is_virtual(*raw))
      return JVMTI_ERROR_INVALID_THREAD;
  }
  return JVMTI_ERROR_NONE;
}

// Calls change(Handle<java::Thread>) for the live virtual threads that are not in the list.
template <class Change>
void for_each_other(Call& call, jint count, const jthread* list, Change change) {
  HandleScope scope(call.self);
  for (Handle<java::Thread> thread : virtual_threads(call.self)) {
    bool is_listed = false;
    for (jint i = 0; i < count && !is_listed; ++i) {
      NoSafepoint still(call.self);
      is_listed = handle_of(list[i]).raw(still) == thread.raw(still);
    }
    if (!is_listed)
      change(thread);
  }
}

}  // namespace

// A thread that is suspended already, or ends meanwhile, is no error. The caller comes last: by
// then the others are suspended.
jvmtiError SuspendAllVirtualThreads(Call& call, jint except_count, const jthread* except_list) {
  jvmtiError error = check_exceptions(call, except_count, except_list);
  if (error != JVMTI_ERROR_NONE)
    return error;
  // A thread of the list that has not run yet must not count as a new one.
  for (jint i = 0; i < except_count; ++i)
    make_thread_of_virtual(call.self, thread_object_of(call.self, except_list[i]));
  suspend_new_virtual_threads(true);
  bool with_self = false;
  for_each_other(call, except_count, except_list, [&](Handle<java::Thread> thread) {
    if (is_self(call.self, local_ref(thread))) {
      with_self = true;
    } else {
      (void)suspend_other(call.self, local_ref(thread));
    }
  });
  if (with_self)
    suspend_self(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError ResumeAllVirtualThreads(Call& call, jint except_count, const jthread* except_list) {
  jvmtiError error = check_exceptions(call, except_count, except_list);
  if (error != JVMTI_ERROR_NONE)
    return error;
  suspend_new_virtual_threads(false);
  for_each_other(call, except_count, except_list,
                 [&](Handle<java::Thread> thread) { (void)resume(call.self, local_ref(thread)); });
  return JVMTI_ERROR_NONE;
}

// JVMTI, StopThread: throws the exception in the thread, at its next poll in Java code. A virtual
// thread must be suspended (JVMTI 21). HOTSPOT: and mounted.
jvmtiError StopThread(Call& call, jthread thread, jobject exception) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  if (handle_of(exception).is_null())
    return JVMTI_ERROR_INVALID_OBJECT;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  error = on_thread(call.self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (target.comes_and_goes_ && &target != &call.self && !target.is_to_be_suspended()) {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    } else if (runtime::is_unmounted(target)) {
      outcome = JVMTI_ERROR_OPAQUE_FRAME;
    }
  });
  if (error == JVMTI_ERROR_NONE)
    error = outcome;
  if (error != JVMTI_ERROR_NONE)
    return error;
  (void)stop_thread(call.self, thread_object_of(call.self, thread),
                    handle_of<java::Throwable>(exception));
  return JVMTI_ERROR_NONE;
}

// HOTSPOT: this is a call of Thread.interrupt, which also closes an interruptible channel that the
// thread uses.
jvmtiError InterruptThread(Call& call, jthread thread) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  if (!with_live_thread(call.self, thread, [](JavaThread&) {}))
    return JVMTI_ERROR_THREAD_NOT_ALIVE;
  HandleScope scope(call.self);
  CallArgs args;
  args.push(thread_object_of(call.self, thread));
  if (!call_named(call.self, "java/lang/Thread", "interrupt", "()V", args).ok())
    call.self.pending_exception = nullptr;
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
