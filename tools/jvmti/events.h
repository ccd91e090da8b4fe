// Keeps for which environment and thread each event is enabled, and posts events (JVMTI, "Event
// Management"). An event is enabled for an environment either for all threads or for one thread. It
// is posted to the environments in the order in which they were made.
//
//   post(self, JVMTI_EVENT_THREAD_START, &jvmtiEventCallbacks::ThreadStart,
//        [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
//
// An agent's callback runs in kInNative and may stay there for a whole debugger session, so the
// poster holds no lock of the VM. A pending exception of the thread is set aside meanwhile.
// Tested by tests/vm/jvmti.
#pragma once

#include "runtime/class/method.h"
#include "runtime/object/handle.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"
#include "tools/jvmti/env.h"
#include "tools/jvmti/thread_data.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/natives/jni/jni_handles.h"

namespace minijvm::vm::jvmti {

// Returns whether any environment has enabled the event, for any thread. It is a relaxed load of
// one word, for callers that would prepare something. The answer may be stale: is_enabled decides.
bool is_wanted(jvmtiEvent event);
// Returns whether this environment wants the event for this thread.
bool is_enabled(const Env& env, jvmtiEvent event, const JavaThread& self);
// Returns whether any environment wants the event for this thread.
bool is_enabled(jvmtiEvent event, const JavaThread& self);

// Recomputes is_wanted() from all environments and threads, and registers or removes the observers
// that serve the events. REQUIRES: as dispose().
void enabled_events_changed();

// Returns the current thread as a local reference of the innermost scope; null while the thread has
// no Thread object.
jthread current_jthread(JavaThread& self);
// Returns the class's mirror slot as a reference, which costs no handle.
inline jclass jclass_of(const runtime::Class& klass) {
  return static_cast<jclass>(local_ref(mirror_of(klass)));
}

// Surrounds one callback. It sets the pending exception aside and restores it afterwards, frees the
// local references that the callback made, and clears an exception that it left pending: JVMTI
// gives callbacks no way to throw.
class CallbackScope {
 public:
  explicit CallbackScope(JavaThread& self);
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;

 private:
  JavaThread& self_;
  // Agents keep thread-locals, and a raw monitor is owned by an LWP (functions/raw_monitors.h).
  sync::LwpPin pin_;
  HandleScope scope_;
  // The exception that was pending before; null if there was none.
  Handle<java::Throwable> exception_;
  // The innermost PushLocalFrame of the thread when the callback began. Frames that the callback
  // pushed and did not pop are dropped.
  void* jni_frames_;
};

// Calls the callback of one environment, if there is one. tell(callback, env, jni) makes the call
// with the event's own arguments. REQUIRES: kInVm, the anchor is published. Handles of the caller
// serve as the callback's references.
template <class Callback, class Tell>
void post_to(Env& env, JavaThread& self, jvmtiEvent event, Callback jvmtiEventCallbacks::*,
             Tell tell) {
  void* callback =
      env.callbacks[static_cast<std::size_t>(event - kFirstEvent)].load(std::memory_order_acquire);
  if (callback == nullptr)
    return;
  // Another thread may dispose of the environment now. An Env is never freed, so the call is safe.
  CallbackScope scope(self);
  JNIEnv* jni = jni_env_of(self);
  sync::VmToNative native(self);
  tell(reinterpret_cast<Callback>(callback), env, jni);
}

// Posts to all environments that have enabled the event for this thread.
template <class Callback, class Tell>
void post(JavaThread& self, jvmtiEvent event, Callback jvmtiEventCallbacks::*which, Tell tell) {
  for_each_env([&](Env& env) {
    if (is_enabled(env, event, self))
      post_to(env, self, event, which, tell);
  });
}

}  // namespace minijvm::vm::jvmti
