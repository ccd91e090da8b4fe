// A JavaThread is a Java thread. To sync's ExecEnv (locks, states, parkers) it adds what Java code
// needs to run: the Java stack, handles, a TLAB and the pending exception. The Java side,
// java.lang.Thread, is vm/java/threads/java_threads.h.
//
//   stack_base                                    true_stack_limit         stack_end
//   |  frames, growing upwards  -->               |  reserve               |
//   +---------------------------------------------+------------------------+-------+-------------+
//   |                                             |  for StackOverflowError| guard | fault stack |
//   +---------------------------------------------+------------------------+-------+-------------+
//                                                    64 KiB of slots        64 KiB    64 KiB
//
// The drawing is one mapping. Under 1:1 the Java stack of a thread that Java starts lies on the
// thread's own C stack instead, above all C++ frames and without a guard:
//
//   guard | <-- C++ frames, growing downwards | Java stack | fault stack | first frame, TLS
//
// So such a thread has two mappings, and 30,000 threads stay below the kernel's limit of 65,530 for
// a process (vm.max_map_count). The Java stack of a user thread lies above its C stack
// (sync/schedule/user_stack.h), so that a thread that waits takes one page for both. Each method
// entry compares with stack_limit, so the guard that is missing would only catch an error of this
// VM.
//
// JavaThread objects are never freed but used again for later threads
// (sync/threads/exec_env_pool.h), so destroy() resets every field.
// Tested by tests/runtime/java_thread_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/atomic.h"
#include "base/virtual_memory.h"
#include "runtime/frame/frame.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/exec_env_pool.h"

namespace minijvm::vm {
struct Vm;
}

namespace minijvm::runtime {

// The part of eden in which one thread allocates without locks. gc/heap/tlab.h decides about its
// size and its renewal.
struct TlabWindow {
  std::byte* top = nullptr;    // the next object goes here
  std::byte* end = nullptr;    // no object may reach beyond
  std::byte* start = nullptr;  // where the window begins
  // The bytes of objects that went to eden itself because the rest of the window was worth keeping.
  std::size_t passed_bytes = 0;
};

// An object that a frame locked by monitorenter. The list in JavaThread has the innermost last; it
// serves structured locking (JVMS 2.11.10), and its objects are roots. JNI's MonitorEnter records
// its objects with fp == null. A synchronized method uses its frame's lock slot instead.
struct HeldMonitor {
  Object* object;
  Slot* fp;
};

// The number of times that a thread has waited and, while the time is measured, for how long
// (vm/java/threads/thread_blocking.h). Other threads read the counts only while the world is
// stopped.
struct WaitCounts {
  std::int64_t blocked = 0;  // for monitors
  std::int64_t waited = 0;   // in Object.wait, parked, asleep
  std::int64_t blocked_ns = 0;
  std::int64_t waited_ns = 0;
};

// The values of java.lang.Thread.threadStatus, made of JVMTI's thread state bits.
enum ThreadStatus : std::int32_t {
  kThreadNew = 0,
  kThreadTerminated = 2,
  kThreadRunnable = 5,
  kThreadSleeping = 0xe1,
  kThreadWaiting = 0x191,
  kThreadTimedWaiting = 0x1a1,
  kThreadParked = 0x291,
  kThreadTimedParked = 0x2a1,
  kThreadBlockedOnEnter = 0x401,
};
// `thread` may be null: the first thread has no Thread object while it boots.
void set_thread_status(const sync::NoSafepoint& still, java::Thread* thread, ThreadStatus status);

// A JNIEnv* points at this. JNI demands the function table first; the pointer back to the thread
// follows.
struct JniEnvSlot {
  const void* functions = nullptr;
  JavaThread* thread = nullptr;
};

// A frame that JNI's PushLocalFrame made. It covers the local references above `mark`, until the
// same native method pops it.
struct JniLocalFrame {
  HandleArea::Mark mark;
  // The frame of the native method that pushed it; null if there was no Java frame.
  const Slot* native_fp;
  JniLocalFrame* outer;
};

class JavaThread : public sync::ExecEnv {
 public:
  // The default of -Xss, as in HotSpot on Linux x86-64.
  static constexpr std::size_t kDefaultStackBytes = 1024 * 1024;
  // Slots above true_stack_limit, so that StackOverflowError can be made and handled.
  static constexpr std::size_t kReserveSlots = 8 * 1024;
  enum class StackPlace : std::uint8_t { kMapping, kFirstFrame, kUserStack, kCoroutine };

