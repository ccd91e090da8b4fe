// The places that tell one deadlock from another: where those threads stand that block a run. The
// other threads only wait for them, or happen to wait as well, and where they do so may differ from
// schedule to schedule.
// Tested by tests/tools/explore.
#pragma once

#include <string>
#include <vector>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the innermost frame of the program of each thread in a circle of threads that wait for
// each other. If there is no circle, those of the threads that wait for no other thread. Their
// order depends on no schedule. REQUIRES: kInVm.
std::vector<std::string> stuck_places(runtime::JavaThread& self);

}  // namespace minijvm::vm
