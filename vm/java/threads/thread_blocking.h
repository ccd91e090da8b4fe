// Lets a Java thread wait as java.lang.Thread shows it: threadStatus and the interrupt flag around
// sync's blocking operations.
// Tested by tests/java/threads.
//
// Thread.interrupted (a Java field) and ExecEnv::interrupted (in sync) hold the same fact, but Java
// code clears its field without calling the VM. So each blocking operation first calls
// refresh_interrupt: the field wins.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

using runtime::set_thread_status;
using runtime::ThreadStatus;
using enum runtime::ThreadStatus;

// Sets Thread.threadStatus of the current thread for a scope, then sets it back to runnable. Counts
// the wait (ThreadInfo.getWaitedCount: in Object.wait, parked, asleep), and measures it if
// measures_waits().
class StatusScope {
 public:
  StatusScope(runtime::JavaThread& self, ThreadStatus status);
  ~StatusScope();
  StatusScope(const StatusScope&) = delete;

 private:
  runtime::JavaThread& self_;
  // 0: this wait is not measured.
  std::int64_t start_ns_;
};

// ThreadMXBean.setThreadContentionMonitoringEnabled: are waits measured?
bool measures_waits();
void set_measures_waits(bool measure);

// Thread.sleep. Throws IllegalArgumentException for a negative time and InterruptedException.
JavaResult<void> sleep_current(runtime::JavaThread& self, std::int64_t time, std::int64_t unit_ns);
void yield_current(runtime::JavaThread& self);
// Unsafe.park. `time` is a wall-clock time in milliseconds since 1970 if `absolute`, else a
// duration in nanoseconds, where 0 means without limit.
void park_current(runtime::JavaThread& self, bool absolute, std::int64_t time);
// Object.wait; 0 milliseconds mean without limit. Throws IllegalMonitorStateException and
// InterruptedException.
JavaResult<void> wait_on(runtime::JavaThread& self, runtime::Handle<> object, std::int64_t millis);
// monitorenter: sync's operation, with the thread shown as blocked while it must wait. `slot` is a
// root that holds the object, so a moving collector updates it.
[[nodiscard]] sync::MonitorResult enter_monitor(runtime::JavaThread& self,
                                                runtime::Object* const* slot);
// monitorexit: sync's operation.
[[nodiscard]] sync::MonitorResult exit_monitor(runtime::JavaThread& self,
                                               runtime::Object* const* slot);

// Copies Thread.interrupted, which Java code may have changed, to sync's flag. Returns true if the
// current thread is interrupted.
bool refresh_interrupt(runtime::JavaThread& self);
// Clears both flags and throws InterruptedException.
[[nodiscard]] Pending throw_interrupted(runtime::JavaThread& self, const char* message);

}  // namespace minijvm::vm
