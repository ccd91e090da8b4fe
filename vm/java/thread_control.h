// Thread.stop, suspend and resume: what one thread does to another. Proved by tests/java/threads.
//
// stop leaves the throwable in its target (JavaThread::async_exception) by a handshake, so that nobody races with it. The target throws it at
// its next poll in Java code, or when a native method returns; a sleep, wait or park ends early, as by an interrupt. HOTSPOT: as 17 does, the
// target is interrupted in Java's eyes, too. A suspended thread stays out of Java and out of monitors (sync/safepoint.h).
#pragma once

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// NullPointerException without a throwable. For self: throws it at once. A thread that is not alive becomes stillborn.
JavaResult<void> stop_thread(runtime::JavaThread& self, runtime::Handle<> thread, runtime::Handle<> throwable);
// Returns when the thread runs no Java code any more. Ignored for a thread that is not alive.
void suspend_thread(runtime::JavaThread& self, runtime::Handle<> thread);
void resume_thread(runtime::JavaThread& self, runtime::Handle<> thread);

// Makes what another thread left for self pending, unless a ThreadDeath is already.
void accept_async_exception(runtime::JavaThread& self);

}  // namespace minijvm::vm
