#include "vm/java/thread_blocking.h"

#include <atomic>

#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/clock.h"
#include "sync/monitor_fast.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/enter_observer.h"
#include "vm/java/exceptions.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::Deadline;
using sync::LockTarget;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

std::atomic<bool> measuring{false};
EnterObserver enter_observer = nullptr;  // written at boot, before Java runs

// A waiter that needs its monitor again counts as blocked, from the moment of the notify on.
void show_as_blocked(sync::ExecEnv& waiter, const NoSafepoint& still) {
  JavaThread& thread = JavaThread::of(waiter);
  set_thread_status(still, thread.thread_object, kThreadBlockedOnEnter);
  ++thread.wait_counts.blocked;
}

bool is_held_by_other(JavaThread& self, LockTarget target) {
  NoSafepoint still(self);
  sync::MonitorView view = sync::view_monitor(self, target.word(), still);
  return view.owner != nullptr && view.owner != &self;
}

MonitorResult enter_shown_as_blocked(JavaThread& self, LockTarget target) {
  StatusScope status(self, kThreadBlockedOnEnter);
  return sync::monitor_enter(self, target);
}

MonitorResult wait_shown(JavaThread& self, LockTarget target, std::int64_t millis) {
  StatusScope status(self, millis == 0 ? kThreadWaiting : kThreadTimedWaiting);
  return sync::monitor_wait(self, target, millis == 0 ? Deadline::forever() : Deadline::after_ms(millis));
}

MonitorResult wait_and_tell(JavaThread& self, Handle<> object, LockTarget target, std::int64_t millis) {
  VmListener* listener = vm_listener();
  if (listener == nullptr) {
    return wait_shown(self, target, millis);
  }
  listener->monitor_wait(self, object, millis);
  MonitorResult result = wait_shown(self, target, millis);
  listener->monitor_waited(self, object, result == MonitorResult::kTimedOut);
  return result;
}

}  // namespace

void set_thread_status(const NoSafepoint&, Object* thread, ThreadStatus status) {
  if (thread != nullptr) {  // while the first thread boots, it has no object
    thread->atomic<std::int32_t>(wk().Thread_threadStatus).store(status, std::memory_order_relaxed);
  }
}

StatusScope::StatusScope(JavaThread& self, ThreadStatus status)
    : self_(self), is_for_monitor_(status == kThreadBlockedOnEnter), start_ns_(measures_waits() ? sync::monotonic_ns() : 0) {
  NoSafepoint still(self);
  set_thread_status(still, self.thread_object, status);
  ++(is_for_monitor_ ? self.wait_counts.blocked : self.wait_counts.waited);
}

StatusScope::~StatusScope() {
  NoSafepoint still(self_);
  set_thread_status(still, self_.thread_object, kThreadRunnable);
  if (start_ns_ != 0) {
    (is_for_monitor_ ? self_.wait_counts.blocked_ns : self_.wait_counts.waited_ns) += sync::monotonic_ns() - start_ns_;
  }
}

void initialize_thread_blocking() { sync::set_reenter_hook(show_as_blocked); }
bool measures_waits() { return measuring.load(std::memory_order_relaxed); }
void set_measures_waits(bool measure) { measuring.store(measure, std::memory_order_relaxed); }

bool refresh_interrupt(JavaThread& self) {
  NoSafepoint still(self);
  // In this order: an interrupter sets the field, then the flag; whatever we clear too late, the field tells.
  self.clear_interrupt();
  bool interrupted = self.thread_object->atomic<std::int8_t>(wk().Thread_interrupted).load(std::memory_order_seq_cst) != 0;
  if (interrupted) {
    sync::interrupt(self);
  }
  return interrupted;
}

Pending throw_interrupted(JavaThread& self, const char* message) {
  {
    NoSafepoint still(self);
    self.thread_object->atomic<std::int8_t>(wk().Thread_interrupted).store(0, std::memory_order_seq_cst);
    self.clear_interrupt();
  }
  return throw_new(self, "java/lang/InterruptedException", message);
}

JavaResult<void> sleep_current(JavaThread& self, std::int64_t millis) {
  if (millis < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  if (refresh_interrupt(self)) {
    return throw_interrupted(self, "sleep interrupted");
  }
  if (millis == 0) {
    yield_current(self);
    return {};
  }
  StatusScope status(self, kThreadSleeping);
  if (sync::sleep(self, Deadline::after_ms(millis)) == sync::SleepResult::kInterrupted) {
    return throw_interrupted(self, "sleep interrupted");
  }
  return {};
}

void yield_current(JavaThread& self) {
  sync::VmToBlocked blocked(self);
  sync::thread_model().yield(self);
}

void park_current(JavaThread& self, bool absolute, std::int64_t time) {
  if (refresh_interrupt(self) || (absolute && time <= 0) || (!absolute && time < 0)) {
    return;
  }
  bool timed = absolute || time != 0;
  Deadline until = absolute ? Deadline::at_wall_clock_ms(time) : timed ? Deadline::after_ns(time) : Deadline::forever();
  StatusScope status(self, timed ? kThreadTimedParked : kThreadParked);
  sync::park(self, until);
}

JavaResult<void> wait_on(JavaThread& self, Handle<> object, std::int64_t millis) {
  if (millis < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  LockTarget target(reinterpret_cast<void* const*>(object.slot()));
  if (!sync::holds_lock(self, target)) {
    return throw_new(self, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  refresh_interrupt(self);
  switch (wait_and_tell(self, object, target, millis)) {
    case MonitorResult::kNotOwner: return throw_new(self, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    case MonitorResult::kInterrupted: return throw_interrupted(self, nullptr);
    case MonitorResult::kOutOfMemory: return throw_out_of_memory(self, "Java heap space");
    case MonitorResult::kOk:
    case MonitorResult::kTimedOut: break;
  }
  return {};
}

void set_enter_observer(EnterObserver observer) { enter_observer = observer; }

MonitorResult enter_monitor(JavaThread& self, Object* const* slot) {
  LockTarget target(reinterpret_cast<void* const*>(slot));
  if (enter_observer != nullptr) {
    enter_observer(self, Handle<>(slot));
  }
  if (sync::try_fast_enter(self, target.word())) {
    return MonitorResult::kOk;
  }
  VmListener* listener = vm_listener();
  bool is_told = listener != nullptr && is_held_by_other(self, target);
  if (is_told) {
    listener->monitor_contended(self, Handle<>(slot));
  }
  MonitorResult result = enter_shown_as_blocked(self, target);
  if (is_told && result == MonitorResult::kOk) {
    listener->monitor_entered(self, Handle<>(slot));
  }
  return result;
}

}  // namespace minijvm::vm
