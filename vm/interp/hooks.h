// The observer of running code. By default there is none. The reference loop then pays one relaxed
// load for each instruction, the cells nothing, since only observed methods contain boundary cells
// (observation.h). A tool sets Observers::of_code while the world is stopped, and then calls
// Engine::observers_changed; tools/code_observers.h does both for any number of tools.
//
// A hook is called in kInVm with the anchor published, unless its comment says otherwise. So it may
// walk the stack, stop, and run Java. It leaves no exception pending.
//
// Tested by tests/vm/interp_loop_test.cpp and tests/vm/interp_observation_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "vm/observer.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Null: there is none.
inline Observer* active_hooks() { return the_observers.of_code.load(std::memory_order_relaxed); }

// Returns whether call sites must call accessors and leaf functions in full.
inline bool observers_want_every_call() {
  Observer* hooks = active_hooks();
  return hooks != nullptr && hooks->wants_every_call();
}

// The observer, if there is one and it wants this method; else null.
inline Observer* hooks_of(const runtime::Method& method) {
  Observer* hooks = active_hooks();
  return hooks != nullptr && hooks->wants(method) ? hooks : nullptr;
}

}  // namespace minijvm::vm
