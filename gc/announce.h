// Tells whoever listens to events (base/event_ring.h) that a phase of a collection is over, on the thread that coordinates it. Between two
// phases objects may have two places or none that can be read yet: the listener looks at addresses only.
// Proved by tests/vm/stepper.
#pragma once

#include "base/event_ring.h"
#include "sync/exec_env.h"

namespace minijvm::gc {

inline void announce(Event phase) { MJ_EVENT(sync::current_exec_env()->events(), phase, 0, 0); }

}  // namespace minijvm::gc
