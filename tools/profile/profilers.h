// Makes the VM ready for profilers that interrupt threads, when the first agent is loaded: only an
// agent can name the methods of a sample. Without one nothing is made ready, and nothing costs
// anything; with one, a switch of user threads writes a word more, and a collection two.
//
//   what                                        for
//   ------------------------------------------  ------------------------------------------------
//   Engine::prepare_for_signals                 the registers of the interpreter's loop
//   the first walk of the C++ stack, in it      libgcc, which allocates at its first use
//   sync::follow_switches                       a profiler finds its thread (thread_key.h)
//   an observer of collections                  is_collecting
// Tested by tests/tools/profile.
#pragma once

#include "runtime/fwd.h"

namespace minijvm::vm::profile {

// Called before each agent is loaded. REQUIRES: kInVm.
void make_ready(runtime::JavaThread& self);

// Is a collection under way? Async-signal-safe.
bool is_collecting();

}  // namespace minijvm::vm::profile
