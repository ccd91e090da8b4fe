// Checks jthread arguments, and keeps each thread's storage for an agent (JVMTI, chapter "Thread
// Local Storage" of "Thread"). Callers are bodies of JVMTI functions, in kInVm.
#include "tools/jvmti/threads.h"

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/thread_data.h"

namespace minijvm::vm::jvmti {

jvmtiError check_thread(JavaThread& self, jthread thread) {
  if (thread == nullptr)
    return JVMTI_ERROR_NONE;
  NoSafepoint still(self);
  const Object* raw = handle_of(thread).raw(still);
  bool is_thread = raw != nullptr && raw->klass()->is_subclass_of(*runtime::wk().java_lang_Thread);
  return is_thread ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_THREAD;
}

jvmtiError check_platform_thread(JavaThread& self, jthread thread) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  NoSafepoint still(self);
  return is_virtual(*thread_object_of(self, thread).raw(still)) ? kUnsupportedOperation
                                                                : JVMTI_ERROR_NONE;
}

// The JavaThread's own slot serves as a handle: it is a root of that thread.
Handle<java::Thread> thread_object_of(JavaThread& self, jthread thread) {
  return thread == nullptr ? self.thread_handle() : handle_of<java::Thread>(thread);
}

jvmtiError SetThreadLocalStorage(Call& call, jthread thread, const void* data) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  bool is_alive = with_live_thread(call.self, thread, [&](JavaThread& target) {
    // release: pairs with the acquire below, so a reader sees what the pointer refers to.
    thread_data(target).of(call.env).storage.store(const_cast<void*>(data),
                                                   std::memory_order_release);
  });
  return is_alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

jvmtiError GetThreadLocalStorage(Call& call, jthread thread, void** data) {
  if (data == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  bool is_alive = with_live_thread(call.self, thread, [&](JavaThread& target) {
    ThreadData* kept = existing_thread_data(target);
    EnvThreadData* of_env = kept == nullptr ? nullptr : kept->find(call.env);
    *data = of_env == nullptr ? nullptr : of_env->storage.load(std::memory_order_acquire);
  });
  return is_alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

}  // namespace minijvm::vm::jvmti
