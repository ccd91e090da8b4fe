// Methods whose frames have more slots than the 16-bit operands of cells can name. The reference interpreter runs them, frame by frame, as
// a guest of the cells: `large_frame` is their only cell, and an entry for each exception handler. What they call is run by cells again, in
// a nested activation, as if C++ had called it. Proved by tests/java/stacks/LargeFrames.java.
// Rejected: wide forms of cells, for methods that only generators write.
#pragma once

#include "vm/interp/cell_paths.h"

namespace minijvm::interp {

inline constexpr std::int32_t kMaxCellSlots = 32000;

inline bool has_large_frame(const Method& method) { return method.max_locals > kMaxCellSlots || method.max_stack > kMaxCellSlots; }

// REQUIRES: has_large_frame, and the method has bytecode.
Code* make_large_frame_code(Method& method);

// Runs the method from the bci of the cell on. Its pc's, in frames and anchors, are addresses in the bytecode.
Go run_large_frame(JavaThread& self, const Cell* pc, Slot* fp);

inline bool is_large_frame_pc(const Method& method, const void* pc) {
  return pc >= method.bytecode && pc < method.bytecode + method.bytecode_length;
}
inline const Slot* first_local(const Slot* fp) {
  return fp - static_cast<const Method*>(fp[runtime::kFrameMethod].pointer)->max_locals;
}

}  // namespace minijvm::interp
