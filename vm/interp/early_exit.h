// Ending an observed frame before its time (hooks.h: EarlyExit), at the boundary cell where the observer asked for it. Proved by tests/jdb.
//
//   kReturn  as if its return instruction had run: observers are told, locks given back, the caller goes on behind its call
//   kPop     as if it had not been called: locks given back, the caller's operands are the arguments again, its call is done anew.
//            What the callee has written into its parameters stays (JVMTI, PopFrame); a parameter's slot that was used for another kind
//            of value, so that the caller must not read it as a reference, becomes null
#pragma once

#include "vm/interp/cell_paths.h"
#include "vm/interp/hooks.h"

namespace minijvm::interp {

Go leave_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit);

// Can the frames of this method end so? Not in the reference interpreter.
bool may_leave_early(const Method& method);

}  // namespace minijvm::interp
