// Ending an observed frame before its time (hooks.h: EarlyExit), where the observer asked for it: at a boundary cell, or in front of an instruction
// that the reference interpreter runs (calls.h:/leave_early/). Proved by tests/jdb and tests/vm/jvmti.
//
//   kReturn  as if its return instruction had run: observers are told, locks given back, the caller goes on behind its call
//   kPop     as if it had not been called: locks given back, the caller's operands are the arguments again, its call is done anew.
//            What the callee has written into its parameters stays (JVMTI, PopFrame); a parameter's slot that was used for another kind
//            of value, so that the caller must not read it as a reference, becomes null
#pragma once

#include "runtime/frame.h"
#include "vm/interp/cell_paths.h"
#include "vm/interp/hooks.h"

namespace minijvm::interp {

Go leave_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit);
// Behind a kPop: the caller of this frame does its call anew.
Go call_anew(const Slot* fp);

// Its parameters, which become the caller's operands: no reference is what the oop map does not name.
void clear_lost_references(const runtime::Frame& frame);

// Can the frames of this method end so? Not those of natives.
bool may_leave_early(const Method& method);

}  // namespace minijvm::interp
