// Finds out from a method's bytecode where a frame has locked the monitors that it holds, and
// whether an instruction stands in a loop. So nobody has to write down where a monitor was entered
// while the program runs.
// Tested by tests/vm/hangs and tests/vm/thread_dump.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

// Returns the bcis of the monitorenters whose monitors a frame holds at this bci, the outermost
// first. Empty if the method does not nest its locks.
std::vector<std::int32_t> active_locks(const runtime::Method& method, std::int32_t bci);
// Returns true if a jump leads from behind this bci to before it, and not to before the innermost
// monitorenter that holds there. So a loop around the whole synchronized block does not count for a
// wait() in it.
bool is_in_loop(const runtime::Method& method, std::int32_t bci);

}  // namespace minijvm::vm::hangs
