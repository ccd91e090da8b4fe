// The wait graph: what a thread cannot continue without, and which thread holds it or must bring it
// about. A cycle in the graph is a deadlock (tools/threads/deadlocks.h).
// Tested by tests/vm/thread_dump and tests/java/management.
//
// All functions REQUIRE a stopped world.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the object whose monitor the thread enters or waits on, or null.
runtime::Object* blocked_object(const runtime::JavaThread& thread);
// Returns the monitor that a thread in Object.wait has released, although its frames still list it;
// or null.
runtime::Object* released_monitor(const runtime::JavaThread& thread);
// Returns LockSupport's blocker object, or null.
runtime::Object* park_blocker(const runtime::JavaThread& thread);
// Says whether a thread in Object.wait was notified, interrupted or timed out, and now queues for
// the monitor again.
bool is_relocking(const runtime::JavaThread& thread);

enum class WaitsFor : std::uint8_t {
  kNothing,
  kMonitor,
  // A subclass of AbstractOwnableSynchronizer in java.util.concurrent.locks.
  kSynchronizer,
  // A class that another thread initializes (JVMS 5.5 step 2).
  kClass,
  kThreadEnd,  // Thread.join
};
struct Wait {
  WaitsFor kind = WaitsFor::kNothing;
  // The thread that must act first. Null: a thread that has ended owns the synchronizer. It serves
  // to compare only, once the world runs again.
  const runtime::JavaThread* holder = nullptr;
};
// Returns the one edge of the graph that leaves the thread. kNothing: the thread can continue, or
// it is unknown which thread must act first.
Wait wait_of(const runtime::JavaThread& thread);

}  // namespace minijvm::vm
