// The Java threads of one moment: where each thread is, what it waits for, and what it has locked.
// A snapshot is taken while the world is stopped and read while the world runs again, so what is
// made of it does not lengthen the stop. Thread dumps, java.lang.management and JVMTI use it.
// Tested by tests/vm/thread_dump, tests/java/management and tests/vm/jvmti.
//
// The objects in a snapshot are handles of the caller's scope. The mirrors of the frames' classes
// get handles too, so no class of a frame is unloaded.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/exec_env.h"
#include "tools/threads/kernel_threads.h"
#include "tools/threads/wait_graph.h"
#include "vm/java/errors/stack_trace.h"

namespace minijvm::vm {

struct LockedMonitor {
  runtime::Handle<> object;
  std::int32_t depth = 0;    // of the frame, 0: the innermost; kLockedByJni
  bool is_released = false;  // the thread waits in Object.wait; its frames still list the monitor
};

struct ThreadSnapshot {
  // Null: the thread is not alive, and nothing else is set. It serves to compare and to print: the
  // thread may have ended by now.
  const runtime::JavaThread* address = nullptr;
  std::uint32_t vm_id = 0;               // ExecEnv::id: the order in which threads were made
  runtime::Handle<java::Thread> thread;  // null while JNI attaches the thread
  KernelThread kernel;
  std::int64_t allocated = 0;  // bytes of objects that it has made
  std::uint64_t defined_classes = 0;
  const void* java_top = nullptr;  // of the Java stack; null: no Java frames

  // A thread that only stops for this snapshot counts as kInVm, not as kBlocked.
  sync::ThreadState state{};
  std::int32_t status = 0;  // thread_blocking.h: ThreadStatus
  runtime::WaitCounts waits;
  sync::BlockKind block = sync::BlockKind::kNothing;
  // The monitor that it enters or waits on, or the object that LockSupport parks it for; or null.
  runtime::Handle<> blocker;
  runtime::Handle<java::Thread> owner;    // the thread that owns the blocker; it may have ended
  runtime::Handle<> called;               // of a blocked thread: program_frames.h, called_object()
  const void* monitor_address = nullptr;  // what stands for the blocker's monitor in a dump
  const runtime::Class* awaited_class = nullptr;  // JavaThread::awaited_class
  Wait wait;                                      // its edge of the wait graph

  std::vector<TracePoint> frames;       // innermost first; hidden frames, too
  std::vector<LockedMonitor> monitors;  // innermost first; those that JNI has locked come last
  std::vector<runtime::Handle<>> synchronizers;  // AbstractOwnableSynchronizers that it owns
  std::vector<ThreadSnapshot> carried;           // the virtual thread that is mounted on it, if any
};

struct SnapshotOptions {
  std::int32_t max_depth = 0;  // frames; negative: all
  bool with_monitors = false;
  bool with_synchronizers = false;  // walks the heap
};

// Both stop the world. REQUIRES: kInVm.
// The result has one entry for each thread asked for, in that order.
std::vector<ThreadSnapshot> snapshot_threads(
    runtime::JavaThread& self, const std::vector<runtime::Handle<java::Thread>>& threads,
    SnapshotOptions options);
// All threads but the VM's internal ones, the oldest first.
std::vector<ThreadSnapshot> snapshot_all_threads(runtime::JavaThread& self,
                                                 SnapshotOptions options);

// The current thread, without stopping the world.
ThreadSnapshot snapshot_self(runtime::JavaThread& self, const sync::NoSafepoint& still,
                             SnapshotOptions options);

// The entry of this thread, or null.
const ThreadSnapshot* find_thread(const std::vector<ThreadSnapshot>& threads,
                                  const runtime::JavaThread* address);

}  // namespace minijvm::vm
