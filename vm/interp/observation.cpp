// Switches methods between their two translations, and runs the cells that call the observers. The
// switch runs in a stopped world; the handlers run in kInJava.
#include "vm/interp/observation.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/class/class_versions.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/cells/translator.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/hooks.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/redefined_code.h"
#include "vm/interp/ticks.h"

namespace minijvm::interp {

namespace {

// Two translations meet where both have a point of the same kind at the same bci.
bool is_same_place(const ResumePoint& x, const ResumePoint& y) {
  return x.kind == y.kind && x.bci == y.bci;
}
bool comes_before(const ResumePoint& x, const ResumePoint& y) {
  return x.kind != y.kind ? x.kind < y.kind : x.bci < y.bci;
}

// Makes the moves from one translation to the other, `to`: the entry, then each point that both
// have, in the order of cells.
std::span<CodeMove> join_points(const std::vector<ResumePoint>& points,
                                std::vector<ResumePoint> others, const Code& to) {
  std::sort(others.begin(), others.end(), comes_before);
  // Calls come to the first cell, so its move is the entry's.
  std::vector<CodeMove> moves = {{0, 0, to.cells(), nullptr}};
  for (const ResumePoint& point : points) {
    auto other = std::lower_bound(others.begin(), others.end(), point, comes_before);
    // The cell behind a call may also begin a block. It is one place, so it gets one move.
    bool is_new = point.cell > moves.back().cell;
    if (other == others.end() || !is_same_place(*other, point) || !is_new)
      continue;
    moves.push_back({point.cell, other->result, to.cells() + other->cell, nullptr});
  }
  auto* kept = to.method->holder->home->allocate_array<CodeMove>(moves.size());
  std::copy(moves.begin(), moves.end(), kept);
  return {kept, moves.size()};
}

// Makes the other translation. Translating a method gives the same cells each time, so the points
// of the current translation can be computed again and need not have been kept.
void make_other(Method& method, Code& current) {
  Code* other = new_translation(method, !current.is_observed);
  std::vector<ResumePoint> here = resume_points(method, current.is_observed);
  std::vector<ResumePoint> there = resume_points(method, other->is_observed);
  current.moves = join_points(here, there, *other);
  other->moves = join_points(there, here, current);
  other->other = &current;
  current.other = other;
}

// Makes a move that goes on with the call behind it (cells/cell_invoke.cpp:/join_move/) lead to
// that cell again, since the call is a point.
void part_from_call(Cell& move) {
  const CellOp op = cell_of_handler(move.handler);
  for (CellOp plain : {CellOp::mov, CellOp::mov2, CellOp::mov3, CellOp::mov_const}) {
    if (op > plain && op <= variant(plain, kJoinedCached))
      move.handler = handler_of(plain);
  }
}

// Replaces the handlers at all points by `moved`. The moves keep the cells' own handlers.
void redirect_to_other(Code& from) {
  for (CodeMove& move : from.moves) {
    Cell& cell = from.cells()[move.cell];
    if (move.cell != 0)
      part_from_call((&cell)[-1]);
    move.handler = cell.handler;
    cell.handler = handler_of(CellOp::moved);
  }
}

// Undoes redirect_to_other when the translation becomes current again.
void restore_handlers(Code& code) {
  for (CodeMove& move : code.moves) {
    if (move.handler == nullptr)
      // This translation has not been left yet: nothing was replaced.
      continue;
    code.cells()[move.cell].handler = move.handler;
    move.handler = nullptr;
  }
}

// Native methods call the hooks by themselves unless a leaf function stands for them, and so does
// the reference interpreter, which runs methods with large frames. Intrinsics have no frame to
// report.
bool has_two_translations(const Method& method) {
  return method.bytecode == nullptr ? leaf_function_of(method) >= 0 : !has_large_frame(method);
}

// Replaces the handlers of sites that do their callee's work. Their entries were filled as for a
// call, so the handler is all that changes. A handler may stand in a move instead of its cell.
void restore_calls(Code& code) {
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    Cell& cell = code.cells()[i];
    CellOp op = cell_of_handler(cell.handler);
    if (full_call(op) != op)
      cell.handler = handler_of(full_call(op));
  }
  for (CodeMove& move : code.moves) {
    if (move.handler == nullptr)
      continue;
    CellOp op = cell_of_handler(move.handler);
    move.handler = handler_of(full_call(op));
  }
}

class Adapter final : public runtime::ClassVisitor {
 public:
  void visit(runtime::Class& klass) override {
    runtime::for_each_version(klass, adapt_translation);
  }
};

}  // namespace

