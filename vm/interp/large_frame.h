// Runs methods whose frames have more slots than the 16-bit operands of cells can express. The
// reference interpreter runs them, one frame at a time, among the frames of the cells:
// `large_frame` is their only cell, with one more of it for each exception handler. The methods
// that such a frame calls run as cells again, in a nested activation, as if C++ had called them.
// Tested by tests/java/stacks/LargeFrames.java.
//
// Rejected: wide forms of cells. Only generators write methods that would need them.
#pragma once

#include "vm/interp/cells/cell_paths.h"

namespace minijvm::interp {

// The limit is below 2^15 by more than the header and the operands that a cell may address beside
// it.
inline constexpr std::int32_t kMaxCellSlots = 32000;

inline bool has_large_frame(const Method& method) {
  return method.max_locals > kMaxCellSlots || method.max_stack > kMaxCellSlots;
}

// REQUIRES: has_large_frame, and the method has bytecode.
Code* make_large_frame_code(Method& method);

// Runs the method from the bci of the cell on. The pcs that it leaves in frames and anchors are
// addresses in the bytecode, not of cells.
Continuation run_large_frame(JavaThread& self, const Cell* pc, Slot* fp);

// Tells a pc in the bytecode from the address of a cell.
inline bool is_large_frame_pc(const Method& method, const void* pc) {
  return pc >= method.bytecode && pc < method.bytecode + method.bytecode_length;
}

}  // namespace minijvm::interp
