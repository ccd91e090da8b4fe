#include "vm/interp/frame_locks.h"

#include "sync/monitor.h"
#include "vm/java/exceptions.h"
#include "vm/java/thread_blocking.h"

namespace minijvm::vm {

using runtime::HeldMonitor;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;
using sync::LockTarget;
using sync::MonitorResult;

namespace {

LockTarget target_of(Object* const* slot) { return LockTarget(reinterpret_cast<void* const*>(slot)); }

// The innermost record of this object by this frame, as an index from 1; 0: none. JNI's records (null fp) may lie between.
std::size_t find_record(const JavaThread& self, const Object* object, const Slot* fp) {
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    const HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp == fp && record.object == object) return at;
  }
  return 0;
}

void erase_record(JavaThread& self, std::size_t at) {
  self.held_monitors.erase(self.held_monitors.begin() + static_cast<std::ptrdiff_t>(at - 1));
}

}  // namespace

JavaResult<void> lock_object(JavaThread& self, Object* const* slot) {
  MonitorResult result = enter_monitor(self, slot);
  if (result == MonitorResult::kOutOfMemory) return throw_out_of_memory(self, "Java heap space");
  return {};
}

JavaResult<void> unlock_object(JavaThread& self, Object* const* slot, const Slot* fp) {
  std::size_t at = find_record(self, *slot, fp);
  if (at == 0) return throw_new(self, "java/lang/IllegalMonitorStateException");
  MonitorResult result = sync::monitor_exit(self, target_of(slot));
  erase_record(self, at);
  if (result != MonitorResult::kOk) return throw_new(self, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  return {};
}

bool holds_monitors(const JavaThread& self, const Slot* fp) {
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    const HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp == fp) return true;
    if (record.fp != nullptr && record.fp < fp) return false;  // an outer frame's
  }
  return false;
}

bool release_locks(JavaThread& self, Slot* fp) {
  bool structured = true;
  Object** lock = &fp[runtime::kFrameLock].ref;
  if (*lock != nullptr) {
    structured = sync::monitor_exit(self, target_of(lock)) == MonitorResult::kOk;
    *lock = nullptr;
  }
  for (std::size_t at = self.held_monitors.size(); at != 0; --at) {
    HeldMonitor& record = self.held_monitors[at - 1];
    if (record.fp != fp) continue;
    structured = false;
    (void)sync::monitor_exit(self, target_of(&record.object));
    erase_record(self, at);
  }
  return structured;
}

}  // namespace minijvm::vm
