// Who waits for whom: what a thread cannot go on without, which thread has it, and circles of such waits, which are deadlocks.
// Proved by tests/vm/thread_dump and tests/java/management.  All of it REQUIRES a stopped world.
#pragma once

#include <cstddef>
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

struct Wait {
  runtime::Object* wanted = nullptr;             // a monitor's object, or an ownable synchronizer of java.util.concurrent.locks
  const runtime::JavaThread* holder = nullptr;   // null: it waits for no thread, or for one that has ended
  bool is_for_monitor = false;
};
// The one edge of the graph that leaves the thread; nothing wanted: it can go on, or waits for no lock.
Wait wait_of(const runtime::JavaThread& thread);

// The circles of a graph with at most one edge a node: next[i] is whom i waits for, kNobody if none. Each circle once, in its order.
inline constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
std::vector<std::vector<std::size_t>> find_circles(const std::vector<std::size_t>& next);

}  // namespace minijvm::vm
