// The Java side of threads: java.lang.Thread objects and the JavaThreads that run them. Locks,
// parking and thread states belong to sync.
// Tested by tests/java/threads.
//
// Thread.eetop holds the address of the JavaThread while the thread lives, and 0 before and after.
// Only two parties may follow it: the thread itself, and a holder of a sync::ThreadListLock, which
// keeps the thread from leaving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/java_result.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

// -Xss: the size in bytes of the Java stack of a thread that asks for no size.
void set_default_stack_bytes(std::size_t bytes);
std::size_t default_stack_bytes();

// Sets JNIEnv::functions of every thread. REQUIRES: no Java thread exists yet.
void set_jni_functions(const void* table);

// The message of an OutOfMemoryError for lack of a thread's resources.
inline constexpr const char* kNoNativeThread =
    "unable to create native thread: possibly out of memory or process/resource limits reached";
// Makes a thread that is not listed yet. Returns null if memory runs out.
runtime::JavaThread* make_java_thread(std::size_t stack_bytes,
                                      runtime::JavaThread::StackPlace place);

// --- boot, in the order of vm/boot/boot.cpp ---
// Makes the calling kernel thread a Java thread without a Thread object; the thread is then in the
// list of threads and in kInVm. Returns null if memory runs out.
runtime::JavaThread* attach_kernel_thread();
// Makes the system and main thread groups, and "main", the Thread object of `self`.
JavaResult<void> create_main_thread_object(runtime::JavaThread& self);

// --- JNI attach and detach ---
// Gives an attached kernel thread its Thread object. A null name gives "Thread-N", a null group the
// main group.
JavaResult<void> create_attached_thread_object(runtime::JavaThread& self, const char* name,
                                               runtime::Handle<java::ThreadGroup> group,
                                               bool daemon);
// Runs the uncaught exception handler and Thread.exit, wakes the threads in join, then destroys the
// JavaThread. REQUIRES: kInVm, no Java frames.
void end_current_thread(runtime::JavaThread& self);

// Unlocks the monitors that JNI's MonitorEnter has left locked (JNI specification,
// DetachCurrentThread).
void release_held_monitors(runtime::JavaThread& self);

// --- Thread's natives ---
// Thread.start0. Throws IllegalThreadStateException if the thread is alive, and OutOfMemoryError
// "unable to create native thread: ..." if the system has no resources for it.
JavaResult<void> start_thread(runtime::JavaThread& self, runtime::Handle<java::Thread> thread);
// Starts a daemon thread of the VM in the system group, for example "Signal Dispatcher"; `entry`
// runs in kInVm.
JavaResult<void> start_vm_thread(runtime::JavaThread& self, const char* name,
                                 void (*entry)(runtime::JavaThread& self));
// Starts a thread that runs `entry`, in kInVm, instead of Thread.run. Java's lists of threads leave
// a debugger agent's thread out.
JavaResult<void> start_native_thread(runtime::JavaThread& self,
                                     runtime::Handle<java::Thread> thread, bool is_agent,
                                     void (*entry)(runtime::JavaThread& self, void* argument),
                                     void* argument);
// Thread.setNativeName: names the calling kernel thread, cut at 15 bytes. Has no effect under M:N.
void set_native_name(runtime::JavaThread& self, runtime::Handle<java::String> name);
// Returns the Thread objects of the live threads, without virtual threads, those of the VM's
// internal threads and, unless asked for, of agents.
std::vector<runtime::Handle<java::Thread>> all_threads(runtime::JavaThread& self,
                                                       bool with_agents = false);
// Returns the live virtual threads, without those that have not run yet.
std::vector<runtime::Handle<java::Thread>> virtual_threads(runtime::JavaThread& self);

// Returns whether the object is a virtual thread, bound to a thread of its own or not.
bool is_virtual(const runtime::Object& thread);

// Returns the JavaThread of a Thread object, or null if the thread is not alive. REQUIRES: the
// caller holds a ThreadListLock, or the thread is the caller itself.
runtime::JavaThread* java_thread_of(const java::Thread* thread);

// For DestroyJavaVM: blocks until no thread but self keeps the VM alive, that is, until all others
// are daemons.
void wait_until_only_daemons(runtime::JavaThread& self);

// Numbers of threads since the start: `peak` is the largest `live`, `started` only grows.
struct ThreadCounts {
  std::int64_t live, daemon, peak, started;
};
ThreadCounts thread_counts();
// Sets the peak to the number of live threads.
void reset_peak_thread_count();

}  // namespace minijvm::vm
