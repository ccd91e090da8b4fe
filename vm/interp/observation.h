// Observes methods under cells: a second translation, plain, has a `boundary` cell before each
// instruction, which calls the hooks (hooks.h). Unobserved methods pay nothing: their translation
// has no such cells.
// Tested by tests/vm/interp_observation_test.cpp and tests/vm/bytecode_trace.
//
// When a method begins or ceases to be observed, the other of its two translations becomes current.
// Threads may still be in the old one. They may continue in the new one only where both
// translations agree on the frame, with every operand in its own slot: at the start of a block,
// behind a call, at the entry. There the old translation's cells are replaced by `moved`, which
// continues in the other one:
//
//   old   | entry | a | b | invoke ... | c | block | d | goto |
//           moved              behind it: moved   moved
//             |                            |       |
//   new   | entry | boundary | A | boundary | invoke ... | boundary | C | boundary | block ...
//                     pc -> the boundary of the same instruction, or the cell behind the same call
//
// So no frame is touched, and no call site needs to be found. A thread in the middle of a block
// leaves the old cells at the block's end or at its next call. A handler is always entered in the
// current translation. Rejected: replacing the pcs in frames. That would reach the callers, but not
// a thread that is in a slow path and keeps its pc in a C++ variable.
//
// Call sites that do the work of their callee (accessors, leaf functions) become full calls again
// when an observer wants every call (hooks.h), and stay so.
#pragma once

#include "vm/interp/cells/cell_paths.h"

namespace minijvm::interp {

// Gives the method, or each method that has been called, the translation that the observers want
// now. REQUIRES: the world is stopped, or no Java has run.
void adapt_translation(Method& method);
void adapt_translations();

// Returns where a thread at a `moved` cell continues.
const CodeMove& move_at(const Cell* pc, const Slot* fp);

// Returns the cell that makes a call where `op` avoids one; any other cell is returned as it is.
CellOp full_call(CellOp op);

// These are the handlers of the cells that call the hooks.
Continuation notify_entry(JavaThread& self, const Cell* pc, Slot* fp);
Continuation notify_instruction(JavaThread& self, const Cell* pc, Slot* fp);

}  // namespace minijvm::interp
