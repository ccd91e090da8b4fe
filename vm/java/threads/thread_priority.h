// Gives the priority of a Thread its effect. Where the VM itself chooses the next thread (M:N and
// M:1), it orders the run queues (sync/schedule/run_queue.h). Where the kernel does, it has no
// effect unless -XX:ThreadPriorityPolicy=1 asks for nice values, as in HotSpot on Linux.
// Tested by tests/vm/thread_model (scenes "priorities" and "nice") and
// tests/sync/user_thread_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm {

// -XX:+UseThreadPriorities, -XX:ThreadPriorityPolicy. REQUIRES: no Java thread exists yet.
void set_priority_policy(bool uses_priorities, bool uses_nice_values);
// Thread.setPriority0; a thread that is not alive is ignored. REQUIRES: kInVm, 1 <= priority <= 10.
void set_thread_priority(runtime::JavaThread& self, runtime::Handle<java::Thread> thread,
                         std::int32_t priority);
// A thread that begins takes on the priority of its Thread object. REQUIRES: kInVm.
void take_own_priority(runtime::JavaThread& self);

}  // namespace minijvm::vm