  // Makes a thread with a Java stack of this size, rounded up to pages, plus the reserve. Returns
  // null if there is no memory for it, or can be none. Without a mapping it has no stack before
  // place_stack.
  static JavaThread* create(std::size_t java_stack_bytes, StackPlace place = StackPlace::kMapping);
  // The bytes that the thread's first frame must give to place_stack; zero if the stack is
  // elsewhere.
  std::size_t frame_room() const { return place_ == StackPlace::kFirstFrame ? room_ : 0; }
  // The bytes that the thread needs above its user stack; zero if the stack is elsewhere.
  std::size_t user_stack_room() const { return place_ == StackPlace::kUserStack ? room_ : 0; }
  // The bytes that it needs above its coroutine's stack; zero if the stack is elsewhere.
  std::size_t coroutine_room() const { return place_ == StackPlace::kCoroutine ? room_ : 0; }
  // Makes this part of the first frame, or the room above the user stack or the coroutine's, the
  // Java stack. Does nothing if the stack has a mapping. The thread itself calls this when it
  // starts, as its ExecEnv; for a coroutine its first carrier does.
  void place_stack(void* frame_room);
  // Gives the thread's resources back. REQUIRES: the thread runs no Java code, is not attached, and
  // has no agent's data. If it called adopt_native_stack, the thread itself must call this.
  void destroy();
  // Gives back the stack of an abandoned thread that owns_for_good, and no more.
  void retire();

  // --- the Java stack ---
  // The position of the thread's Java code, where every stack walk starts.
  FrameAnchor anchor;
  Slot* stack_base = nullptr;
  // No frame may reach beyond this address. It is null while a poll is requested: every method
  // entry compares with it anyway, the comparison then fails, and the slow path finds the poll.
  Atomic<Slot*> stack_limit{nullptr};
  // The real limit, even while a poll is requested.
  Atomic<Slot*> true_stack_limit{nullptr};
  Slot* stack_end = nullptr;
  // C++ recursion (call_java) below this address of the C stack is a StackOverflowError.
  std::uintptr_t native_stack_limit = 0;

  // --- roots ---
  // The slots of the handles and JNI local references of this thread.
  HandleArea handles;
  Object* pending_exception = nullptr;
  // An exception that another thread left here in a handshake (Thread.stop). It is thrown at the
  // next poll in Java code (kPollVm).
  Object* async_exception = nullptr;
  // Thread.scopedValueCache: an array that the library keeps here.
  Object* scoped_value_cache = nullptr;
  // The current thread: Thread.currentThread.
  java::Thread* thread_object = nullptr;
  Handle<java::Thread> thread_handle() const { return Handle<java::Thread>(&thread_object); }
  // The thread that carries thread_object, if that is a virtual one that another thread carries
  // (Thread.currentCarrierThread); else null.
  java::Thread* carrier_object = nullptr;
  // The Continuation that this thread runs (continuation.h); null in all other threads.
  java::Continuation* continuation = nullptr;
  // The monitors that the thread holds, the innermost last.
  std::vector<HeldMonitor> held_monitors;

  // --- allocation, JNI and debugging: no roots ---
  TlabWindow tlab;
  // A counter of the gc-stress build, which counts down to the next collection at a poll
  // (gc/heap/stress.h).
  std::uint32_t polls_before_stress = 0;
  // The bytes in retired TLABs and in objects that were allocated outside of TLABs.
  std::uint64_t allocated_bytes = 0;
  // The part of allocated_bytes from before the last collection.
  std::uint64_t allocated_before = 0;
  // The number of classes that this thread has made of class files, hidden ones included.
  std::uint64_t defined_classes = 0;
  // The allocated byte count at which the allocation sampler takes the next object
  // (gc/heap/allocation_sampler.h).
  std::uint64_t next_sample = 0;
  // This thread's share of what all threads allocate between two collections; gc/heap/tlab.h keeps
  // it.
  float allocation_share = 0;
  // True if the last allocation failed because collections took too much of the time, and not
  // because the heap was full. gc sets and reads it.
  bool over_gc_limit = false;
  WaitCounts wait_counts;
  // --- continuations (continuation.h): no roots ---
  // The C stack of a thread that runs a continuation; null in all other threads.
  sync::Coroutine* coroutine = nullptr;
  // The thread on which this continuation is mounted, or null; and for a carrier the continuation
  // that is mounted on it. Others look at the second one to reach it (vm/java/threads).
  JavaThread* carrier = nullptr;
  Atomic<JavaThread*> mounted{nullptr};
  // The number of critical sections (Continuation.pin) in which the continuation is.
  std::uint32_t pins = 0;
  // The links of runtime_state.called_back.
  Atomic<bool> is_called_back{false};
  // The thread mounts or unmounts a virtual thread, or is one that leaves or has just come: agents
  // hear nothing of it, and it puts its suspension off. Only the thread itself writes it once it
  // runs.
  bool in_transition = false;
  // The continuation has left by a yield: only its Continuation can bring it back.
  bool has_yielded = false;
  // The thread was abandoned while it held a monitor. Other threads may look at the owner at any
  // time, so the JavaThread is never used again.
  bool owns_for_good = false;
  // A collection visits the thread's roots as a part of the Continuation
  // (gc/references/hanging_threads.h). False between collections.
  bool hangs = false;
  JavaThread* next_called_back = nullptr;

