// Waits for descriptors in a deterministic run. One thread runs at a time, so a thread that waits
// in the kernel would hold up all others. Instead it asks the kernel without waiting, and lets the
// others go on as long as nothing is there:
//
//   ask: ready? -- yes --> go on
//    ^       `---- no ---> can others run? -- yes --> yield, which is a tick
//    |                            `--------- no ---> all wait in the kernel, until a descriptor is
//    `-------------------------------------------    ready or the time of the next deadline comes
//
// A recording enters when a descriptor was ready, and each wait in the kernel. A replay asks the
// journal instead of the kernel, so threads take the same turns.
// Tested by tests/vm/journal, tests/vm/world.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::vm {

class JournaledCall;

// Returns true if threads of this run wait for descriptors here: a deterministic one.
bool waits_for_world();

// Returns the events of poll(2) that are ready; 0 at the deadline, or after end_world_wait().
// REQUIRES: kInVm, waits_for_world(); not in a replay.
std::uint32_t wait_for_world(runtime::JavaThread& self, int descriptor, std::uint32_t events,
                             sync::Deadline until);
// Waits as the recording did.
void replay_world_wait(runtime::JavaThread& self, JournaledCall& call, sync::Deadline until);

// Ends the wait of this thread, if it waits.
void end_world_wait(const runtime::JavaThread& waiter);

}  // namespace minijvm::vm
