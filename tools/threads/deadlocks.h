// Deadlocks: cycles of threads in which each thread waits for what the next one holds. There is one
// search, which thread dumps and java.lang.management use.
// Tested by tests/vm/thread_dump and tests/java/management.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/threads/thread_snapshot.h"

namespace minijvm::vm {

// Each thread waits for the next, the last for the first. The pointers go into the snapshot.
using ThreadCycle = std::vector<const ThreadSnapshot*>;

// The edges of the wait graph that count in a search.
enum class WaitEdges : std::uint8_t {
  kMonitors,
  kLocks,  // monitors and ownable synchronizers
  // All edges, without those of timed waits: a thread in a timed wait continues by itself. HOTSPOT:
  // its search for deadlocks over locks counts timed waits.
  kUntimed,
};
// REQUIRES: a snapshot of all threads.
std::vector<ThreadCycle> find_cycles(const std::vector<ThreadSnapshot>& threads, WaitEdges edges);

// The cycles that HotSpot does not look for: class initialization or Thread.join is part of them.
std::vector<ThreadCycle> find_other_cycles(const std::vector<ThreadSnapshot>& threads);

}  // namespace minijvm::vm