  // The class that this thread waits for because another thread initializes it (JVMS 5.5 step 2);
  // else null. Other threads read it only while the world is stopped.
  const Class* awaited_class = nullptr;
  // The time at which the thread began to run (sync::program_ns) and its gettid then. Any thread
  // may read the time once the id is not 0. Under M:N the thread may be on another LWP by now.
  std::int64_t started_ns = 0;
  Atomic<std::int32_t> kernel_id{0};

  JniEnvSlot jni_env;
  // Innermost first.
  JniLocalFrame* jni_frames = nullptr;
  // The data that tools/jvmti keeps for this thread. Any thread may create it.
  Atomic<void*> debug_data{nullptr};
  bool is_daemon = false;
  bool is_attached_native = false;  // came by AttachCurrentThread
  bool is_vm_internal = false;      // hidden from Java
  bool is_agent = false;            // a debugger agent's: hidden from Java, but not from agents

  // Returns true if C++ may recurse once more. If the result is false, the caller must report a
  // StackOverflowError. The function is not inlined, so that the frame address is that of a frame
  // below the caller's.
  [[gnu::noinline]] bool has_native_stack() const {
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) >= native_stack_limit;
  }
  bool has_pending_exception() const { return pending_exception != nullptr; }

  // Frees the local frames inside of `outermost`, which was once the innermost, and keeps
  // `outermost` itself. If `outermost` is gone already, or null, all frames are freed.
  void drop_jni_frames(const void* outermost);

  // Sets native_stack_limit from the C stack of the calling thread, and installs the fault stack,
  // so that an overflow of the C stack is reported and not silent. A user thread handles faults on
  // the stack of its LWP. The thread itself calls this when it starts.
  void adopt_native_stack();

  // Returns true if a fault at this address means that the C stack is used up. This is so for
  // addresses from native_stack_limit down to 1 MiB below the reserve.
  bool is_native_stack_overflow(std::uintptr_t address) const;

  // Arms or disarms the poll at method entry. sync calls it from any thread when a poll is
  // requested or no longer requested.
  void arm_stack_limit(bool poll_requested);
  // sync's doors (ExecEnv): a poll makes every method entry look; a thread that must wait until it
  // can enter a monitor is shown as blocked, and counted.
  void poll_changed(bool armed) override { arm_stack_limit(armed); }
  std::uint32_t class_of(void* const* slot) const override;
  void must_enter(const sync::NoSafepoint& still) override;
  void has_entered(const sync::NoSafepoint& still) override;
  // The doors of a thread that comes and goes (continuation.cpp).
  bool can_leave() override;
  void leave(sync::BlockKind why, sync::Deadline until) override;
  void call_back() override;

  // The Thread whose status shows what this thread does: a virtual thread shows its carrier's.
  java::Thread* status_object() const {
    return carrier_object == nullptr ? thread_object : carrier_object;
  }

  static JavaThread& of(sync::ExecEnv& env) { return static_cast<JavaThread&>(env); }

  // The new version of a class, while libverify checks it for this thread. libverify asks by the
  // class, and must see the pool and the methods of this version.
  Class* verified_version = nullptr;
  // The linker's stack of loads in progress (LoadInProgress), innermost first, to detect a
  // ClassCircularityError.
  void* class_loads = nullptr;

  // The VM that the thread belongs to (vm/vm.h), for a debugger. Null in tests without one.
  vm::Vm* vm = nullptr;

 private:
  friend class sync::ExecEnvPool<JavaThread>;
  JavaThread() = default;
  ~JavaThread() = default;
  bool make_stack(std::size_t usable);
  void set_stack(std::byte* base, std::size_t usable, std::byte* fault_stack);
  void adopt_fault_stack();
  void adopt_kernel_threads_stack();
  void give_up_fault_stack();

  // The Java stack, the guard and the fault stack, as drawn above; empty if they are elsewhere.
  VirtualMemory stack_memory_;
  // A stack without a mapping takes this many bytes.
  std::size_t room_ = 0;
  std::byte* fault_stack_ = nullptr;
  bool has_fault_stack_ = false;
  StackPlace place_ = StackPlace::kMapping;
};

// Returns the JavaThread of the calling kernel thread; null if it is not attached. Only entries
// from native code call this. All other code passes `self`, since a user thread may wake up on
// another LWP.
JavaThread* current_java_thread();

}  // namespace minijvm::runtime
