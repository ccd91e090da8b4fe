// Calls and returns for cells: entering, native calls, method handle intrinsics, locked and checked
// returns, polls. The loop (cell_engine.cpp) has the fast paths; these functions handle the rest,
// called in kInJava. What does not depend on cells is in activation.cpp and callee.cpp.
#include "gc/heap/stress.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "vm/interp/callee.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/cells/translator.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

Continuation poll_at(JavaThread& self, const Cell* pc, Slot* fp) {
  if (gc::kGcStress) {
    self.anchor = {pc, fp};
    gc::stress_poll(self);
  }
  return poll(self, pc, fp) ? Continuation{pc, fp} : throw_pending(self, pc, fp);
}

Continuation enter(JavaThread& self, const Cell* pc, Slot* fp, Method& method, Slot* args) {
  Method* callee = runnable(self, pc, fp, method);
  if (callee == nullptr)
    return throw_pending(self, pc, fp);
  const Code& code = translated(*callee);
  (void)self.ticks_.take(code.entry_ticks);
  Slot* frame = args + code.locals_bytes / static_cast<std::int32_t>(sizeof(Slot));
  return enter_slow(self, pc, fp, code.cells(), frame);
}

Continuation enter_slow(JavaThread& self, const Cell* pc, Slot* fp, const Cell* code, Slot* frame) {
  const Code& callee = code_of(code);
  auto* end = reinterpret_cast<Slot*>(reinterpret_cast<char*>(frame) + callee.frame_bytes);
  StackRoom room = stack_room(self, end);
  if (room == StackRoom::kOverflow) {
    throw_stack_overflow(self, pc, fp);
    return throw_pending(self, pc, fp);
  }
  push_frame(frame, pc, fp, *callee.method);
  // An intrinsic has no frame of its own, so the method that it calls polls.
  bool polls = (room == StackRoom::kPollFirst || self.ticks_.is_due()) &&
               !vm::is_call_intrinsic(*callee.method);
  return polls ? poll_at(self, code, frame) : Continuation{code, frame};
}

Continuation enter_locked(JavaThread& self, const Cell* pc, Slot* fp) {
  return lock_method(self, pc, fp) ? Continuation{pc + 1, fp} : throw_pending(self, pc, fp);
}

// Operand b is the slot of the result, c the number of its slots.
Continuation return_checked(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot result{};
  if (!finish_method(self, pc, fp, &fp[pc->b], pc->c, &result))
    return throw_pending(self, pc, fp);
  return return_to(pop_frame(fp, result, pc->c));
}

Continuation call_native_method(JavaThread& self, const Cell* pc, Slot* fp) {
  Slot result{};
  if (!run_native(self, pc, fp, &result))
    return throw_pending(self, pc, fp);
  return return_to(pop_frame(fp, result, runtime::slots_of(method_of(fp).return_type)));
}

// For the next two, the method already has a frame. They remove it; its arguments are the caller's
// operands again until the other method has taken them.

Continuation enter_current(JavaThread& self, const Cell*, Slot* fp) {
  Method& old = method_of(fp);
  Slot* args = locals_of(fp);
  Caller caller = pop_frame(fp, Slot{}, 0);
  return enter(self, static_cast<const Cell*>(caller.pc), caller.fp, old.current(), args);
}

Continuation follow_handle(JavaThread& self, const Cell*, Slot* fp) {
  Method& intrinsic = method_of(fp);
  Slot* args = locals_of(fp);
  Caller caller = pop_frame(fp, Slot{}, 0);
  const auto* pc = static_cast<const Cell*>(caller.pc);
  Method* target = follow_intrinsic(self, pc, caller.fp, intrinsic, args);
  return target == nullptr ? throw_pending(self, pc, caller.fp)
                           : enter(self, pc, caller.fp, *target, args);
}

// A returnAddress is a bci, kept as an int (reference/ops_control.h).
Continuation cell_ret(JavaThread& self, const Cell* pc, Slot* fp) {
  // All operands are in place here, so the thread continues in the current translation, even if pc
  // is in the other one.
  const Code& code = *existing_code(method_of(fp));
  const auto target = static_cast<std::uint32_t>(fp[pc->b].as_int());
  const Cell* to = code.cell_at_entry(target);
  const bool is_due = target <= code_at(method_of(fp), pc).bci_of(pc) && self.ticks_.take(1);
  return is_due || self.poll_requested() ? poll_at(self, to, fp) : Continuation{to, fp};
}

}  // namespace minijvm::interp
