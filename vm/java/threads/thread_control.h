// Thread.stop, suspend, resume and interrupt: one thread acts on another by a handshake
// (sync/threads/safepoint.h).
// Tested by tests/java/threads.
//
// stop stores the throwable into JavaThread::async_exception of its target. The handshake runs
// while the target cannot run Java code, so there is no race. The target throws the exception at
// its next poll in Java code, or when a native method returns; a sleep, wait or park ends early, as
// by an interrupt. HOTSPOT: as in JDK 17, the target's interrupt flag is set, too.
// A suspended thread runs no Java code and enters no monitor.
#pragma once

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Throws NullPointerException if throwable is null. If `thread` is the caller, throws at once. A
// thread that is not alive will end as soon as it is started (Thread.stillborn).
JavaResult<void> stop_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread,
                             runtime::Handle<java::Throwable> throwable);
// Returns when the thread runs no Java code any more. A thread that is not alive is ignored.
void suspend_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);
void resume_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);

// Thread.interrupt0 and Unsafe.unpark. A thread that has not started or has ended is ignored, and
// so is null in unpark_thread.
void interrupt_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);
void unpark_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);

// Makes the exception that another thread has left for self pending, unless a ThreadDeath is
// pending already.
void accept_async_exception(runtime::JavaThread& self);

}  // namespace minijvm::vm
