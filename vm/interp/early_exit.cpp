// Implements JVMTI's ForceEarlyReturn and PopFrame in the interpreter: an observer that is called
// at an instruction asks for the end of the frame. Callers are in kInJava, at a place where all
// operands are in their slots.
#include "vm/interp/early_exit.h"

#include "classfile/descriptor.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/frame/oop_map_cache.h"
#include "vm/interp/cells/cell_state.h"

namespace minijvm::interp {

namespace {

using runtime::SlotContent;

// The frame ends in the middle of its code, so locking need not be structured and nothing is
// thrown.
void release_all_locks(JavaThread& self, const void* pc, Slot* fp) {
  SlowPath slow(self, pc, fp);
  (void)release_locks(self, fp);
}

// Returns the boundary cell before the instruction, in the translation that observes.
const Cell* boundary_at(const Code& code, std::uint32_t bci) {
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    if (code.bcis[i] == bci && cell_of_handler(code.cells()[i].handler) == CellOp::boundary)
      return code.cells() + i;
  }
  MJ_UNREACHABLE("no boundary at bci %u of %s", bci, code.method->text().c_str());
}

// Makes a reference parameter's slot null if it holds another kind of value now. The parameters
// become the caller's operands again, and the caller's oop map takes from the descriptor which of
// them are references.
void clear_lost_references(const runtime::Frame& frame) {
  const Method& method = frame.method();
  std::vector<SlotContent> contents = runtime::contents_of(frame).locals;
  std::size_t at = 0;
  auto clear_unless_reference = [&] {
    if (contents[at] != SlotContent::kReference)
      frame.locals()[at].bits = 0;
  };
  if (!method.is_static()) {
    clear_unless_reference();
    ++at;
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    if (type.is_reference())
      clear_unless_reference();
    at += type.slots();
  }
}

}  // namespace

bool may_leave_early(const Method& method) { return method.bytecode != nullptr; }

Slot finish_early(JavaThread& self, const void* pc, Slot* fp, const vm::EarlyExit& exit) {
  runtime::BasicType type = method_of(fp).return_type;
  bool is_reference = runtime::is_reference(type);
  const Slot* where =
      is_reference ? reinterpret_cast<const Slot*>(exit.reference.slot()) : &exit.value;
  notify_left(self, pc, fp, type == runtime::BasicType::kVoid ? nullptr : where);
  release_all_locks(self, pc, fp);
  sync::NoSafepoint still(self);
  Slot result = exit.value;
  if (is_reference) {
    result.ref = exit.reference.raw(still);
  }
  return result;
}

Caller undo_call(JavaThread& self, const void* pc, Slot* fp) {
  clear_lost_references(runtime::Frame(fp, pc, true));
  release_all_locks(self, pc, fp);
  return pop_frame(fp, Slot{}, 0);
}

Continuation call_again(const Caller& caller) {
  const auto* call = static_cast<const Cell*>(caller.pc);
  return {boundary_at(*existing_code(method_of(caller.fp)), bci_at(call, caller.fp)), caller.fp};
}

Continuation leave_early(JavaThread& self, const Cell* pc, Slot* fp, const vm::EarlyExit& exit) {
  if (exit.kind == vm::EarlyExit::kPop)
    return call_again(undo_call(self, pc, fp));
  Slot result = finish_early(self, pc, fp, exit);
  return return_to(pop_frame(fp, result, runtime::slots_of(method_of(fp).return_type)));
}

}  // namespace minijvm::interp
