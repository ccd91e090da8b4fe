// Declares the slow paths of cells: linking, calls that miss a cache, exceptions, locks, allocation
// that may collect. Each function gets the registers and returns where to continue. If it has
// thrown, it returns a place in the handler, or `leave` in an entry frame.
// Tested by tests/vm/interp_cells_test.cpp and every Java test.
//
// Each publishes pc and fp before it may stop (runtime/frame/frame.h). A function that throws an
// implicit exception first clears the operands: the exception discards them (JVMS 2.10), and folded
// code does not keep all of them in place.
//
// Linking: the pool index comes from the bytecode, since another thread may have overwritten the
// cell's operands already. Racing threads write the same words, the handler last.
#pragma once

#include "runtime/link/resolution.h"
#include "vm/interp/activation.h"
#include "vm/interp/cells/cell.h"
#include "vm/interp/cells/code.h"

namespace minijvm::interp {

using runtime::InvokeKind;

// Names the place where the loop continues.
struct Continuation {
  const Cell* pc;
  Slot* fp;
};

// Lands the pending exception: in its handler, or at `leave`.
Continuation throw_pending(JavaThread& self, const Cell* pc, Slot* fp);
Continuation throw_null(JavaThread& self, const Cell* pc, Slot* fp);
Continuation throw_division(JavaThread& self, const Cell* pc, Slot* fp);
Continuation throw_element(JavaThread& self, const Cell* pc, Slot* fp, const Object* array,
                           std::int32_t index);
Continuation throw_store(JavaThread& self, const Cell* pc, Slot* fp, const Object* value);
Continuation throw_operand(JavaThread& self, const Cell* pc, Slot* fp);
// Makes the exception pending, but does not look for its handler yet.
void throw_stack_overflow(JavaThread& self, const Cell* pc, Slot* fp);

// Polls before the cell at pc.
Continuation poll_at(JavaThread& self, const Cell* pc, Slot* fp);
Continuation cell_ret(JavaThread& self, const Cell* pc, Slot* fp);

// Calls a method, of whatever kind, with its arguments at `args`, from the cell (or data cell) at
// pc.
Continuation enter(JavaThread& self, const Cell* pc, Slot* fp, Method& method, Slot* args);
// Enters a translated method that can run, when the stack limit may be reached or a poll is wanted.
// `frame` is where the callee's frame begins.
Continuation enter_slow(JavaThread& self, const Cell* pc, Slot* fp, const Cell* code, Slot* frame);
Continuation enter_locked(JavaThread& self, const Cell* pc, Slot* fp);
Continuation return_checked(JavaThread& self, const Cell* pc, Slot* fp);
Continuation call_native_method(JavaThread& self, const Cell* pc, Slot* fp);
Continuation follow_handle(JavaThread& self, const Cell* pc, Slot* fp);
// Runs instead of the old body of a redefined method, which was called through an old link.
Continuation enter_current(JavaThread& self, const Cell* pc, Slot* fp);

// --- call sites (cell_invoke.cpp) ---
Continuation link_invoke(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind);
Continuation link_invokedynamic(JavaThread& self, const Cell* pc, Slot* fp);
Continuation miss_cache(JavaThread& self, const Cell* pc, Slot* fp);
// Calls the method that a table site selects for this receiver, translated or not.
Continuation call_selected(JavaThread& self, const Cell* pc, Slot* fp);

// `form` is the index of the member in the family (cells.def).
Continuation link_getfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Continuation link_putfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Continuation link_addfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Continuation link_getstatic(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_putstatic(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_ldc(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_checkcast(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_instanceof(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_new(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_newarray(JavaThread& self, const Cell* pc, Slot* fp);
Continuation link_anewarray(JavaThread& self, const Cell* pc, Slot* fp);

// --- watched accesses (../watched_cells.cpp) ---
Continuation return_constructed(JavaThread& self, const Cell* pc, Slot* fp);
Continuation get_watched_field(JavaThread& self, const Cell* pc, Slot* fp);
Continuation put_watched_field(JavaThread& self, const Cell* pc, Slot* fp);
Continuation get_watched_static(JavaThread& self, const Cell* pc, Slot* fp);
Continuation put_watched_static(JavaThread& self, const Cell* pc, Slot* fp);

// --- objects (cell_objects.cpp) ---
Continuation check_cast(JavaThread& self, const Cell* pc, Slot* fp);
bool instance_of(const Cell* pc, const Object& object);
Continuation new_object(JavaThread& self, const Cell* pc, Slot* fp);
Continuation new_array(JavaThread& self, const Cell* pc, Slot* fp);
Continuation new_multi_array(JavaThread& self, const Cell* pc, Slot* fp);
Continuation monitorenter_slow(JavaThread& self, const Cell* pc, Slot* fp);
Continuation monitorexit_slow(JavaThread& self, const Cell* pc, Slot* fp);

// Returns the `leave` behind a cell that stands for the call from C++.
inline const Cell* leave_cell() { return &vm::the_vm.interp.call_from_cpp[1]; }

}  // namespace minijvm::interp
