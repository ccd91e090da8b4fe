// The state of base for the whole process is one variable, so that a debugger finds it. The log
// (log.h) and the events (events.h) have variables of their own, because every room reads them
// in passing.
// Tested by tests of the units named here.
#pragma once

#include <cstddef>

#include "base/atomic.h"
#include "base/check.h"
#include "base/lazy.h"
#include "base/memory_tracking.h"

namespace minijvm {

class BaseListener;    // base_listener.h
class MemoryRegistry;  // memory_tracking.cpp
struct JsonNothing;    // json/json.cpp

// The state of check.cpp, which a failed check needs while it ends the process.
struct FatalState {
  static constexpr std::size_t kHeadlineBytes = 2048;

  // Set by the first failure; a second one aborts at once.
  Atomic<bool> is_dying{false};
  // Only the one thread that dies writes it. A sentence may contain a class name or a path, and 2
  // KiB are enough for both.
  char headline[kHeadlineBytes] = {};
};

// The state of memory_tracking.cpp, for -XX:NativeMemoryTracking.
struct MemoryTrackingState {
  // All accesses are relaxed, because the level is set once, before the first range is reserved.
  Atomic<MemoryTracking> level{MemoryTracking::kOff};
  // The ranges that are reserved and committed, if the level is not kOff.
  Lazy<MemoryRegistry> ranges;
};

struct BaseState {
  Atomic<BaseListener*> listener{nullptr};
  FatalState fatal;
  MemoryTrackingState memory;
  // With -XX:+UseMappedStackGuards stack_guard.h uses mprotect, as on older kernels. The flag is
  // set before the first guard is made.
  bool mapped_stack_guards = false;
  Lazy<JsonNothing> json_nothing;  // the answer for a part that a value lacks
  Atomic<int> processor_quota{0};  // of the control group (machine_processors.cpp); 0: not read yet
};
extern constinit BaseState base_state [[gnu::visibility("hidden")]];

}  // namespace minijvm
