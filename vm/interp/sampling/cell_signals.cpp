// Tells a profiler where it has interrupted the fast engine (interrupted.h). Called in a signal
// handler, on the thread's own stack: no lock, no allocation, and no pointer is followed that may
// be none.
#include "base/safe_memory.h"
#include "vm/interp/cells/cell.h"
#include "vm/interp/cells/cell_engine.h"
#include "vm/interp/cells/code.h"
#include "vm/interp/large_frame.h"

namespace minijvm::vm {

using interp::Cell;
using interp::Code;
using interp::Interrupted;
using interp::InterruptedFrame;
using runtime::JavaThread;
using runtime::Method;

namespace {

// The Code that begins before this cell, which a method names; null if that cannot be.
const Code* readable_code(const void* first) {
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  if (address < sizeof(Code) || address % alignof(Code) != 0) {
    return nullptr;
  }
  const Code* code = &interp::code_of(static_cast<const Cell*>(first));
  return can_read(code) ? code : nullptr;
}

// The translation of the method that contains this pc; null if none does. acquire: pairs with the
// release in vm/interp/cells/translator.cpp:/publish/.
const Code* code_with(const Method& method, const void* pc) {
  const Code* code = readable_code(method.code.load(std::memory_order_acquire));
  if (code == nullptr || code->contains(pc)) {
    return code;
  }
  const Code* other = code->other;
  return other != nullptr && can_read(other) && other->contains(pc) ? other : nullptr;
}

// The call in progress at this cell has no frame if a leaf function does its work.
const Method* leaf_at(const Cell* pc) {
  if (pc->handler != interp::handler_of(interp::CellOp::invoke_leaf) &&
      pc->handler != interp::handler_of(interp::CellOp::invoke_leaf_checked) &&
      pc->handler != interp::handler_of(interp::CellOp::invoke_leaf_cached)) {
    return nullptr;
  }
  const Code* callee = readable_code(interp::entries_of(const_cast<Cell*>(pc))[0].code);
  return callee == nullptr ? nullptr : callee->method;
}

}  // namespace

void CellEngine::prepare_for_signals(JavaThread& self) {
  if (!registers_.are_known()) {
    registers_ = interp::learn_loop_registers(self, loop_);
  }
}

// The frame of the loop has its full size, and the register of the thread its value, except in the
// first and last instructions of the function.
InterruptedFrame CellEngine::interrupted_frame(const JavaThread& self) const {
  interp::NativeFrame loop;
  if (!registers_.are_known()) {
    return {Interrupted::kAtItsEdge, {}, nullptr};
  }
  if (!interp::find_native_frame(reinterpret_cast<const void*>(loop_), &loop)) {
    return {};
  }
  if (loop.end - loop.bottom != registers_.frame_bytes ||
      loop.registers[registers_.thread] != reinterpret_cast<std::uintptr_t>(&self)) {
    return {Interrupted::kAtItsEdge, {}, nullptr};
  }
  const auto* pc = reinterpret_cast<const Cell*>(loop.registers[registers_.pc]);
  auto* fp = reinterpret_cast<runtime::Slot*>(loop.registers[registers_.fp]);
  return {Interrupted::kInLoop, {pc, fp}, loop.calls ? leaf_at(pc) : nullptr};
}

// A frame keeps its method alive, and the method its translations: they are freed in the stopped
// world, when no frame runs them.
bool CellEngine::is_pc_of(const Method& method, const void* pc) const {
  return code_with(method, pc) != nullptr ||
         (interp::has_large_frame(method) && interp::is_large_frame_pc(method, pc));
}

std::int32_t CellEngine::find_bci(const Method& method, const void* pc) const {
  if (method.bytecode == nullptr) {
    return -1;
  }
  if (interp::has_large_frame(method)) {
    // Its only cells do not say where it is.
    return interp::is_large_frame_pc(method, pc)
               ? static_cast<std::int32_t>(static_cast<const std::uint8_t*>(pc) - method.bytecode)
               : -1;
  }
  const Code* code = code_with(method, pc);
  if (code == nullptr) {
    return -1;
  }
  const std::uint16_t* bci = code->bcis + code->index_of(static_cast<const Cell*>(pc));
  return can_read(bci) ? *bci : -1;
}

}  // namespace minijvm::vm
