#include "vm/native/monitors.h"

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "vm/java/exceptions.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

JavaResult<void> as_java(JavaThread& self, MonitorResult result) {
  switch (result) {
    case MonitorResult::kOk:
    case MonitorResult::kTimedOut: return {};
    case MonitorResult::kNotOwner: return throw_new(self, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    case MonitorResult::kInterrupted: return throw_new(self, "java/lang/InterruptedException");
    case MonitorResult::kOutOfMemory: return throw_out_of_memory(self, "unable to allocate a lock record");
  }
  MJ_UNREACHABLE("monitor result %d", static_cast<int>(result));
}

void set_status(JavaThread& self, std::int32_t status) {
  NoSafepoint still(self);
  if (self.thread_object != nullptr) {
    self.thread_object->store<std::int32_t>(wk().Thread_threadStatus, status);
  }
}

}  // namespace

ThreadStatusScope::ThreadStatusScope(JavaThread& self, std::int32_t status) : self_(self) { set_status(self, status); }
ThreadStatusScope::~ThreadStatusScope() { set_status(self_, kThreadRunnable); }

JavaResult<void> enter_from_native(JavaThread& self, Handle<> object) {
  MJ_TRY(as_java(self, sync::monitor_enter(self, lock_target(object))));
  NoSafepoint still(self);
  self.held_monitors.push_back(HeldMonitor{object.raw(still), nullptr});
  return {};
}

JavaResult<void> exit_from_native(JavaThread& self, Handle<> object) {
  MJ_TRY(as_java(self, sync::monitor_exit(self, lock_target(object))));
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  for (std::size_t i = self.held_monitors.size(); i != 0; --i) {
    const HeldMonitor& held = self.held_monitors[i - 1];
    if (held.object == raw && held.fp == nullptr) {
      self.held_monitors.erase(self.held_monitors.begin() + static_cast<std::ptrdiff_t>(i - 1));
      break;
    }
  }
  return {};
}

void exit_all_from_native(JavaThread& self) {
  while (!self.held_monitors.empty()) {
    HeldMonitor held = self.held_monitors.back();
    self.held_monitors.pop_back();
    if (held.fp == nullptr) {
      runtime::HandleScope scope(self);
      Handle<> object;
      {
        NoSafepoint still(self);
        object = runtime::make_handle(self, still, held.object);
      }
      (void)sync::monitor_exit(self, lock_target(object));
    }
  }
}

// Thread.interrupt stores the field first and sync's flag second. So: clear the flag first, then look at the field; whoever interrupts
// between the two sets the flag after us, or its field is seen.
void refresh_interrupt(JavaThread& self) {
  if (!self.interrupted() || self.thread_object == nullptr) {
    return;
  }
  self.clear_interrupt();
  NoSafepoint still(self);
  if (self.thread_object->atomic<std::uint8_t>(wk().Thread_interrupted).load(std::memory_order_seq_cst) != 0) {
    self.interrupted_.store(true, std::memory_order_seq_cst);
  }
}

JavaResult<void> wait_on(JavaThread& self, Handle<> object, std::int64_t millis) {
  if (millis < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  sync::Deadline until = millis == 0 ? sync::Deadline::forever() : sync::Deadline::after_ms(millis);
  refresh_interrupt(self);
  MonitorResult result;
  {
    ThreadStatusScope status(self, millis == 0 ? kThreadWaiting : kThreadTimedWaiting);
    result = sync::monitor_wait(self, lock_target(object), until);
  }
  if (result == MonitorResult::kInterrupted && self.thread_object != nullptr) {
    self.thread_object->store<std::uint8_t>(wk().Thread_interrupted, 0);
  }
  return as_java(self, result);
}

JavaResult<void> notify_one(JavaThread& self, Handle<> object) { return as_java(self, sync::monitor_notify(self, lock_target(object))); }
JavaResult<void> notify_all(JavaThread& self, Handle<> object) { return as_java(self, sync::monitor_notify_all(self, lock_target(object))); }

}  // namespace minijvm::vm
