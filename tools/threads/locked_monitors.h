// Lists the monitors that a thread has locked, by the frames that locked them.
// Tested by tests/vm/thread_dump, tests/java/management and tests/vm/jvmti.
#pragma once

#include <cstdint>

#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm {

// The depth of a monitor that JNI's MonitorEnter has locked: it belongs to no frame. JVMTI
// (jvmtiMonitorStackDepthInfo) and ThreadInfo's constructor use the same number.
inline constexpr std::int32_t kLockedByJni = -1;

// Calls visit(Object* monitor, std::int32_t depth) for the monitors of the innermost max_depth
// frames (negative: all), innermost first, then for those that JNI has locked. In each frame the
// monitor of a synchronized method was locked before any other, so it comes last. An object that
// was locked several times is visited several times. REQUIRES: the thread stands still.
template <class Visit>
void visit_locked_monitors(const runtime::JavaThread& thread, std::int32_t max_depth, Visit visit) {
  std::int32_t depth = 0;
  for (runtime::FrameWalk walk(thread); !walk.done() && depth != max_depth; walk.next(), ++depth) {
    const runtime::Slot* fp = walk.frame().fp();
    for (auto held = thread.held_monitors.rbegin(); held != thread.held_monitors.rend(); ++held) {
      if (held->fp == fp) {
        visit(held->object, depth);
      }
    }
    if (runtime::Object* own = fp[runtime::kFrameLock].ref) {
      visit(own, depth);
    }
  }
  for (const runtime::HeldMonitor& held : thread.held_monitors) {
    if (held.fp == nullptr) {
      visit(held.object, kLockedByJni);
    }
  }
}

}  // namespace minijvm::vm
