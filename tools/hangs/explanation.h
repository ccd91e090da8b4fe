// Explains in plain words why the threads of a program do not go on: a sentence on each blocked
// thread, then the reasons. A thread dump of an ordinary run ends with the same sentences; a run
// with a history (history.h) has more of them.
// Tested by tests/vm/hangs and tests/vm/thread_dump.
#pragma once

#include <string>
#include <vector>

#include "tools/threads/thread_snapshot.h"

namespace minijvm::vm::hangs {

class History;

// Empty if no thread is blocked. The snapshot is of all threads, with frames and monitors.
// `history` may be null. `with_lock_cycles`: names also those deadlocks that HotSpot names.
std::string explanation(const sync::NoSafepoint& still, const std::vector<ThreadSnapshot>& threads,
                        History* history, bool with_lock_cycles);

// Writes the explanation of the program's own threads to stderr. Stops the world. REQUIRES: kInVm.
void print_explanation(runtime::JavaThread& self, History& history);

}  // namespace minijvm::vm::hangs
