// What the slow paths of cells share: the way into the VM and back, and the bytecode behind a cell. See cell_paths.h.
#pragma once

#include "classfile/byte_reader.h"
#include "classfile/opcodes.h"
#include "runtime/handle.h"
#include "sync/thread_state.h"
#include "vm/interp/cell_paths.h"
#include "vm/java/java_result.h"

namespace minijvm::interp {

inline Method& method_of(const Slot* fp) {
  return *static_cast<Method*>(const_cast<void*>(fp[runtime::kFrameMethod].pointer));
}

// Around everything that may stop, allocate or throw. Handles made inside die with it.
class [[nodiscard]] CellSlowPath {
 public:
  CellSlowPath(JavaThread& self, const Cell* pc, Slot* fp) : scope_(published(self, pc, fp)), to_vm_(self) {}

 private:
  static JavaThread& published(JavaThread& self, const Cell* pc, Slot* fp) {
    self.anchor = {pc, fp};
    return self;
  }
  runtime::HandleScope scope_;
  sync::JavaToVm to_vm_;
};

// The instruction in progress. REQUIRES: the frame's method has bytecode.
inline std::uint32_t bci_at(const Cell* pc, const Slot* fp) { return code_at(method_of(fp), pc).bci_of(pc); }
inline const std::uint8_t* instruction_at(const Cell* pc, const Slot* fp) { return method_of(fp).bytecode + bci_at(pc, fp); }
inline std::uint16_t pool_index_at(const Cell* pc, const Slot* fp) { return classfile::load_u2(instruction_at(pc, fp) + 1); }

inline Cell* writable(const Cell* cell) { return const_cast<Cell*>(cell); }

// Makes the cell another one. All operands were written before. release: they are there for who sees the handler. A cell that leads over
// to the other translation stays as it is: it links again when it is needed again.
inline void become(const Cell* cell, CellOp op) {
  if (cell->handler == handler_of(CellOp::moved)) return;
  std::atomic_ref<const void*>(writable(cell)->handler).store(handler_of(op), std::memory_order_release);
}
inline void set_c(const Cell* cell, std::int32_t value) { std::atomic_ref<std::int32_t>(writable(cell)->c).store(value, std::memory_order_relaxed); }

}  // namespace minijvm::interp
