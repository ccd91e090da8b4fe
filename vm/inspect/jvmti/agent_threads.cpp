// RunAgentThread (JVMTI, "Thread"): an agent's own thread, a daemon that Java code does not see. Proved by tests/vm/jvmti.
#include <memory>

#include "sync/thread_state.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/threads.h"

namespace minijvm::vm::jvmti {

namespace {

struct AgentThreadStart {
  jvmtiStartFunction function;
  Env& env;
  const void* argument;
};

void run(JavaThread& self, void* argument) {
  std::unique_ptr<AgentThreadStart> start(static_cast<AgentThreadStart*>(argument));
  JNIEnv* jni = jni_env_of(self);
  sync::VmToNative native(self);
  start->function(&start->env, jni, const_cast<void*>(start->argument));
}

}  // namespace

jvmtiError RunAgentThread(Call& call, jthread thread, jvmtiStartFunction function, const void* argument, jint priority) {
  if (thread == nullptr || check_thread(call.self, thread) != JVMTI_ERROR_NONE) return JVMTI_ERROR_INVALID_THREAD;
  if (function == nullptr) return JVMTI_ERROR_NULL_POINTER;
  if (priority < JVMTI_THREAD_MIN_PRIORITY || priority > JVMTI_THREAD_MAX_PRIORITY) return JVMTI_ERROR_INVALID_PRIORITY;
  auto start = std::make_unique<AgentThreadStart>(AgentThreadStart{function, call.env, argument});
  HandleScope scope(call.self);
  if (!start_agent_thread(call.self, handle_of(thread), priority, run, start.get()).ok()) {
    call.self.pending_exception = nullptr;
    return JVMTI_ERROR_OUT_OF_MEMORY;
  }
  (void)start.release();  // the thread's, now
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
