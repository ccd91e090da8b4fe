// A continuation (jdk.internal.vm.Continuation of JDK 25) is a JavaThread of its own: it has a Java
// stack, a C stack (a coroutine) and an identity for locks. So nothing is copied when it leaves,
// and a monitor that it holds stays its own.
//
//   the carrier, in Continuation.run           the continuation's thread
//   enterSpecial: mount ---------------------> Continuation.enter, or behind its unmount
//   enterSpecial returns <-------------------- doYield: unmount
//   enterSpecial returns <-------------------- Continuation.enter has returned
//
// While the continuation is mounted, its carrier is in kBlocked and touches nothing. The
// continuation takes over what there is once for the kernel thread: the current Thread, the TLAB,
// the cache of scoped values. It does so itself, when it may touch the heap again, since it may
// have been dormant (sync/threads/safepoint.h, S5); and it gives them back before it leaves.
//
// A continuation that has yielded lives as long as its Continuation object: nothing else can bring
// it back. So a collection treats its roots as a part of that object, and if the object dies, the
// thread is abandoned: its frames never go on, and its stacks are freed (abandon).
//
// A continuation cannot leave while it is pinned: in a critical section, or while native code or
// the VM itself has called Java, as in a class initializer.
//
// A virtual thread that has to wait for a monitor, or in Object.wait, leaves as well (JEP 491). The
// library knows by VirtualThread.state why it left:
//
//   from           to            by
//   RUNNING        BLOCKING      leave(), in an enter
//   RUNNING        WAITING       leave(), in a wait; TIMED_WAITING if it has a time
//   BLOCKING       BLOCKED       the library, on the carrier; so WAIT and TIMED_WAIT
//   WAIT           BLOCKED       note_notified, called by the notifier; so from TIMED_WAIT
//   BLOCKED        UNBLOCKED     the library, for a thread that was called back
//
// A thread that leaves a monitor calls its successor back: it pushes it on
// runtime_state.called_back, and wakes the library's thread that takes it from there
// (vm/java/threads/continuations.h). A thread that is called back too often looks once in vain.
//
// Tested by tests/jdk25/ContinuationBasics.java, ContinuationPins.java, ContinuationWalks.java,
// VirtualMonitors.java, VirtualPinned.java and VirtualMix.java.
#pragma once

#include <cstdint>

#include "runtime/thread/java_thread.h"
#include "sync/threads/coroutine.h"

namespace minijvm::runtime {

// The natives enterSpecial and doYield of Continuation, which no trace shows. Both are null in a
// JDK that has none.
struct SwitchMethods {
  Method* enter_special = nullptr;
  Method* do_yield = nullptr;
};
SwitchMethods switch_methods();

// The numbers are those of Continuation.doYield.
enum class Pinned : std::int32_t { kNot = 0, kCriticalSection = 2, kNative = 3 };

inline bool is_continuation(const JavaThread& thread) { return thread.coroutine != nullptr; }

// Returns the thread whose frames lie outside of this one's, for a walk: the carrier of a mounted
// continuation. Returns null for other threads, and for a virtual thread, whose stack ends here.
inline const JavaThread* outer_thread(const JavaThread& thread) {
  return thread.comes_and_goes_ ? nullptr : thread.carrier;
}

// Says what keeps the continuation from leaving. REQUIRES: it is the calling thread.
Pinned why_pinned(const JavaThread& continuation);

// Runs the continuation until it leaves or ends. REQUIRES: kInVm; it is mounted nowhere.
void mount(JavaThread& carrier, JavaThread& continuation);
// Takes over from the carrier. The continuation calls this first when it runs.
void take_over(JavaThread& continuation);
// Leaves the carrier. Returns when the continuation is mounted again. REQUIRES: kInVm, not pinned.
void unmount(JavaThread& continuation);
// Does the same for Continuation.yield: the thread may be abandoned meanwhile.
void yield(JavaThread& continuation);
// Gives back to the carrier, for the last time. The Continuation forgets its thread.
void give_back_at_end(const sync::NoSafepoint& still, JavaThread& continuation);

// Returns true if only its Continuation can bring the thread back. REQUIRES: the world is stopped.
bool can_hang(const JavaThread& thread);
// The Continuation of a thread that hangs on it is dead. Takes all roots from the thread. HOTSPOT:
// a monitor that it holds stays locked for good. REQUIRES: the world is stopped.
void abandon(JavaThread& thread);

// The library brackets the life of a virtual thread and each switch to and from it (JVMTI calls the
// stretches between transitions):
//
//   the carrier                 the virtual thread's own thread
//   VirtualThread.mount  [      created [
//                               its first method ], or ] when it has come back
//                               [ before it yields, or behind its last method
//   VirtualThread.unmount  ]
//
// In a transition agents see no events of the thread, and it is not suspended half way. Calls that
// come twice count once. REQUIRES: kInVm.
void begin_transition(JavaThread& self);
void end_transition(JavaThread& self);

// The virtual thread that the carrier is about to run cannot begin: tells the library to submit it
// once more, as if it had called Thread.yield. Returns false if that is not its state.
bool postpone_virtual_thread(JavaThread& carrier);

// A virtual thread waits no longer, since it was notified. REQUIRES: comes_and_goes_.
void note_notified(const sync::NoSafepoint& still, JavaThread& waiter);

// Returns the status of a Thread: its own, or of a mounted virtual thread its carrier's, or of
// another virtual thread what its state says. `runner`: the thread that runs it, or null.
ThreadStatus status_of_thread(const java::Thread& thread, const JavaThread* runner);

// Returns the thread that runs a virtual thread, mounted or not; null if there is none. REQUIRES:
// the world is stopped, a ThreadListLock is held, or the thread cannot end.
JavaThread* thread_of_virtual(const java::Thread* thread);
// Returns the Continuation of a virtual thread that has been started and has no thread yet; null
// for all others.
java::Continuation* continuation_without_thread(const java::Thread* thread);
// Returns the platform thread that carries a virtual thread; null if none does.
java::Thread* carrier_of_virtual(const java::Thread& thread);
// Returns true if this is the thread of a virtual thread that is mounted nowhere. REQUIRES: the
// world is stopped, or a handshake runs.
inline bool is_unmounted(const JavaThread& thread) {
  return thread.comes_and_goes_ && thread.carrier == nullptr;
}

}  // namespace minijvm::runtime
