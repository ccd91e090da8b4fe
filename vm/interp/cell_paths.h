// What cells do that is not quick: linking, calls that miss, exceptions, locks, allocation that may collect. Each function gets the
// registers and says where to go on; a thrown exception is already a landing in its handler, or at `leave` in an entry frame.
// Proved by tests/vm/interp_cells_test.cpp and every Java test.
//
// All publish pc and fp before they may stop (runtime/frame.h). A function that throws an implicit exception first clears the operands:
// they are discarded anyway (JVMS 2.10), and folded code does not keep them all in place.
// Linking: the pool index comes from the bytecode, racing threads write the same words, the handler last.
#pragma once

#include "runtime/java_thread.h"
#include "runtime/resolution.h"
#include "vm/interp/cell.h"
#include "vm/interp/code.h"

namespace minijvm::interp {

using runtime::InvokeKind;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;

// Where to go on.
struct Go {
  const Cell* pc;
  Slot* fp;
};

// --- exceptions (cell_throw.cpp) ---
Go throw_pending(JavaThread& self, const Cell* pc, Slot* fp);  // lands the pending exception
Go throw_null(JavaThread& self, const Cell* pc, Slot* fp);
Go throw_division(JavaThread& self, const Cell* pc, Slot* fp);
Go throw_element(JavaThread& self, const Cell* pc, Slot* fp, const Object* array, std::int32_t index);
Go throw_store(JavaThread& self, const Cell* pc, Slot* fp, const Object* value);
Go throw_operand(JavaThread& self, const Cell* pc, Slot* fp);
void clear_operands(Slot* fp);

// --- control (cell_calls.cpp) ---
Go poll_at(JavaThread& self, const Cell* pc, Slot* fp);  // before the cell at pc
Go cell_ret(JavaThread& self, const Cell* pc, Slot* fp);

// --- entering and leaving methods (cell_calls.cpp) ---
// Calls a method, whatever it is, with its arguments at `args`, from the cell (or data cell) at pc.
Go enter(JavaThread& self, const Cell* pc, Slot* fp, Method& method, Slot* args);
// The stack limit is reached or a poll is wanted; `frame` is where the callee's frame would begin.
Go enter_slow(JavaThread& self, const Cell* pc, Slot* fp, const Cell* code, Slot* frame);
Go enter_locked(JavaThread& self, const Cell* pc, Slot* fp);
Go return_checked(JavaThread& self, const Cell* pc, Slot* fp);
Go call_native_method(JavaThread& self, const Cell* pc, Slot* fp);
Go follow_handle(JavaThread& self, const Cell* pc, Slot* fp);
// Instead of the old body of a method, which was called through what had been linked before.
Go enter_current(JavaThread& self, const Cell* pc, Slot* fp);

// --- call sites (cell_invoke.cpp) ---
Go link_invoke(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind);
Go link_invokedynamic(JavaThread& self, const Cell* pc, Slot* fp);
Go miss_cache(JavaThread& self, const Cell* pc, Slot* fp);
Go call_selected(JavaThread& self, const Cell* pc, Slot* fp);  // what a table site calls, translated or not
const Method* itable_callee(const Cell* pc, const runtime::Class& receiver);

// --- fields, constants, classes (cell_link.cpp) ---
// `form`: the member of the family (cells.def).
Go link_getfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Go link_putfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Go link_addfield(JavaThread& self, const Cell* pc, Slot* fp, int form);
Go link_getstatic(JavaThread& self, const Cell* pc, Slot* fp);
Go link_putstatic(JavaThread& self, const Cell* pc, Slot* fp);
Go link_ldc(JavaThread& self, const Cell* pc, Slot* fp);
Go link_checkcast(JavaThread& self, const Cell* pc, Slot* fp);
Go link_instanceof(JavaThread& self, const Cell* pc, Slot* fp);
Go link_new(JavaThread& self, const Cell* pc, Slot* fp);
Go link_newarray(JavaThread& self, const Cell* pc, Slot* fp);
Go link_anewarray(JavaThread& self, const Cell* pc, Slot* fp);

// --- objects (cell_objects.cpp) ---
Go check_cast(JavaThread& self, const Cell* pc, Slot* fp);
bool instance_of(const Cell* pc, const Object& object);
Go new_object(JavaThread& self, const Cell* pc, Slot* fp);
Go new_array(JavaThread& self, const Cell* pc, Slot* fp);
Go new_multi_array(JavaThread& self, const Cell* pc, Slot* fp);
Go enter_monitor(JavaThread& self, const Cell* pc, Slot* fp);
Go exit_monitor(JavaThread& self, const Cell* pc, Slot* fp);

// `leave` behind a cell that stands for the call from C++.
extern const Cell* leave_cell;

}  // namespace minijvm::interp
