#include "vm/interp/large_frame.h"

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "vm/interp/calls.h"
#include "vm/interp/cell_drafts.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/reference.h"

namespace minijvm::interp {

namespace {

// Behind the first cell: what the guest's instructions link.
Site* sites_behind(const Method& method) {
  const Cell* first = existing_code(method)->cells();
  return const_cast<Site*>(static_cast<const Site*>(reinterpret_cast<const DataCell*>(first + 1)->pointer));
}

}  // namespace

// c: the bci to start at, b: does the exception wait as the only operand.
Code* make_large_frame_code(Method& method) {
  CellDrafts drafts(method.bytecode_length);
  drafts.emit({CellOp::large_frame, Fix::kNone, 0, 0, 0, 0});
  drafts.emit_data(0, 1);
  if (method.info != nullptr && method.info->code != nullptr) {
    const auto& rows = method.info->code->exception_table;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      std::uint16_t handler = rows[i].handler_pc;
      if (drafts.is_started(handler)) continue;
      drafts.start_block(handler);
      drafts.add_entry(handler);
      drafts.emit({CellOp::large_frame, Fix::kNone, 0, 1, handler, handler});
    }
  }
  Code* code = drafts.finish(method);
  data_of(code->cells())->pointer = method.holder->home->allocate_array<Site>(method.bytecode_length / 2 + 1);
  return code;
}

Go run_large_frame(JavaThread& self, const Cell* pc, Slot* fp) {
  State s{self};
  s.is_guest = true;
  s.fp = fp;
  s.method = static_cast<Method*>(const_cast<void*>(fp[runtime::kFrameMethod].pointer));
  s.locals = fp - s.method->max_locals;
  s.pc = s.method->bytecode + pc->c;
  s.sp = fp + runtime::kFrameHeaderSlots + pc->b;
  s.sites = sites_behind(*s.method);
  const auto* to = static_cast<const Cell*>(fp[runtime::kFrameReturnPc].pointer);
  Slot* caller = fp[runtime::kFrameCaller].frame;
  bool returned = run_guest(s, pc->b == 0 ? begin_guest(s) : Step::kJump);
  if (s.was_popped) return call_anew(fp);
  return returned ? Go{to + 1, caller} : throw_pending(self, reinterpret_cast<const Cell*>(s.pc), fp);
}

}  // namespace minijvm::interp
