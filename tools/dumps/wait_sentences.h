// Says in plain words what each blocked thread waits for, and which thread holds that lock or must
// cause that event. Then it names threads that wait in a cycle which HotSpot's search for deadlocks
// does not see. These sentences are at the end of a thread dump.
// Tested by tests/vm/thread_dump.
#pragma once

#include <string>
#include <vector>

#include "tools/threads/thread_snapshot.h"

namespace minijvm::vm {

// Empty if no thread is blocked. The snapshot is of all threads, with frames and monitors.
std::string wait_sentences(const sync::NoSafepoint& still,
                           const std::vector<ThreadSnapshot>& threads);

}  // namespace minijvm::vm
