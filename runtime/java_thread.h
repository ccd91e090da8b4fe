// A Java thread: sync's ExecEnv (locks, states, parkers) plus what running Java needs: stack, handles, TLAB, pending exception.
// Proved by tests/runtime/java_thread_test.cpp.  Its Java side (java.lang.Thread) is vm/java/java_threads.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/virtual_memory.h"
#include "runtime/frame.h"
#include "runtime/handle.h"
#include "runtime/java_value.h"
#include "sync/exec_env.h"
#include "sync/exec_env_pool.h"

namespace minijvm::runtime {

class Class;
class Object;

// The window of eden that belongs to one thread; the policy for it is gc/tlab.h's.
struct TlabWindow {
  std::byte* top = nullptr;
  std::byte* end = nullptr;
  std::byte* start = nullptr;
};

// Objects locked by monitorenter, innermost last, with the frame that did it: structured locking (JVMS 2.11.10) and roots. JNI's MonitorEnter
// records with fp == null. Synchronized methods use their frame's lock slot instead.
struct HeldMonitor {
  Object* object;
  Slot* fp;
};

// How often a thread has waited, and how long while somebody measures it (vm/java/thread_blocking.h). Others read it in a stopped world.
struct WaitCounts {
  std::int64_t blocked = 0;  // for monitors
  std::int64_t waited = 0;   // in Object.wait, parked, asleep
  std::int64_t blocked_ns = 0;
  std::int64_t waited_ns = 0;
};

// What a JNIEnv* points at: the function table first, as JNI asks, then the way back to the thread.
struct JniEnvSlot {
  const void* functions = nullptr;
  JavaThread* thread = nullptr;
};

// JNI PushLocalFrame: the locals above the mark, until the same native pops them.
struct JniLocalFrame {
  HandleArea::Mark mark;
  const Slot* native_fp;  // of the native that pushed it; null: there is no Java frame
  JniLocalFrame* outer;
};

class JavaThread : public sync::ExecEnv {
 public:
  static constexpr std::size_t kDefaultStackBytes = 1024 * 1024;  // -Xss; Linux x86-64 default of HotSpot
  static constexpr std::size_t kReserveSlots = 8 * 1024;          // above the limit, for StackOverflowError and its handlers

  // A null result: no memory for the Java stack.
  static JavaThread* create(std::size_t java_stack_bytes);
  void destroy();

  // --- the Java stack ---
  FrameAnchor anchor;            // where Java code of this thread stands
  Slot* stack_base = nullptr;
  // A frame may not reach beyond; 0 while a poll is requested, so that method entry polls for free.
  std::atomic<Slot*> stack_limit{nullptr};
  Slot* true_stack_limit = nullptr;
  Slot* stack_end = nullptr;
  std::uintptr_t native_stack_limit = 0;  // C++ recursion (call_java) below this address is a StackOverflowError

  // --- roots ---
  HandleArea handles;
  Object* pending_exception = nullptr;
  Object* async_exception = nullptr;    // left by another thread, in a handshake; thrown at the next poll in Java code (kPollVm)
  Object* thread_object = nullptr;      // java.lang.Thread
  std::vector<HeldMonitor> held_monitors;

  TlabWindow tlab;
  std::uint32_t polls_before_stress = 0;  // gc/stress.h: counts down to a collection
  std::uint64_t allocated_bytes = 0;    // retired TLABs and objects outside of them
  std::uint64_t allocated_before = 0;   // of these: before the last collection
  std::uint64_t next_sample = 0;        // of what it allocates: where an object is shown (gc/allocation_sampler.h)
  float allocation_share = 0;           // its part of what all threads allocate between two collections; gc/tlab.h keeps it
  bool over_gc_limit = false;           // why its last failed allocation failed; gc's
  WaitCounts wait_counts;

  JniEnvSlot jni_env;
  int jni_critical_depth = 0;
  JniLocalFrame* jni_frames = nullptr;  // innermost first
  std::atomic<void*> debug_data{nullptr};  // vm/inspect/jvmti's; made by any thread
  bool is_daemon = false;
  bool is_attached_native = false;      // came by AttachCurrentThread
  bool is_vm_internal = false;          // hidden from Java
  bool is_agent = false;                // a debugger agent's: hidden from Java, not from agents

  // May C++ recurse once more? False: a StackOverflowError is due.
  [[gnu::noinline]] bool has_native_stack() const { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) >= native_stack_limit; }
  bool has_pending_exception() const { return pending_exception != nullptr; }

  // Forgets the local frames down to this one, which was the innermost once; all of them if it is gone.
  void drop_jni_frames(const void* outermost);

  // Sets native_stack_limit from the thread's own C stack, and the stack on which its faults are handled (a user thread's is its LWP's): a C
  // stack that overflows must not end in silence. By the thread itself, when it starts; destroy() then is its, too.
  void adopt_native_stack();

  // Does a fault at this address mean that the C stack is used up? What is below the reserve, down to some pages beyond its end.
  bool is_native_stack_overflow(std::uintptr_t address) const;

  // Arms or disarms the method-entry poll; called by sync when a poll is requested (any thread).
  void arm_stack_limit(bool poll_requested);

  static JavaThread& of(sync::ExecEnv& env) { return static_cast<JavaThread&>(env); }

  Class* verified_version = nullptr;    // a version of a class that libverify looks at for this thread, in the place of the class
  void* class_loads = nullptr;          // the linker's stack of classes whose superclasses this thread loads (ClassCircularityError)

 private:
  friend class sync::ExecEnvPool<JavaThread>;
  JavaThread() = default;
  ~JavaThread() = default;
  bool make_stack(std::size_t usable);
  void adopt_fault_stack();
  void adopt_kernel_threads_stack();
  void give_up_fault_stack();

  VirtualMemory stack_memory_;  // the Java stack, a guard, the fault stack
  bool has_fault_stack_ = false;
};

// The JavaThread of the calling kernel thread; null if it is not attached. Only for entries from native code.
JavaThread* current_java_thread();

}  // namespace minijvm::runtime
