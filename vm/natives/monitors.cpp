// Implements the monitor operations of JNI and of Object's natives by sync/monitor.h. The caller is
// in kInVm, and a contended enter parks.
#include "vm/natives/monitors.h"

#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Object;
using sync::MonitorResult;
using sync::NoSafepoint;

namespace {

// A timed wait that ran out is no error in Java, so kTimedOut is a normal return.
JavaResult<void> as_java(JavaThread& self, MonitorResult result) {
  switch (result) {
    case MonitorResult::kOk:
    case MonitorResult::kTimedOut:
      return {};
    case MonitorResult::kNotOwner:
      return throw_new(self, "java/lang/IllegalMonitorStateException",
                       "current thread is not owner");
    case MonitorResult::kInterrupted:
      return throw_new(self, "java/lang/InterruptedException");
    case MonitorResult::kOutOfMemory:
      return throw_out_of_memory(self, "unable to allocate a lock record");
  }
  MJ_UNREACHABLE("monitor result %d", static_cast<int>(result));
}

}  // namespace

// The object is read from its slot only after the enter: while the thread waited, the collector may
// have moved it.
JavaResult<void> enter_from_native(JavaThread& self, Handle<> object) {
  point(self, OpKind::kLock, *object.slot());
  if (!sync::try_fast_enter(self, lock_target(object).word())) {
    MJ_TRY(as_java(self, enter_monitor(self, object.slot())));
  }
  NoSafepoint still(self);
  self.held_monitors.push_back(HeldMonitor{object.raw(still), nullptr});
  return {};
}

JavaResult<void> exit_from_native(JavaThread& self, Handle<> object) {
  point(self, OpKind::kUnlock, *object.slot());
  // Release first: if the thread is not the owner, the record must stay.
  MJ_TRY(as_java(self, exit_monitor(self, object.slot())));
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  // Search from the newest entry. An entry with a frame pointer belongs to a Java frame and stays,
  // even if it is for the same object: monitors are reentrant.
  for (std::size_t i = self.held_monitors.size(); i != 0; --i) {
    const HeldMonitor& held = self.held_monitors[i - 1];
    if (held.object == raw && held.fp == nullptr) {
      self.held_monitors.erase(self.held_monitors.begin() + static_cast<std::ptrdiff_t>(i - 1));
      break;
    }
  }
  return {};
}

JavaResult<void> notify_one(JavaThread& self, Handle<> object) {
  point(self, OpKind::kNotify, *object.slot());
  return as_java(self, sync::monitor_notify(self, lock_target(object)));
}
JavaResult<void> notify_all(JavaThread& self, Handle<> object) {
  point(self, OpKind::kNotifyAll, *object.slot());
  return as_java(self, sync::monitor_notify_all(self, lock_target(object)));
}

}  // namespace minijvm::vm
