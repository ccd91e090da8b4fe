#include "vm/inspect/jvmti/threads.h"

#include "runtime/class.h"
#include "runtime/well_known.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/thread_data.h"

namespace minijvm::vm::jvmti {

jvmtiError check_thread(JavaThread& self, jthread thread) {
  if (thread == nullptr) return JVMTI_ERROR_NONE;
  NoSafepoint still(self);
  const Object* raw = handle_of(thread).raw(still);
  bool is_thread = raw != nullptr && raw->klass()->is_subclass_of(*runtime::wk().java_lang_Thread);
  return is_thread ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_THREAD;
}

Handle<> thread_object_of(JavaThread& self, jthread thread) { return thread == nullptr ? Handle<>(&self.thread_object) : handle_of(thread); }

jvmtiError SetThreadLocalStorage(Call& call, jthread thread, const void* data) {
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  bool is_alive = with_live_thread(call.self, thread, [&](JavaThread& target) {
    thread_data(target).of(call.env).storage.store(const_cast<void*>(data), std::memory_order_release);
  });
  return is_alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

jvmtiError GetThreadLocalStorage(Call& call, jthread thread, void** data) {
  if (data == nullptr) return JVMTI_ERROR_NULL_POINTER;
  jvmtiError error = check_thread(call.self, thread);
  if (error != JVMTI_ERROR_NONE) return error;
  bool is_alive = with_live_thread(call.self, thread, [&](JavaThread& target) {
    ThreadData* kept = existing_thread_data(target);
    EnvThreadData* of_env = kept == nullptr ? nullptr : kept->find(call.env);
    *data = of_env == nullptr ? nullptr : of_env->storage.load(std::memory_order_acquire);
  });
  return is_alive ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

}  // namespace minijvm::vm::jvmti
