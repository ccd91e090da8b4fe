// The Java threads of one moment as plain data: taken with the world stopped, read while it runs on. Thread dumps and the search for
// deadlocks work on this, so they hold nobody up. Proved by tests/vm/thread_dump.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sync/exec_env.h"
#include "vm/java/wait_graph.h"
#include "vm/native/jni_ref_counts.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// An object that has no life here: only where it was and what it was.
struct ObjectNote {
  const void* address = nullptr;  // null: there is none
  std::string type;               // "java.lang.Object"; a mirror: "java.lang.Class for pkg.Name"
};

// What a frame has to do with an object's lock.
enum class LockRelation : std::uint8_t { kLocked, kWaitingToLock, kWaitingOn, kWaitingToRelock, kParkingFor, kWaitingForClass };

struct LockNote {
  LockRelation relation;
  ObjectNote object;  // kWaitingForClass: no address, the name of the class
};

struct FrameNote {
  std::string text;             // "java.lang.Object.wait(java.base@17.0.2/Native Method)"
  std::vector<LockNote> locks;  // what it waits for first, then what it holds, innermost first
};

struct ThreadNote {
  const runtime::JavaThread* address = nullptr;
  std::uint32_t vm_id = 0;         // ExecEnv::id: the order in which threads were made
  std::string name;
  std::int64_t java_id = 0;        // Thread.getId; 0: it has no Thread object
  bool is_daemon = false;
  std::int32_t priority = 0;
  std::int32_t kernel_id = 0;      // 0: it has not started
  std::int32_t kernel_priority = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t elapsed_ns = 0;
  std::int32_t status = 0;         // java_threads.h: ThreadStatus
  const char* activity = "";       // HotSpot's words: "waiting on condition"
  const void* java_top = nullptr;  // of the Java stack; null: no Java frames
  std::vector<FrameNote> frames;   // innermost first

  std::vector<ObjectNote> synchronizers;  // AbstractOwnableSynchronizers that it owns, if asked for

  // What it blocks for, and the one edge of the wait graph: what it cannot go on without, and who has it.
  sync::BlockKind block = sync::BlockKind::kNothing;
  WaitsFor waits_for = WaitsFor::kNothing;
  ObjectNote wanted;                      // kClass: the name of the class
  const void* wanted_record = nullptr;    // kMonitor: the owner's lock record
  const runtime::JavaThread* holder = nullptr;
  std::string ended_owner;                // kSynchronizer: the name of an owner that has ended

  // The frame's lock line that says what it waits for; null: there is none.
  const LockNote* wait_line() const;
};

struct ThreadSnapshot {
  std::vector<ThreadNote> threads;  // oldest first
  JniRefCounts refs;
  std::string heap;                 // gc::heap_summary
  bool has_synchronizers = false;

  const ThreadNote* find(const runtime::JavaThread* thread) const;
};

// Stops the world; walks the heap if it is to find the synchronizers. REQUIRES: kInVm.
ThreadSnapshot take_thread_snapshot(runtime::JavaThread& self, bool with_synchronizers = false);

// The current thread's alone, without a stop. REQUIRES: kInVm.
std::vector<FrameNote> own_frames(runtime::JavaThread& self);

}  // namespace minijvm::vm
