// What an agent does to threads (JVMTI, "Thread"): suspend, resume, stop, interrupt. Proved by tests/vm/jvmti and tests/jdb.
//
// Suspension is the one of Thread.suspend (sync/safepoint.h): a flag, no count. Who suspends itself waits here until it is resumed.
#include "runtime/class.h"
#include "runtime/well_known.h"
#include "sync/thread_state.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/threads.h"
#include "vm/java/named_calls.h"
#include "vm/java/thread_control.h"

namespace minijvm::vm::jvmti {

namespace {

bool is_self(JavaThread& self, jthread thread) {
  if (thread == nullptr) return true;
  NoSafepoint still(self);
  return handle_of(thread).raw(still) == self.thread_object;
}

jvmtiError suspend_other(JavaThread& self, jthread thread) {
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (target.suspended()) {
      outcome = JVMTI_ERROR_THREAD_SUSPENDED;
    } else {
      sync::suspend(target);
    }
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

jvmtiError resume(JavaThread& self, jthread thread) {
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint&) {
    if (target.suspended()) {
      sync::resume(target);
    } else {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    }
  });
  return error != JVMTI_ERROR_NONE ? error : outcome;
}

void suspend_self(JavaThread& self) {
  sync::suspend(self);
  sync::VmToBlocked blocked(self);
  sync::wait_while_suspended(self);
}

}  // namespace

jvmtiError SuspendThread(Call& call, jthread thread) {
  if (!is_self(call.self, thread)) return suspend_other(call.self, thread);
  suspend_self(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError ResumeThread(Call& call, jthread thread) { return resume(call.self, thread); }

// The caller comes last, if it is among them: then the others are suspended and the results written.
jvmtiError SuspendThreadList(Call& call, jint count, const jthread* threads, jvmtiError* results) {
  if (count < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || results == nullptr) return JVMTI_ERROR_NULL_POINTER;
  bool with_self = false;
  for (jint i = 0; i < count; ++i) {
    bool self = threads[i] != nullptr && is_self(call.self, threads[i]);
    results[i] = self ? JVMTI_ERROR_NONE : threads[i] == nullptr ? JVMTI_ERROR_INVALID_THREAD : suspend_other(call.self, threads[i]);
    with_self = with_self || self;
  }
  if (with_self) suspend_self(call.self);
  return JVMTI_ERROR_NONE;
}

jvmtiError ResumeThreadList(Call& call, jint count, const jthread* threads, jvmtiError* results) {
  if (count < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (threads == nullptr || results == nullptr) return JVMTI_ERROR_NULL_POINTER;
  for (jint i = 0; i < count; ++i) results[i] = threads[i] == nullptr ? JVMTI_ERROR_INVALID_THREAD : resume(call.self, threads[i]);
  return JVMTI_ERROR_NONE;
}

jvmtiError StopThread(Call& call, jthread thread, jobject exception) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  if (handle_of(exception).is_null()) return JVMTI_ERROR_INVALID_OBJECT;
  if (!with_live_thread(call.self, thread, [](JavaThread&) {})) return JVMTI_ERROR_THREAD_NOT_ALIVE;
  (void)stop_thread(call.self, thread_object_of(call.self, thread), handle_of(exception));
  return JVMTI_ERROR_NONE;
}

// HOTSPOT: through Thread.interrupt, which knows of interruptible channels.
jvmtiError InterruptThread(Call& call, jthread thread) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  if (!with_live_thread(call.self, thread, [](JavaThread&) {})) return JVMTI_ERROR_THREAD_NOT_ALIVE;
  HandleScope scope(call.self);
  CallArgs args;
  args.push(thread_object_of(call.self, thread));
  if (!call_named(call.self, "java/lang/Thread", "interrupt", "()V", args).ok()) call.self.pending_exception = nullptr;
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
