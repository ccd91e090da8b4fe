// Deadlocks: circles of threads each of which waits for what the next one holds, over monitors and ownable synchronizers.
// Proved by tests/vm/thread_dump.
#pragma once

#include <vector>

#include "vm/inspect/thread_snapshot.h"

namespace minijvm::vm {

using Deadlock = std::vector<const ThreadNote*>;  // each waits for the next, the last for the first; begins with the oldest thread

// The notes belong to the snapshot.
std::vector<Deadlock> find_deadlocks(const ThreadSnapshot& snapshot);
// Circles that HotSpot does not look for: class initialisation or Thread.join is part of them.
std::vector<Deadlock> find_other_circles(const ThreadSnapshot& snapshot);

}  // namespace minijvm::vm
