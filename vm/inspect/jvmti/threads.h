// From a jthread to the thread that runs it, and what may be done to it (JVMTI, "Thread"). Proved by tests/vm/jvmti.
#pragma once

#include <cstddef>
#include <utility>

#include "runtime/object.h"
#include "sync/safepoint.h"
#include "vm/inspect/jvmti/env.h"
#include "vm/java/java_threads.h"
#include "vm/java/thread_blocking.h"
#include "vm/native/jni_handles.h"

namespace minijvm::vm::jvmti {

// INVALID_THREAD: no reference to a java.lang.Thread. Null is the caller.
jvmtiError check_thread(JavaThread& self, jthread thread);
// The Thread object; null: the caller's.
Handle<> thread_object_of(JavaThread& self, jthread thread);

// Calls visit(JavaThread&) while the thread cannot leave: a few instructions. False: it is not alive. REQUIRES: check_thread, kInVm.
template <class Visit>
bool with_live_thread(JavaThread& self, jthread thread, Visit visit) {
  Handle<> object = thread_object_of(self, thread);
  NoSafepoint still(self);
  sync::ThreadListLock lock;
  JavaThread* target = object.is_null() ? nullptr : java_thread_of(object.raw(still));
  if (target != nullptr) visit(*target);
  return target != nullptr;
}

template <class Act>
class ThreadOperation final : public sync::HandshakeOperation {
 public:
  ThreadOperation(Handle<> thread, Act& act) : thread_(thread), act_(act) {}
  void run(sync::ExecEnv& env) override {
    JavaThread& target = JavaThread::of(env);
    NoSafepoint still(*sync::current_exec_env());
    found = target.thread_object == thread_.raw(still);  // it may have left, and its JavaThread serve another
    if (found) act_(target, still);
  }
  bool found = false;

 private:
  Handle<> thread_;
  Act& act_;
};

// Handles that act makes for `self` are the caller's: nobody else uses them meanwhile.
// Runs act(JavaThread& target, const NoSafepoint&) while the target stands still, on it or for it. THREAD_NOT_ALIVE, INVALID_THREAD.
template <class Act>
jvmtiError on_thread(JavaThread& self, jthread thread, Act act) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  Handle<> object = thread_object_of(self, thread);
  for (;;) {
    JavaThread* target = nullptr;
    (void)with_live_thread(self, thread, [&](JavaThread& found) { target = &found; });
    if (target == nullptr) return JVMTI_ERROR_THREAD_NOT_ALIVE;
    ThreadOperation<Act> operation(object, act);
    sync::run_handshake(self, *target, operation);
    if (operation.found) return JVMTI_ERROR_NONE;
    yield_current(self);  // it was started, and needs a moment before it can serve a handshake
  }
}

}  // namespace minijvm::vm::jvmti
