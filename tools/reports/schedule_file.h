// -XX:SaveSchedule: what a deterministic run has decided, as a file that -XX:Schedule=replay
// follows.
// Tested by tests/vm/points.
#pragma once

#include "vm/tools.h"

namespace minijvm::vm {

// Called before there is a heap.
void want_schedule(const Options& options);
// Called when the VM ends. Writes the file if one is wanted, or says on stderr why it cannot. Ends
// the process with code 91 if the run was a replay and has not come to all of its schedule.
void finish_schedule();

}  // namespace minijvm::vm
