// Who waits for whom: what a thread cannot go on without, which thread has it or must bring it about, and circles of such waits, which are deadlocks.
// Proved by tests/vm/thread_dump and tests/java/management.  All of it REQUIRES a stopped world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace minijvm::runtime {
class JavaThread;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// The object whose monitor a thread enters or waits on; null: none.
runtime::Object* blocked_object(const runtime::JavaThread& thread);
// LockSupport's blocker; null: none.
runtime::Object* park_blocker(const runtime::JavaThread& thread);
// Notified, interrupted or timed out, it queues for the monitor again.
bool is_relocking(const runtime::JavaThread& thread);

enum class WaitsFor : std::uint8_t {
  kNothing,
  kMonitor,
  kSynchronizer,  // an ownable one of java.util.concurrent.locks
  kClass,         // that another thread initialises (JVMS 5.5 step 2)
  kThreadEnd,     // Thread.join
};
struct Wait {
  WaitsFor kind = WaitsFor::kNothing;
  runtime::Object* wanted = nullptr;            // a monitor's object, a synchronizer, a class's mirror, a Thread
  const runtime::JavaThread* holder = nullptr;  // who must act first; null: a thread that has ended owns the synchronizer
};
// HotSpot's deadlocks are made of such waits only.
inline bool is_for_lock(const Wait& wait) { return wait.kind == WaitsFor::kMonitor || wait.kind == WaitsFor::kSynchronizer; }
// The one edge of the graph that leaves the thread; kNothing: it can go on, or nobody knows which thread must act first.
Wait wait_of(const runtime::JavaThread& thread);

// The circles of a graph with at most one edge a node: next[i] is whom i waits for, kNobody if none. Each circle once, in its order.
inline constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
std::vector<std::vector<std::size_t>> find_circles(const std::vector<std::size_t>& next);

}  // namespace minijvm::vm
