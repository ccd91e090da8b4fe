// Starts and ends the threads that run continuations (runtime/thread/continuation.h has the switch
// and the pins), and hands virtual threads that may go on to the library.
// Tested by tests/jdk25/ContinuationBasics.java, ContinuationPins.java, VirtualMonitors.java and
// VirtualSleepers.java.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/thread/continuation.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Chooses whether the VM has continuations. Without them the library makes each virtual thread a
// thread of its own.
void support_continuations(bool support);
bool supports_continuations();

// Frees the threads of continuations that the last collection has found dead. REQUIRES: kInVm.
void free_abandoned(runtime::JavaThread& self);

// Continuation.enterSpecial: runs the continuation on self until it yields or ends. Throws what it
// throws, and OutOfMemoryError if it cannot begin.
JavaResult<void> run_continuation(runtime::JavaThread& self,
                                  runtime::Handle<java::Continuation> continuation,
                                  bool is_virtual);
// Makes the thread of a virtual thread that has been started but has not run yet, so that an agent
// can act on it. Does nothing for all others, or if memory is out.
void make_thread_of_virtual(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);
// Virtual threads that are made from now on are suspended as soon as they have begun (JVMTI,
// SuspendAllVirtualThreads).
void suspend_new_virtual_threads(bool on);
// Continuation.doYield: leaves the carrier, or says why it cannot. Returns kNot when the
// continuation runs again.
runtime::Pinned yield_continuation(runtime::JavaThread& self);
// Continuation.isPinned0: looks outwards up to the continuation of that scope.
runtime::Pinned why_scope_pinned(runtime::JavaThread& self, runtime::Handle<> scope);
// Continuation.pin and unpin, which do nothing outside of a continuation. Throw
// IllegalStateException if there are too many, or none to undo.
JavaResult<void> pin_continuation(runtime::JavaThread& self);
JavaResult<void> unpin_continuation(runtime::JavaThread& self);

// VirtualThread.takeVirtualThreadListToUnblock: waits until there are threads that were called
// back, and returns them as a list of VirtualThread.next.
runtime::Handle<java::VirtualThread> take_called_back(runtime::JavaThread& self);

}  // namespace minijvm::vm
