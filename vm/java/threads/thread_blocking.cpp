// Blocking operations of Java threads: sleep, yield, park, Object.wait and monitorenter. sync does
// the blocking; this file adds the interrupt flag, Thread.threadStatus, the counts of waits,
// observers and Java exceptions. The caller is the thread that blocks, in kInVm.
#include "vm/java/threads/thread_blocking.h"

#include <atomic>

#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/points.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::Deadline;
using sync::LockTarget;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

// The answer is stale at once. It only decides whether the contention is reported to observers.
bool is_held_by_other(JavaThread& self, LockTarget target) {
  NoSafepoint still(self);
  sync::MonitorView view = sync::view_monitor(self, target.word(), still);
  return view.owner != nullptr && view.owner != &self;
}

MonitorResult wait_shown(JavaThread& self, LockTarget target, std::int64_t millis) {
  StatusScope status(self, millis == 0 ? kThreadWaiting : kThreadTimedWaiting);
  return sync::monitor_wait(self, target,
                            millis == 0 ? Deadline::forever() : Deadline::after_ms(millis));
}

// monitor_waited is reported after the thread owns the monitor again, whatever ended the wait.
MonitorResult wait_and_report(JavaThread& self, Handle<> object, LockTarget target,
                              std::int64_t millis) {
  notify(kContentionEvents,
         [&](Observer& observer) { observer.monitor_wait(self, object, millis); });
  MonitorResult result = wait_shown(self, target, millis);
  notify(kContentionEvents, [&](Observer& observer) {
    observer.monitor_waited(self, object, result == MonitorResult::kTimedOut);
  });
  return result;
}

}  // namespace

StatusScope::StatusScope(JavaThread& self, ThreadStatus status)
    : self_(self), start_ns_(measures_waits() ? sync::program_ns() : 0) {
  NoSafepoint still(self);
  set_thread_status(still, self.status_object(), status);
  ++self.wait_counts.waited;
}

// start_ns_ was taken before the wait, so turning measurement on or off does not disturb a wait
// that has begun.
StatusScope::~StatusScope() {
  NoSafepoint still(self_);
  set_thread_status(still, self_.status_object(), kThreadRunnable);
  if (start_ns_ != 0) {
    self_.wait_counts.waited_ns += sync::program_ns() - start_ns_;
  }
}

bool measures_waits() { return the_vm.java.threads.measures_waits.load(std::memory_order_relaxed); }
void set_measures_waits(bool measure) {
  the_vm.java.threads.measures_waits.store(measure, std::memory_order_relaxed);
}

bool refresh_interrupt(JavaThread& self) {
  NoSafepoint still(self);
  // The order matters. An interrupter sets the Java field first, then sync's flag. Clearing sync's
  // flag before the field is read loses no interrupt: if an interrupter has set the flag already,
  // the field is set, too.
  self.clear_interrupt();
  bool interrupted = self.thread_object->interrupted_atomic().load(std::memory_order_seq_cst) != 0;
  if (interrupted) {
    // The thread sees what its interrupter did before (JLS 17.4.4).
    tell_of_volatile(self, OpKind::kRead, self.thread_object,
                     static_cast<std::int32_t>(java::Thread::interrupted_offset()));
    sync::interrupt(self);
  }
  return interrupted;
}

// The interrupt is consumed: both flags are cleared as in each method that throws
// InterruptedException.
Pending throw_interrupted(JavaThread& self, const char* message) {
  {
    NoSafepoint still(self);
    tell_of_volatile(self, OpKind::kRead, self.thread_object,
                     static_cast<std::int32_t>(java::Thread::interrupted_offset()));
    // The library clears a virtual thread's, together with that of its carrier.
    if (!self.comes_and_goes_) {
      self.thread_object->interrupted_atomic().store(0, std::memory_order_seq_cst);
    }
    self.clear_interrupt();
  }
  return throw_new(self, "java/lang/InterruptedException", message);
}

