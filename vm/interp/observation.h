// Observed methods under cells: a second translation, plain, with a `boundary` cell before each instruction that calls the hooks (hooks.h).
// Nobody else pays: the usual translation knows nothing of it. Proved by tests/vm/interp_observation_test.cpp and tests/vm/bytecode_trace.
//
// When a method begins or ceases to be observed, the other of its two translations becomes current. All that is left of the old one are
// threads that stand in it. They may go on only where both translations agree on the frame, every operand in its own slot: at the start
// of a block, behind a call, at the entry. There the old one's cells are replaced by `moved`, which leads over:
//
//   old  | entry | a | b | invoke ... | c | block | d | goto |          new  | entry | boundary | A | boundary | invoke ... | boundary | C ...
//          moved               behind: moved  moved                 pc -> the boundary of the same instruction, or behind the same call
//
// So no frame is touched and no call site needs to be found; a thread in the midst of a block leaves the old cells at the block's end or
// at the next call. Exceptions land in the current translation anyway.
// Rejected: replacing the pc's in frames, which finds the callers but not a thread that stands in a slow path.
//
// Call sites that do without their callee (accessors, leaf functions) are put back to calls when an observer wants every call
// (hooks.h), and stay so.
#pragma once

#include "vm/interp/cell_paths.h"

namespace minijvm::interp {

// Gives the method, or each that has been called, the translation that the hooks want now. REQUIRES: the world is stopped, or no Java has run.
void adapt_translation(Method& method);
void adapt_translations();

// Where a thread at a `moved` cell goes on.
const CodeMove& move_at(const Cell* pc, const Slot* fp);

// The cell that calls the method for which `op` does without a call; other cells: itself.
CellOp full_call(CellOp op);

// The cells' side of the hooks.
Go tell_entry(JavaThread& self, const Cell* pc, Slot* fp);
Go tell_instruction(JavaThread& self, const Cell* pc, Slot* fp);

}  // namespace minijvm::interp
