// Reports with an event (base/events/events.def), on the coordinator, that a phase of a collection
// is over. Between two phases an object may have two addresses, or none that can be read, so an
// observer of these events uses only addresses and reads no object.
// Tested by tests/vm/stepper.
#pragma once

#include "base/events/event_log.h"
#include "sync/threads/exec_env.h"

namespace minijvm::gc {

inline void announce(Event phase) { MJ_EVENT(sync::current_exec_env()->events(), phase, 0, 0); }

}  // namespace minijvm::gc
