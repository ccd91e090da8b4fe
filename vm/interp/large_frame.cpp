// Joins the two engines: a cell's handler sets up the reference interpreter's registers for one
// frame. Called from the loop of the cells, in kInJava.
#include "vm/interp/large_frame.h"

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/cells/cell_drafts.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/reference/calls.h"
#include "vm/interp/reference/reference.h"

namespace minijvm::interp {

namespace {

// Returns the table of what the method's instructions have linked (reference/sites.h). It is behind
// the first cell, since Method::code holds the cells here.
Site* sites_behind(const Method& method) {
  const Cell* first = existing_code(method)->cells();
  return const_cast<Site*>(
      static_cast<const Site*>(reinterpret_cast<const DataCell*>(first + 1)->pointer));
}

}  // namespace

// The operands of these cells: c is the bci to start at; b is 1 if the exception waits as the only
// operand.
Code* make_large_frame_code(Method& method) {
  CellDrafts drafts(method.bytecode_length);
  drafts.emit({CellOp::large_frame, Fix::kNone, 0, 0, 0, 0});
  drafts.emit_data(0, 1);
  for (classfile::ExceptionHandler row : method.exception_table()) {
    std::uint16_t handler = row.handler_pc;
    // Several rows of the table may share one handler.
    if (drafts.is_started(handler))
      continue;
    drafts.start_block(handler);
    drafts.add_entry(handler);
    drafts.emit({CellOp::large_frame, Fix::kNone, 0, 1, handler, handler});
  }
  Code* code = drafts.finish(method);
  data_of(code->cells())->pointer =
      method.holder->home->allocate_array<Site>(method.bytecode_length / 2 + 1);
  return code;
}

Continuation run_large_frame(JavaThread& self, const Cell* pc, Slot* fp) {
  State s{self};
  s.runs_one_frame = true;
  s.fp = fp;
  s.method = &method_of(fp);
  s.locals = locals_of(fp);
  s.pc = s.method->bytecode + pc->c;
  s.sp = fp + runtime::kFrameHeaderSlots + pc->b;
  s.sites = sites_behind(*s.method);
  // The caller is read now, because the method's result may overwrite the header.
  const Caller caller = pop_frame(fp, Slot{}, 0);
  // A frame that begins at a handler has its lock already and was reported when it was entered.
  bool returned = run_one_frame(s, pc->b == 0 ? begin_made_frame(s) : Step::kJump);
  if (s.was_popped)
    return call_again(caller);
  return returned ? return_to(caller)
                  : throw_pending(self, reinterpret_cast<const Cell*>(s.pc), fp);
}

}  // namespace minijvm::interp
