// From bytecode to cells, at a method's first call. Proved by tests/vm/interp_cells_test.cpp.
//
// One translator, two ways. It keeps an abstract operand stack (operand_stack.h) of what each operand is: its own slot, a local, a constant.
//   folded   loads and constants emit nothing, an operation takes its operands where they are, a store names the destination of the
//            operation before it, a compare becomes part of its branch
//   plain    after each bytecode every operand is put into its own slot
// Wherever a call, a poll or a block begins, all operands are in their slots in both.
#pragma once

#include <vector>

#include "vm/interp/code.h"
#include "vm/interp/translation.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::interp {

// Once at start. The usual way; observed methods are translated plain.
void set_translation(bool folds);

// The method's code, made now if need be. Thread-safe: the first of racing translations is the one. Native methods and method handle
// intrinsics have code too. REQUIRES: not abstract.
Code* translated(runtime::Method& method);

// Another code for the method, current or not as the caller decides.
Code* translated_anew(runtime::Method& method, bool is_observed);
// Where a translation of this kind can be entered and left.
std::vector<ResumePoint> resume_points(runtime::Method& method, bool is_observed);

inline Code* prepared_code(runtime::JavaThread&, runtime::Method& method) {
  Code* code = existing_code(method);
  return code != nullptr ? code : translated(method);
}

}  // namespace minijvm::interp
