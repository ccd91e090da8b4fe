// Serves native code that uses monitors. The functions turn the results of sync into Java
// exceptions. They also record the monitors that a thread has entered by JNI, so that these can be
// released when the thread detaches.
// Tested by tests/vm/native/jni.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "sync/lock_target.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Returns a lock target that reads the object from the handle's slot again after each stop.
// REQUIRES: the handle is not null, and its slot outlives the target.
inline sync::LockTarget lock_target(runtime::Handle<> object) {
  return sync::LockTarget(reinterpret_cast<void* const*>(object.slot()));
}

// Implement JNI MonitorEnter and MonitorExit. An entry is recorded in held_monitors with a null
// frame pointer, which marks it as JNI's, so that DetachCurrentThread can release what native code
// left locked.
// Errors: IllegalMonitorStateException (exit by a thread that does not own the monitor),
// OutOfMemoryError (no lock record).
JavaResult<void> enter_from_native(runtime::JavaThread& self, runtime::Handle<> object);
JavaResult<void> exit_from_native(runtime::JavaThread& self, runtime::Handle<> object);

// Implement Object.notify and Object.notifyAll. (Object.wait is in vm/java/threads/java_threads.h.)
// Both throw IllegalMonitorStateException if self is not the owner.
JavaResult<void> notify_one(runtime::JavaThread& self, runtime::Handle<> object);
JavaResult<void> notify_all(runtime::JavaThread& self, runtime::Handle<> object);

}  // namespace minijvm::vm
