// Ends a program that takes too much: -XX:WallTimeLimit, -XX:ThreadLimit, -XX:AllocationLimit. For
// graders, whose programs come from anywhere. What the program has printed until then stays.
// Limits of steps and of virtual time belong to deterministic runs (sync/schedule).
// Tested by tests/tools/explore.
//
//   limit        counted                              looked at
//   wall time    from the start of the process        by a timer; the process ends at once
//   threads      of the program alive at once         when one begins
//   allocation   bytes of all threads                 after each collection: less than one eden
//                                                     of it is never too much
#pragma once

#include "vm/tools.h"

namespace minijvm::vm {

// Called before the first class is loaded.
void watch_limits(const Options& options);

}  // namespace minijvm::vm
