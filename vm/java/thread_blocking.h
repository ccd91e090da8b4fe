// How a Java thread waits, as java.lang.Thread shows it: its threadStatus and its interrupt flag around sync's blocking operations.
// Proved by tests/java/threads.
//
// Thread.interrupted (Java) and ExecEnv::interrupted (sync) say the same thing, but Java code clears its field without telling anyone. So each
// blocking operation calls refresh_interrupt first: the field wins.
#pragma once

#include <cstdint>

#include "runtime/handle.h"
#include "sync/monitor.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// java.lang.Thread.threadStatus (JVMTI thread state bits).
enum ThreadStatus : std::int32_t {
  kThreadNew = 0,
  kThreadTerminated = 2,
  kThreadRunnable = 5,
  kThreadSleeping = 0xe1,
  kThreadWaiting = 0x191,
  kThreadTimedWaiting = 0x1a1,
  kThreadParked = 0x291,
  kThreadTimedParked = 0x2a1,
  kThreadBlockedOnEnter = 0x401,
};
// Sets Thread.threadStatus of the current thread for a scope, then back to runnable; counts the wait, and measures it if asked to.
class StatusScope {
 public:
  StatusScope(runtime::JavaThread& self, ThreadStatus status);
  ~StatusScope();
  StatusScope(const StatusScope&) = delete;

 private:
  runtime::JavaThread& self_;
  bool is_for_monitor_;
  std::int64_t start_ns_;  // 0: nobody measures
};

// Once, at boot.
void initialize_thread_blocking();
// ThreadMXBean.setThreadContentionMonitoringEnabled: are waits measured?
bool measures_waits();
void set_measures_waits(bool measure);

void set_thread_status(const sync::NoSafepoint& still, runtime::Object* thread, ThreadStatus status);

JavaResult<void> sleep_current(runtime::JavaThread& self, std::int64_t millis);
void yield_current(runtime::JavaThread& self);
// Unsafe.park: absolute: milliseconds since 1970; else nanoseconds, 0 for ever.
void park_current(runtime::JavaThread& self, bool absolute, std::int64_t time);
// Object.wait; millis 0: for ever. IllegalMonitorStateException, InterruptedException.
JavaResult<void> wait_on(runtime::JavaThread& self, runtime::Handle<> object, std::int64_t millis);
// monitorenter: sync's, with the thread shown as blocked while it must wait. The slot is a root that holds the object.
[[nodiscard]] sync::MonitorResult enter_monitor(runtime::JavaThread& self, runtime::Object* const* slot);

// Takes over what Java code did to Thread.interrupted; true: the current thread is interrupted.
bool refresh_interrupt(runtime::JavaThread& self);
// Clears both flags and throws InterruptedException.
[[nodiscard]] Pending throw_interrupted(runtime::JavaThread& self, const char* message);

}  // namespace minijvm::vm
