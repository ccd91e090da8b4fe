#include "vm/native/monitors.h"

#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "sync/monitor.h"
#include "vm/java/exceptions.h"
#include "vm/java/thread_blocking.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Object;
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

}  // namespace

JavaResult<void> enter_from_native(JavaThread& self, Handle<> object) {
  MJ_TRY(as_java(self, enter_monitor(self, object.slot())));
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

JavaResult<void> notify_one(JavaThread& self, Handle<> object) { return as_java(self, sync::monitor_notify(self, lock_target(object))); }
JavaResult<void> notify_all(JavaThread& self, Handle<> object) { return as_java(self, sync::monitor_notify_all(self, lock_target(object))); }

}  // namespace minijvm::vm
