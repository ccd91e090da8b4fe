// From a Thread object to the JavaThread that runs it. That thread may end at any moment, so there
// are two ways to work on it:
//
//   with_live_thread   a few instructions while the list of threads is locked; the thread may run
//   on_live_thread     a handshake: the thread stands still; its frames may be read and changed
//
// Tested by tests/java/threads and tests/vm/jvmti.
#pragma once

#include "runtime/object/java_objects.h"
#include "runtime/thread/continuation.h"
#include "sync/threads/safepoint.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

// Calls visit(JavaThread&) while the thread cannot leave. Returns false if it is not alive, or if
// `thread` is null. visit must neither block nor stop. REQUIRES: kInVm.
template <class Visit>
bool with_live_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread,
                      Visit visit) {
  sync::NoSafepoint still(self);
  sync::ThreadListLock lock;
  runtime::JavaThread* target = thread.is_null() ? nullptr : java_thread_of(thread.raw(still));
  if (target == nullptr && !thread.is_null()) {
    target = runtime::thread_of_virtual(thread.raw(still));
  }
  if (target != nullptr) {
    visit(*target);
  }
  return target != nullptr;
}

// The handshake of on_live_thread. The target executes it, or another thread on its behalf, so the
// NoSafepoint belongs to the thread that executes it.
template <class Act>
class ThreadOperation final : public sync::HandshakeOperation {
 public:
  ThreadOperation(runtime::Handle<java::Thread> thread, Act& act) : thread_(thread), act_(act) {}
  void run(sync::ExecEnv& env) override {
    runtime::JavaThread& target = runtime::JavaThread::of(env);
    sync::NoSafepoint still(*sync::current_exec_env());
    // False if the thread has ended since, and its JavaThread serves another one by now.
    found = target.thread_object == thread_.raw(still);
    if (found) {
      act_(target, still);
    }
  }
  bool found = false;

 private:
  runtime::Handle<java::Thread> thread_;
  Act& act_;
};

// Runs act(JavaThread& target, const NoSafepoint&) while the target stands still: the target runs
// it at a poll, or the caller runs it while the target is safe. Handles that act makes for `self`
// belong to the caller, and nobody else makes any meanwhile. Returns false if the thread is not
// alive. REQUIRES: kInVm.
template <class Act>
bool on_live_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread, Act act) {
  for (;;) {
    runtime::JavaThread* target = nullptr;
    if (!with_live_thread(self, thread, [&](runtime::JavaThread& found) { target = &found; })) {
      return false;
    }
    ThreadOperation<Act> operation(thread, act);
    sync::run_handshake(self, *target, operation);
    if (operation.found) {
      return true;
    }
    // A thread that was just started may need a moment before it takes part in handshakes; or the
    // JavaThread has been used again.
    yield_current(self);
  }
}

}  // namespace minijvm::vm
