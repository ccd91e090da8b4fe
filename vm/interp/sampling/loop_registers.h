// Learns in which registers of the machine the loop of the fast engine keeps its thread, pc and fp
// across calls. The compiler has chosen them, and it keeps to its choice all through the loop,
// since these three are used by every cell.
//
//   two cells:    | leaf | leave |      run by the loop, on a frame that is not Java's
//                    |
//                    v
//   a leaf function, which looks for the loop's C++ frame (native_frame.h): the saved register that
//   holds the address of the cell is that of pc, and so on
//
// So the loop itself has no instruction for it. If the compiler keeps one of the three in memory,
// nothing is learnt, and a profiler gets an error for each sample instead of a stack.
// Tested by tests/tools/profile, which fails then.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "vm/interp/sampling/native_frame.h"

namespace minijvm::interp {

struct Cell;
using Loop = void (*)(runtime::JavaThread*, const Cell*, runtime::Slot*);

struct LoopRegisters {
  // Indexes of NativeFrame::registers; -1 if unknown.
  int thread = -1;
  int pc = -1;
  int fp = -1;
  // The size of the loop's C++ frame between its first instructions and its last ones.
  std::uintptr_t frame_bytes = 0;

  bool are_known() const { return thread >= 0 && pc >= 0 && fp >= 0; }
};

// REQUIRES: the engine has started, and one thread at a time calls this.
LoopRegisters learn_loop_registers(runtime::JavaThread& self, Loop loop);

}  // namespace minijvm::interp