JavaResult<void> sleep_current(JavaThread& self, std::int64_t time, std::int64_t unit_ns) {
  if (time < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  // An interrupt that came before the sleep ends it at once.
  if (refresh_interrupt(self)) {
    return throw_interrupted(self, "sleep interrupted");
  }
  if (time == 0) {
    yield_current(self);
    return {};
  }
  // A product that does not fit is longer than any wait.
  std::int64_t nanos = 0;
  if (__builtin_mul_overflow(time, unit_ns, &nanos)) {
    nanos = std::numeric_limits<std::int64_t>::max();
  }
  StatusScope status(self, kThreadSleeping);
  if (sync::sleep(self, Deadline::after_ns(nanos)) == sync::SleepResult::kInterrupted) {
    return throw_interrupted(self, "sleep interrupted");
  }
  return {};
}

// In kBlocked a safepoint need not wait for this thread.
void yield_current(JavaThread& self) {
  sync::VmToBlocked blocked(self);
  sync::thread_model().yield(self);
}

// LockSupport.park returns, and does not throw, when the thread is interrupted; and a time in the
// past is over at once.
void park_current(JavaThread& self, bool absolute, std::int64_t time) {
  point(self, OpKind::kPark, self.thread_object);
  if (refresh_interrupt(self) || (absolute && time <= 0) || (!absolute && time < 0)) {
    return;
  }
  bool timed = absolute || time != 0;
  Deadline until = absolute ? sync::deadline_at_wall_clock_ms(time)
                   : timed  ? Deadline::after_ns(time)
                            : Deadline::forever();
  StatusScope status(self, timed ? kThreadTimedParked : kThreadParked);
  sync::park(self, until);
}

JavaResult<void> wait_on(JavaThread& self, Handle<> object, std::int64_t millis) {
  if (millis < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  LockTarget target(reinterpret_cast<void* const*>(object.slot()));
  // Checked before anything is reported to observers.
  if (!sync::holds_lock(self, target)) {
    return throw_new(self, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  point(self, OpKind::kWait, *object.slot());
  // The flag decides in monitor_wait whether the wait ends at once; the result of the refresh is
  // not needed.
  refresh_interrupt(self);
  tell_of_order([&](Observer& observer) { observer.lock_given_back(self, *object.slot()); });
  const MonitorResult result = wait_and_report(self, object, target, millis);
  tell_of_order([&](Observer& observer) { observer.lock_taken(self, *object.slot()); });
  switch (result) {
    case MonitorResult::kNotOwner:
      return throw_new(self, "java/lang/IllegalMonitorStateException",
                       "current thread is not owner");
    case MonitorResult::kInterrupted:
      return throw_interrupted(self, nullptr);
    case MonitorResult::kOutOfMemory:
      return throw_out_of_memory(self, "Java heap space");
    case MonitorResult::kOk:
    case MonitorResult::kTimedOut:
      break;
  }
  return {};
}

namespace {

// Only an enter that had to wait is counted (JavaThread::must_enter), so only such a one has a
// time.
MonitorResult enter_measured(JavaThread& self, LockTarget target) {
  const std::int64_t start_ns = sync::program_ns();
  const std::int64_t blocked_before = self.wait_counts.blocked;
  MonitorResult result = sync::monitor_enter(self, target);
  if (self.wait_counts.blocked != blocked_before) {
    self.wait_counts.blocked_ns += sync::program_ns() - start_ns;
  }
  return result;
}

MonitorResult enter_watched(JavaThread& self, Object* const* slot) {
  LockTarget target(reinterpret_cast<void* const*>(slot));
  notify(kMonitorEnterEvents,
         [&](Observer& observer) { observer.monitor_enter_begins(self, Handle<>(slot)); });
  const bool reports = is_observed(kContentionEvents) && is_held_by_other(self, target);
  if (reports) {
    notify(kContentionEvents,
           [&](Observer& observer) { observer.monitor_contended(self, Handle<>(slot)); });
  }
  MonitorResult result =
      measures_waits() ? enter_measured(self, target) : sync::monitor_enter(self, target);
  if (reports && result == MonitorResult::kOk) {
    notify(kContentionEvents,
           [&](Observer& observer) { observer.monitor_entered(self, Handle<>(slot)); });
  }
  tell_of_order([&](Observer& observer) { observer.lock_taken(self, *slot); });
  return result;
}

}  // namespace

// A monitor that is entered at once costs one test for observers and one for the measurement.
MonitorResult enter_monitor(JavaThread& self, Object* const* slot) {
  if (is_observed(kMonitorEnterEvents | kContentionEvents) || measures_waits()) [[unlikely]] {
    return enter_watched(self, slot);
  }
  const MonitorResult result =
      sync::monitor_enter(self, LockTarget(reinterpret_cast<void* const*>(slot)));
  tell_of_order([&](Observer& observer) { observer.lock_taken(self, *slot); });
  return result;
}

MonitorResult exit_monitor(JavaThread& self, Object* const* slot) {
  tell_of_order([&](Observer& observer) { observer.lock_given_back(self, *slot); });
  return sync::monitor_exit(self, LockTarget(reinterpret_cast<void* const*>(slot)));
}

}  // namespace minijvm::vm
