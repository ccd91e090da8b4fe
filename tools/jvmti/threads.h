// From a jthread, which is a reference to a java.lang.Thread, to the JavaThread that runs it
// (JVMTI, "Thread"): vm/java/threads/thread_handshake.h with JVMTI's checks and errors.
// Tested by tests/vm/jvmti.
#pragma once

#include <cstddef>
#include <utility>

#include "runtime/object/java_objects.h"
#include "tools/jvmti/env.h"
#include "vm/java/threads/continuations.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/natives/jni/jni_handles.h"

namespace minijvm::vm::jvmti {

// Returns INVALID_THREAD if this is no reference to a java.lang.Thread. Null stands for the caller.
jvmtiError check_thread(JavaThread& self, jthread thread);
// Does the same, and returns UNSUPPORTED_OPERATION for a virtual thread.
jvmtiError check_platform_thread(JavaThread& self, jthread thread);
// Returns the Thread object; for null the caller's. REQUIRES: check_thread has succeeded.
Handle<java::Thread> thread_object_of(JavaThread& self, jthread thread);

// vm::with_live_thread for a jthread; a virtual thread that has not run yet gets its thread first.
// REQUIRES: check_thread, kInVm.
template <class Visit>
bool with_live_thread(JavaThread& self, jthread thread, Visit visit) {
  Handle<java::Thread> object = thread_object_of(self, thread);
  make_thread_of_virtual(self, object);
  return vm::with_live_thread(self, object, visit);
}

// vm::on_live_thread for a jthread. THREAD_NOT_ALIVE, INVALID_THREAD.
template <class Act>
jvmtiError on_thread(JavaThread& self, jthread thread, Act act) {
  jvmtiError error = check_thread(self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  Handle<java::Thread> object = thread_object_of(self, thread);
  make_thread_of_virtual(self, object);
  return on_live_thread(self, object, act) ? JVMTI_ERROR_NONE : JVMTI_ERROR_THREAD_NOT_ALIVE;
}

}  // namespace minijvm::vm::jvmti
