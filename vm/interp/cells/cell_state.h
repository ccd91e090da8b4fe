// Gives the slow paths of cells (cell_paths.h) the bytecode behind a cell, and rewrites cells.
#pragma once

#include "classfile/byte_reader.h"
#include "classfile/opcodes.h"
#include "vm/interp/activation.h"
#include "vm/interp/cells/cell_paths.h"
#include "vm/java/java_result.h"

namespace minijvm::interp {

// Returns the bci of the instruction in progress. REQUIRES: the frame's method has bytecode.
inline std::uint32_t bci_at(const Cell* pc, const Slot* fp) {
  return code_at(method_of(fp), pc).bci_of(pc);
}
inline const std::uint8_t* instruction_at(const Cell* pc, const Slot* fp) {
  return method_of(fp).bytecode + bci_at(pc, fp);
}
inline std::uint16_t pool_index_at(const Cell* pc, const Slot* fp) {
  return classfile::load_u2(instruction_at(pc, fp) + 1);
}

// The loop never writes cells, so they are const there.
inline Cell* writable(const Cell* cell) { return const_cast<Cell*>(cell); }

// Turns the cell into another one. All operands have been written before: the release lets a thread
// that sees the handler see them, too. A `moved` cell stays as it is, since its handler is kept
// elsewhere (observation.h); it links again if it is executed again.
inline void quicken(const Cell* cell, CellOp op) {
  if (cell->handler == handler_of(CellOp::moved))
    return;
  std::atomic_ref<const void*>(writable(cell)->handler)
      .store(handler_of(op), std::memory_order_release);
}
// Relaxed is enough: the handler is published afterwards.
inline void set_c(const Cell* cell, std::int32_t value) {
  std::atomic_ref<std::int32_t>(writable(cell)->c).store(value, std::memory_order_relaxed);
}

// Lists the forms of a move that goes on with the call behind it, by their place in the move's
// family (cells.def).
enum JoinedCall { kJoinedDirect = 1, kJoinedChecked, kJoinedCached };

// The caller of a frame that has ended goes on behind its call.
inline Continuation return_to(const Caller& caller) {
  return {static_cast<const Cell*>(caller.pc) + 1, caller.fp};
}

}  // namespace minijvm::interp
