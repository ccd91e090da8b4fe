// The observers of running code: the stepper, JVMTI, the tracer, the count of bytecodes. The VM
// knows one at most (vm/interp/hooks.h), so this one passes each event on to all, in the order in
// which they were added.
// Tested by tests/vm/interp_loop_test.cpp and tests/vm/interp_observation_test.cpp.
#pragma once

#include "runtime/fwd.h"
#include "vm/observer.h"

namespace minijvm::vm {

// Adds an observer of running code behind the others. For one that is there already: it wants other
// methods now. REQUIRES: the world is stopped, or no Java has run.
void observe_code(Observer& observer);
void stop_observing_code(Observer& observer);
// An observer has changed its mind about this one method: cheaper than observe_code(). REQUIRES: as
// there.
void method_wanted_changed(runtime::Method& method);

}  // namespace minijvm::vm
