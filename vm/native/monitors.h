// Monitors for native code: sync's results as Java exceptions, and the book of what JNI holds. Proved by tests/vm/native/jni.
#pragma once

#include "runtime/handle.h"
#include "sync/lock_target.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// REQUIRES: not null, and the handle's slot outlives the use.
inline sync::LockTarget lock_target(runtime::Handle<> object) { return sync::LockTarget(reinterpret_cast<void* const*>(object.slot())); }

// JNI MonitorEnter and MonitorExit: recorded in held_monitors with a null frame, so that DetachCurrentThread can release what was left.
JavaResult<void> enter_from_native(runtime::JavaThread& self, runtime::Handle<> object);
JavaResult<void> exit_from_native(runtime::JavaThread& self, runtime::Handle<> object);
// Releases what JNI still holds: at the end of a thread.
void exit_all_from_native(runtime::JavaThread& self);

// Object.notify and notifyAll (Object.wait is java_threads.h's). IllegalMonitorStateException.
JavaResult<void> notify_one(runtime::JavaThread& self, runtime::Handle<> object);
JavaResult<void> notify_all(runtime::JavaThread& self, runtime::Handle<> object);

}  // namespace minijvm::vm
