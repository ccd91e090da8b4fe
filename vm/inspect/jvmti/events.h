// Which events are wanted, by whom, and how they are posted (JVMTI, "Event Management"). Proved by tests/vm/jvmti.
//
// An event is enabled for an environment everywhere or for one thread; it is posted to the environments in the order of their making. A
// callback runs in kInNative, with an exception that was pending set aside: it may stay there for a whole debugger session.
//
//   post(self, JVMTI_EVENT_THREAD_START, &jvmtiEventCallbacks::ThreadStart,
//        [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
#pragma once

#include "runtime/handle.h"
#include "runtime/method.h"
#include "sync/exec_env.h"
#include "sync/thread_state.h"
#include "vm/inspect/jvmti/env.h"
#include "vm/inspect/jvmti/thread_data.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/native/jni_handles.h"

namespace minijvm::vm::jvmti {

// Is it enabled in any environment, for any thread? A relaxed look, for those who would prepare something.
bool is_wanted(jvmtiEvent event);
// In this environment, for this thread.
bool is_enabled(const Env& env, jvmtiEvent event, const JavaThread& self);
// And in any environment.
bool is_enabled(jvmtiEvent event, const JavaThread& self);

// Looks again at what is enabled. REQUIRES: as dispose().
void enabled_events_changed();

// The current thread as a local reference of the innermost scope.
jthread current_jthread(JavaThread& self);
// A local reference for a class.
inline jclass jclass_of(const runtime::Class& klass) { return static_cast<jclass>(local_ref(mirror_of(klass))); }

// Around a callback.
class CallbackScope {
 public:
  explicit CallbackScope(JavaThread& self);
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;

 private:
  JavaThread& self_;
  sync::LwpPin pin_;  // agents keep thread-locals, and own raw monitors by LWP
  HandleScope scope_;
  Handle<> exception_;
  void* jni_frames_;
};

// REQUIRES: kInVm, the anchor published. The caller's handles are the callback's references.
template <class Callback, class Tell>
void post_to(Env& env, JavaThread& self, jvmtiEvent event, Callback jvmtiEventCallbacks::*, Tell tell) {
  void* callback = env.callbacks[static_cast<std::size_t>(event - kFirstEvent)].load(std::memory_order_acquire);
  if (callback == nullptr) return;
  CallbackScope scope(self);
  JNIEnv* jni = jni_env_of(self);
  sync::VmToNative native(self);
  tell(reinterpret_cast<Callback>(callback), env, jni);
}

template <class Callback, class Tell>
void post(JavaThread& self, jvmtiEvent event, Callback jvmtiEventCallbacks::* which, Tell tell) {
  for_each_env([&](Env& env) {
    if (is_enabled(env, event, self)) post_to(env, self, event, which, tell);
  });
}

}  // namespace minijvm::vm::jvmti
