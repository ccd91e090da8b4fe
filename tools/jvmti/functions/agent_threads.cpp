// Implements RunAgentThread (JVMTI, chapter "Thread"): starts a thread that runs an agent's own
// function. The thread is a daemon that Java's lists of threads leave out.
// Tested by tests/vm/jvmti.
#include <memory>

#include "sync/threads/thread_state.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/threads.h"

namespace minijvm::vm::jvmti {

namespace {

// Holds the arguments of the new thread, which frees them.
struct AgentThreadStart {
  jvmtiStartFunction function;
  Env& env;
  const void* argument;
};

// The body of the new thread, entered in kInVm. The agent's function runs in kInNative.
void run(JavaThread& self, void* argument) {
  std::unique_ptr<AgentThreadStart> start(static_cast<AgentThreadStart*>(argument));
  JNIEnv* jni = jni_env_of(self);
  sync::VmToNative native(self);
  start->function(&start->env, jni, const_cast<void*>(start->argument));
}

}  // namespace

// The Thread object comes from the agent. Errors: INVALID_THREAD, UNSUPPORTED_OPERATION, NULL_POINTER, INVALID_PRIORITY,
// OUT_OF_MEMORY.
jvmtiError RunAgentThread(Call& call, jthread thread, jvmtiStartFunction function,
                          const void* argument, jint priority) {
  if (thread == nullptr || check_thread(call.self, thread) != JVMTI_ERROR_NONE)
    return JVMTI_ERROR_INVALID_THREAD;
  jvmtiError error = check_platform_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  if (function == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  if (priority < JVMTI_THREAD_MIN_PRIORITY || priority > JVMTI_THREAD_MAX_PRIORITY)
    return JVMTI_ERROR_INVALID_PRIORITY;
  auto start = std::make_unique<AgentThreadStart>(AgentThreadStart{function, call.env, argument});
  HandleScope scope(call.self);
  Handle<java::Thread> object = handle_of<java::Thread>(thread);
  {
    NoSafepoint still(call.self);
    java::ThreadFacts* facts = runtime::facts_of(object.raw(still));
    if (facts == nullptr)
      return JVMTI_ERROR_INVALID_THREAD;  // its constructor has not run
    facts->set_daemon(true);
    facts->set_priority(priority);
  }
  if (!start_native_thread(call.self, object, true, run, start.get()).ok()) {
    call.self.pending_exception = nullptr;
    return JVMTI_ERROR_OUT_OF_MEMORY;
  }
  // The new thread owns the arguments now.
  (void)start.release();
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
