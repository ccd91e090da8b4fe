// Translates bytecode into cells, at a method's first call.
// Tested by tests/vm/interp_cells_test.cpp.
//
// One translator has two ways. It keeps an abstract operand stack (operand_stack.h) of what each
// operand is: its own slot, a local, a constant.
//
//   folded   loads and constants emit nothing; an operation takes its operands where they are; a
//            store names the destination of the operation before it; a comparison becomes part of
//            its branch
//   plain    after each bytecode every operand is put into its own slot
//
// Example, `c = a + b` with locals a, b, c in slots -3, -2, -1:
//
//   bytecode    folded                  plain
//   iload_0                             mov 4, -3
//   iload_1                             mov 5, -2
//   iadd        iadd_rr -1, -3, -2      iadd_rr 4, 4, 5
//   istore_2                            mov -1, 4
//
// Wherever a call, a poll or a block begins, all operands are in their slots in both ways.
#pragma once

#include <vector>

#include "vm/interp/cells/code.h"
#include "vm/interp/cells/translation.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::interp {

// Sets the usual way of translation. Called once at start; observed methods are always translated
// plain.
void set_translation(bool folds);

// Returns the method's current code, made now if it has none. Thread-safe: the first of racing
// translations wins. Native methods and intrinsics of method handles have code, too. REQUIRES: the
// method is not abstract.
Code& translated(runtime::Method& method);

// Makes one more code for the method; the caller decides whether it becomes current.
Code* new_translation(runtime::Method& method, bool is_observed);
// Returns the places where a translation of this kind can be entered and left.
std::vector<ResumePoint> resume_points(runtime::Method& method, bool is_observed);

}  // namespace minijvm::interp
