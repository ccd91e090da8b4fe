// Thread.stop, suspend and resume: what one thread orders of another (JDK interface 1.3 e). Proved by tests/java/threads.
//
// An order is left in a table by a handshake, and the target's poll word tells it (kPollVm). The target obeys at its next poll in Java code, or
// when a native method returns: it throws what stop left, or waits until it is resumed. A sleep, wait or park ends early, as by an interrupt.
// HOTSPOT: as 17 does, stop also interrupts the target in Java's eyes. Departure: a suspended thread that waits for a monitor may still get it.
#pragma once

#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// NullPointerException without a throwable. For self: throws it at once. A thread that is not alive becomes stillborn.
JavaResult<void> stop_thread(runtime::JavaThread& self, runtime::Handle<> thread, runtime::Handle<> throwable);
// Returns when the thread is at a poll, in native code or blocked. Ignored for a thread that is not alive.
void suspend_thread(runtime::JavaThread& self, runtime::Handle<> thread);
void resume_thread(runtime::JavaThread& self, runtime::Handle<> thread);

inline bool has_orders(const runtime::JavaThread& self) { return (self.poll_.load(std::memory_order_relaxed) & sync::kPollVm) != 0; }
// Waits while suspended; makes what stop left pending, unless a ThreadDeath is already. REQUIRES: kInVm.
void obey_orders(runtime::JavaThread& self);
// Before a thread ends.
void forget_orders(const runtime::JavaThread& self);

}  // namespace minijvm::vm
