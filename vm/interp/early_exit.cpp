#include "vm/interp/early_exit.h"

#include "classfile/descriptor.h"
#include "runtime/frame.h"
#include "runtime/oop_map_cache.h"
#include "runtime/symbol_table.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/frame_locks.h"

namespace minijvm::interp {

namespace {

using runtime::SlotContent;

void give_back_locks(JavaThread& self, const Cell* pc, Slot* fp) {
  CellSlowPath slow(self, pc, fp);
  (void)vm::release_locks(self, fp);
}

// The boundary before the instruction, in the translation that observes.
const Cell* boundary_at(const Code& code, std::uint32_t bci) {
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    if (code.bcis[i] == bci && cell_of_handler(code.cells()[i].handler) == CellOp::boundary) return code.cells() + i;
  }
  MJ_UNREACHABLE("no boundary at bci %u of %s", bci, code.method->text().c_str());
}

Go pop(JavaThread& self, const Cell* pc, Slot* fp) {
  clear_lost_references(runtime::Frame(fp, pc, true));
  give_back_locks(self, pc, fp);
  return call_anew(fp);
}

Go return_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit) {
  const Method& method = method_of(fp);
  int slots = runtime::slots_of(method.return_type);
  bool is_reference = runtime::is_reference(method.return_type);
  if (vm::InterpHooks* hooks = vm::hooks_of(method)) {
    CellSlowPath slow(self, pc, fp);
    const Slot* result = is_reference ? reinterpret_cast<const Slot*>(exit.reference.slot()) : &exit.value;
    hooks->method_left(self, method_of(fp), slots == 0 ? nullptr : result);
  }
  give_back_locks(self, pc, fp);
  Slot* result_at = fp - method.max_locals;
  const auto* call = static_cast<const Cell*>(fp[runtime::kFrameReturnPc].pointer);
  Slot* caller = fp[runtime::kFrameCaller].frame;
  sync::NoSafepoint still(self);
  if (is_reference) {
    result_at->ref = exit.reference.raw(still);
  } else if (slots != 0) {
    *result_at = exit.value;
  }
  return {call + 1, caller};
}

}  // namespace

bool may_leave_early(const Method& method) { return method.bytecode != nullptr; }

Go call_anew(const Slot* fp) {
  const auto* call = static_cast<const Cell*>(fp[runtime::kFrameReturnPc].pointer);
  Slot* caller = fp[runtime::kFrameCaller].frame;
  return {boundary_at(*existing_code(method_of(caller)), bci_at(call, caller)), caller};
}

void clear_lost_references(const runtime::Frame& frame) {
  const Method& method = frame.method();
  std::vector<SlotContent> contents = runtime::contents_of(frame).locals;
  std::size_t at = 0;
  auto clear_unless_reference = [&] {
    if (contents[at] != SlotContent::kReference) frame.locals()[at].bits = 0;
  };
  if (!method.is_static()) {
    clear_unless_reference();
    ++at;
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    if (type.is_reference()) clear_unless_reference();
    at += type.slots();
  }
}

Go leave_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit) {
  return exit.kind == vm::EarlyExit::kPop ? pop(self, pc, fp) : return_early(self, pc, fp, exit);
}

}  // namespace minijvm::interp