// The ranges are those of cells.def.
CellOp full_call(CellOp op) {
  // While ticks are counted, an observed run takes the ticks of another.
  const bool is_leaf = op == CellOp::invoke_leaf || op == CellOp::invoke_leaf_checked ||
                       op == CellOp::invoke_leaf_cached;
  if (is_leaf && counts_ticks())
    return op;
  if (op == CellOp::invoke_leaf)
    return CellOp::invoke_direct;
  if (op == CellOp::invoke_leaf_checked || op == CellOp::invoke_object_init)
    return CellOp::invoke_checked;
  if (op == CellOp::invoke_leaf_cached)
    return CellOp::invoke_cached;
  if (op < CellOp::invoke_get_b || op > CellOp::invoke_set_cached_a)
    return op;
  // In cells.def each accessor cell for one method is followed by that for one class of receiver.
  bool is_by_class = (static_cast<int>(op) - static_cast<int>(CellOp::invoke_get_b)) % 2 != 0;
  return is_by_class ? CellOp::invoke_cached : CellOp::invoke_checked;
}

void adapt_translation(Method& method) {
  Code* current = existing_code(method);
  if (current == nullptr)
    return;
  if (vm::observers_want_every_call())
    restore_calls(*current);
  bool is_wanted = vm::hooks_of(method) != nullptr;
  // The current translation is the right one, or there can be only one.
  if (current->is_observed == is_wanted || !has_two_translations(method))
    return;
  if (current->other == nullptr)
    make_other(method, *current);
  restore_handlers(*current->other);
  redirect_to_other(*current);
  // In an older version of a redefined method, calls must still be redirected to the current
  // version.
  if (method.newer != nullptr) {
    redirect_to_current(*current);
    redirect_to_current(*current->other);
  }
  // release: publishes the other translation's cells before their address.
  method.code.store(current->other->cells(), std::memory_order_release);
}

void adapt_translations() {
  Adapter adapter;
  runtime::for_each_class(adapter);
}

// Finds the row of a cell that was replaced by `moved`.
const CodeMove& move_at(const Cell* pc, const Slot* fp) {
  const Code& code = code_at(method_of(fp), pc);
  std::uint32_t cell = code.index_of(pc);
  auto row =
      std::lower_bound(code.moves.begin(), code.moves.end(), cell,
                       [](const CodeMove& move, std::uint32_t at) { return move.cell < at; });
  MJ_CHECK(row != code.moves.end() && row->cell == cell, "cell %u of %s leads nowhere", cell,
           method_of(fp).text().c_str());
  return *row;
}

Continuation notify_entry(JavaThread& self, const Cell* pc, Slot* fp) {
  notify_entered(self, pc, fp);
  return self.has_pending_exception() ? throw_pending(self, pc, fp) : Continuation{pc + 1, fp};
}

// A boundary cell calls at_instruction; then the frame may end early.
Continuation notify_instruction(JavaThread& self, const Cell* pc, Slot* fp) {
  vm::EarlyExit exit;
  vm::Observer* hooks = vm::active_hooks();
  if (hooks != nullptr && hooks->concerns(self, method_of(fp), bci_at(pc, fp))) {
    SlowPath slow(self, pc, fp);
    hooks->at_instruction(self, method_of(fp), bci_at(pc, fp));
    exit = hooks->early_exit(self);
  }
  if (self.has_pending_exception())
    return throw_pending(self, pc, fp);
  return exit.kind == vm::EarlyExit::kNone ? Continuation{pc + 1, fp}
                                           : leave_early(self, pc, fp, exit);
}

}  // namespace minijvm::interp
