// The Java side of threads: java.lang.Thread objects and the JavaThreads that run them.
// Proved by tests/java/threads.  Locks, parking and states are sync's.
//
// Thread.eetop holds the JavaThread's address while it lives, 0 before and after. It may be followed only under a sync::ThreadListLock, which
// keeps the thread from leaving, or by the thread itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "vm/java/java_result.h"
#include "vm/java/thread_blocking.h"

namespace minijvm::vm {

// -Xss: bytes of Java stack of threads that ask for none.
void set_default_stack_bytes(std::size_t bytes);
std::size_t default_stack_bytes();

// What JNIEnv::functions of every thread is; set by launch before the first thread.
void set_jni_functions(const void* table);

// --- boot, in the order of vm/launch/boot.cpp ---
// Makes the calling kernel thread a Java thread without a Thread object, listed and in kInVm. Null: out of memory.
runtime::JavaThread* attach_kernel_thread();
// System and main thread groups, and the Thread object of `self`, "main".
JavaResult<void> create_main_thread_object(runtime::JavaThread& self);

// --- JNI attach and detach ---
// Gives an attached kernel thread its Thread object. Null name: "Thread-N". Null group: main.
JavaResult<void> create_attached_thread_object(runtime::JavaThread& self, const char* name, runtime::Handle<> group, bool daemon);
// Uncaught exception handler, Thread.exit, notifyAll for join; then the JavaThread is gone. REQUIRES: kInVm, no Java frames.
void end_current_thread(runtime::JavaThread& self);

// --- Thread's natives ---
// IllegalThreadStateException, OutOfMemoryError "unable to create native thread: ...".
JavaResult<void> start_thread(runtime::JavaThread& self, runtime::Handle<> thread);
// A daemon thread of the VM in the system group, for example "Signal Dispatcher"; entry runs in kInVm.
JavaResult<void> start_vm_thread(runtime::JavaThread& self, const char* name, void (*entry)(runtime::JavaThread& self));
// A debugger agent's daemon thread: Java's lists of threads leave it out. entry runs in kInVm.
JavaResult<void> start_agent_thread(runtime::JavaThread& self, runtime::Handle<> thread, std::int32_t priority,
                                    void (*entry)(runtime::JavaThread& self, void* argument), void* argument);
void interrupt_thread(runtime::JavaThread& self, runtime::Handle<> thread);
void unpark_thread(runtime::JavaThread& self, runtime::Handle<> thread);  // null, new and dead threads are ignored
void set_native_name(runtime::JavaThread& self, runtime::Handle<> name);
// The live threads' objects, agents' and VM-internal ones left out.
std::vector<runtime::Handle<>> all_threads(runtime::JavaThread& self);

// Thread.getId of a thread that has its object.
std::int64_t java_thread_id(const runtime::JavaThread& thread);
// The JavaThread behind a Thread object; null if not alive. REQUIRES: a ThreadListLock is held, or it is the caller's own.
runtime::JavaThread* java_thread_of(const runtime::Object* thread);

// DestroyJavaVM: blocks until self is the last thread that is no daemon.
void wait_until_only_daemons(runtime::JavaThread& self);

struct ThreadCounts {
  std::int64_t live, daemon, peak, started;
};
ThreadCounts thread_counts();
void reset_peak_thread_count();  // to the live ones
// What threads that have ended had allocated.
std::uint64_t bytes_of_ended_threads();

}  // namespace minijvm::vm
