// The heap, the waits of threads and the named points for the stepper's answers. Proved by tests/vm/stepper.
#pragma once

#include "vm/inspect/stepper/describe.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm::stepper {

// A list of spaces: name, used, capacity, base, top; and the number of collections.
Value describe_heap();
void collect_garbage(runtime::JavaThread& self, bool full);

// Adds to a record of a thread what it waits for and who has it. REQUIRES: the world is stopped.
void describe_wait(const View& view, const runtime::JavaThread& thread, Value& record);

// name, what: the arrows of sync/lock_arrows.def and the phases of a collection.
Value describe_points();
// What happens at a point; empty: nothing is known of it.
std::string point_meaning(std::string_view name);

}  // namespace minijvm::vm::stepper
