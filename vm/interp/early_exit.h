// Ends an observed frame before its method returns (observer.h: EarlyExit), where the observer
// asked for it: at a boundary cell, or in front of an instruction that the reference interpreter
// runs (reference/calls.h:/leave_early/).
// Tested by tests/jdb and tests/vm/jvmti.
//
//   kReturn  as if its return instruction had run: observers are called, locks are given back, the
//            caller goes on behind its call
//   kPop     as if it had not been called: locks are given back, the caller's operands are the
//            arguments again, the caller repeats its call. The parameters keep the values that the
//            callee has written into them (JVMTI, PopFrame). If a parameter's slot was used for
//            another kind of value, so that the caller must not read it as a reference, it becomes
//            null
#pragma once

#include "vm/interp/activation.h"
#include "vm/interp/cells/cell_paths.h"
#include "vm/interp/hooks.h"

namespace minijvm::interp {

// Returns whether the frames of this method can end in this way. Those of natives cannot.
bool may_leave_early(const Method& method);

// For kReturn: does what must happen before the frame is popped. Returns the result of `exit`.
Slot finish_early(JavaThread& self, const void* pc, Slot* fp, const vm::EarlyExit& exit);
// For kPop: ends the frame and returns the caller, at its call.
Caller undo_call(JavaThread& self, const void* pc, Slot* fp);

// Handles both kinds, for cells.
Continuation leave_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit);
// Used after undo_call: continues at the caller's call.
Continuation call_again(const Caller& caller);

}  // namespace minijvm::interp
