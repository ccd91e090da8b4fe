// Monitors for native code: sync's results as Java exceptions, and the book of what JNI holds. Proved by tests/java/native.
#pragma once

#include "runtime/handle.h"
#include "sync/clock.h"
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

// Object.wait, notify and notifyAll. IllegalMonitorStateException, InterruptedException. Sets Thread.threadStatus while it waits.
JavaResult<void> wait_on(runtime::JavaThread& self, runtime::Handle<> object, std::int64_t millis);
JavaResult<void> notify_one(runtime::JavaThread& self, runtime::Handle<> object);
JavaResult<void> notify_all(runtime::JavaThread& self, runtime::Handle<> object);

// Thread.interrupted() clears the Java field without telling us (Linux' clearInterruptEvent is empty), so sync's flag may be stale:
// brings it up to the field. Call it before each wait, sleep or park.
void refresh_interrupt(runtime::JavaThread& self);

// Thread.threadStatus while a scope lives (JDK interface 4.1), then RUNNABLE again.
class ThreadStatusScope {
 public:
  ThreadStatusScope(runtime::JavaThread& self, std::int32_t status);
  ~ThreadStatusScope();
  ThreadStatusScope(const ThreadStatusScope&) = delete;

 private:
  runtime::JavaThread& self_;
};
inline constexpr std::int32_t kThreadRunnable = 0x5;
inline constexpr std::int32_t kThreadSleeping = 0xe1;
inline constexpr std::int32_t kThreadWaiting = 0x191;
inline constexpr std::int32_t kThreadTimedWaiting = 0x1a1;
inline constexpr std::int32_t kThreadParked = 0x291;
inline constexpr std::int32_t kThreadTimedParked = 0x2a1;

}  // namespace minijvm::vm
