// monitorenter and monitorexit when nobody else wants the object: one atomic instruction and a note each, within the loop.
// Proved by tests/java/monitors and tests/java/threads.
#pragma once

#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "sync/monitor_fast.h"

namespace minijvm::interp {

// False: nothing has been done; enter_monitor knows all cases.
inline bool enters_at_once(runtime::JavaThread& self, runtime::Object* object, runtime::Slot* fp) {
  std::vector<runtime::HeldMonitor>& held = self.held_monitors;
  if (held.size() == held.capacity() || !sync::try_fast_enter(self, object->multi_use_word())) return false;
  held.push_back({object, fp});
  return true;
}

// The innermost monitor of this frame, usually. False: as above, exit_monitor.
inline bool exits_at_once(runtime::JavaThread& self, runtime::Object* object, const runtime::Slot* fp) {
  std::vector<runtime::HeldMonitor>& held = self.held_monitors;
  bool is_innermost = !held.empty() && held.back().fp == fp && held.back().object == object;
  if (!is_innermost || !sync::try_fast_exit(self, object->multi_use_word())) return false;
  held.pop_back();
  return true;
}

}  // namespace minijvm::interp
