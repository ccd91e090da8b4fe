// Pictures of threads, taken with the world stopped: stack, what it waits for, what it has locked. Thread.getStackTrace and ThreadMXBean
// are made of them. Objects are handles of the caller's scope, which also keep the frames' classes alive.
// Proved by tests/java/threads and tests/java/management.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "vm/java/stack_trace.h"

namespace minijvm::vm {

struct LockedMonitor {
  runtime::Handle<> object;
  std::int32_t depth = -1;  // of the frame, 0: the innermost; -1: locked by native code
};

struct ThreadPicture {
  bool is_alive = false;
  runtime::Handle<> thread;  // all below: of a live thread only
  std::int32_t status = 0;   // thread_blocking.h: ThreadStatus
  bool is_in_native = false;
  runtime::WaitCounts waits;
  runtime::Handle<> blocker;  // what it waits for; null: nothing, or nobody knows
  runtime::Handle<> owner;    // the Thread that has it
  std::vector<TracePoint> points;  // innermost first; hidden frames, too
  std::vector<LockedMonitor> monitors;
  std::vector<runtime::Handle<>> synchronizers;  // AbstractOwnableSynchronizers that it owns
};

struct PictureOptions {
  std::int32_t max_depth = 0;  // frames; negative: all
  bool with_monitors = false;
  bool with_synchronizers = false;  // walks the heap
};

// By Thread object, by Thread.getId, or of all that getAllThreads shows. One picture for each thread asked for, in that order.
std::vector<ThreadPicture> picture_threads(runtime::JavaThread& self, const std::vector<runtime::Handle<>>& threads, PictureOptions options);
std::vector<ThreadPicture> picture_threads(runtime::JavaThread& self, const std::vector<std::int64_t>& ids, PictureOptions options);

// The threads of each deadlock, one circle after the other; empty: there is none.
std::vector<runtime::Handle<>> find_deadlocked_threads(runtime::JavaThread& self, bool monitors_only);

}  // namespace minijvm::vm
