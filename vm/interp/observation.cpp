#include "vm/interp/observation.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/loader_data.h"
#include "runtime/redefinition.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/early_exit.h"
#include "vm/interp/hooks.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/leaf_functions.h"
#include "vm/interp/redefined_code.h"
#include "vm/interp/translator.h"

namespace minijvm::interp {

namespace {

bool is_same_place(const ResumePoint& x, const ResumePoint& y) { return x.kind == y.kind && x.bci == y.bci; }
bool comes_before(const ResumePoint& x, const ResumePoint& y) { return x.kind != y.kind ? x.kind < y.kind : x.bci < y.bci; }

// From the points of one translation to those of the other, `to`: the entries, then where both have one, in order of cells.
std::span<CodeMove> join_points(const std::vector<ResumePoint>& points, std::vector<ResumePoint> others, const Code& to) {
  std::sort(others.begin(), others.end(), comes_before);
  std::vector<CodeMove> moves = {{0, 0, to.cells(), nullptr}};
  for (const ResumePoint& point : points) {
    auto other = std::lower_bound(others.begin(), others.end(), point, comes_before);
    bool is_new = point.cell > moves.back().cell;  // what follows a call may begin a block, too: one place
    if (other == others.end() || !is_same_place(*other, point) || !is_new) continue;
    moves.push_back({point.cell, other->result, to.cells() + other->cell, nullptr});
  }
  auto* kept = to.method->holder->home->allocate_array<CodeMove>(moves.size());
  std::copy(moves.begin(), moves.end(), kept);
  return {kept, moves.size()};
}

// Makes the other translation. Translating gives the same cells each time, so the points of the current one need not have been kept.
void make_other(Method& method, Code& current) {
  Code* other = translated_anew(method, !current.is_observed);
  std::vector<ResumePoint> here = resume_points(method, current.is_observed);
  std::vector<ResumePoint> there = resume_points(method, other->is_observed);
  current.moves = join_points(here, there, *other);
  other->moves = join_points(there, here, current);
  other->other = &current;
  current.other = other;
}

void lead_over(Code& from) {
  for (CodeMove& move : from.moves) {
    Cell& cell = from.cells()[move.cell];
    move.handler = cell.handler;
    cell.handler = handler_of(CellOp::moved);
  }
}

void put_back(Code& code) {
  for (CodeMove& move : code.moves) {
    if (move.handler == nullptr) continue;  // it was never left
    code.cells()[move.cell].handler = move.handler;
    move.handler = nullptr;
  }
}

// Native methods tell by themselves unless a leaf function stands for them, so does the reference interpreter, which runs methods with
// large frames; intrinsics have no frame to tell of.
bool has_two_translations(const Method& method) {
  return method.bytecode == nullptr ? leaf_function_of(method) >= 0 : !has_large_frame(method);
}

// The entries of such sites were filled as for a call.
void call_in_full(Code& code) {
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    Cell& cell = code.cells()[i];
    CellOp op = cell_of_handler(cell.handler);
    if (full_call(op) != op) cell.handler = handler_of(full_call(op));
  }
  for (CodeMove& move : code.moves) {
    if (move.handler == nullptr) continue;
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

CellOp full_call(CellOp op) {
  if (op == CellOp::invoke_leaf) return CellOp::invoke_direct;
  if (op == CellOp::invoke_leaf_checked || op == CellOp::invoke_object_init) return CellOp::invoke_checked;
  if (op < CellOp::invoke_get_b || op > CellOp::invoke_set_cached_a) return op;
  bool is_by_class = (static_cast<int>(op) - static_cast<int>(CellOp::invoke_get_b)) % 2 != 0;  // cells.def: in pairs
  return is_by_class ? CellOp::invoke_cached : CellOp::invoke_checked;
}

void adapt_translation(Method& method) {
  Code* current = existing_code(method);
  if (current == nullptr) return;
  if (vm::every_call_is_wanted()) call_in_full(*current);
  bool is_wanted = vm::hooks_of(method) != nullptr;
  if (current->is_observed == is_wanted || !has_two_translations(method)) return;
  if (current->other == nullptr) make_other(method, *current);
  put_back(*current->other);
  lead_over(*current);
  if (method.newer != nullptr) {
    lead_on(*current);
    lead_on(*current->other);
  }
  method.code.store(current->other->cells(), std::memory_order_release);
}

void adapt_translations() {
  Adapter adapter;
  runtime::for_each_class(adapter);
}

const CodeMove& move_at(const Cell* pc, const Slot* fp) {
  const Code& code = code_at(method_of(fp), pc);
  std::uint32_t cell = code.index_of(pc);
  auto row = std::lower_bound(code.moves.begin(), code.moves.end(), cell, [](const CodeMove& move, std::uint32_t at) { return move.cell < at; });
  MJ_CHECK(row != code.moves.end() && row->cell == cell, "cell %u of %s leads nowhere", cell, method_of(fp).text().c_str());
  return *row;
}

Go tell_entry(JavaThread& self, const Cell* pc, Slot* fp) {
  if (vm::InterpHooks* hooks = vm::hooks_of(method_of(fp))) {
    CellSlowPath slow(self, pc, fp);
    hooks->method_entered(self, method_of(fp));
  }
  return self.has_pending_exception() ? throw_pending(self, pc, fp) : Go{pc + 1, fp};
}

// For conditional breakpoints.
Go tell_instruction(JavaThread& self, const Cell* pc, Slot* fp) {
  vm::EarlyExit exit;
  vm::InterpHooks* hooks = vm::active_hooks();
  if (hooks != nullptr && hooks->concerns(self, method_of(fp), bci_at(pc, fp))) {
    CellSlowPath slow(self, pc, fp);
    hooks->at_instruction(self, method_of(fp), bci_at(pc, fp));
    exit = hooks->early_exit(self);
  }
  if (self.has_pending_exception()) return throw_pending(self, pc, fp);
  return exit.kind == vm::EarlyExit::kNone ? Go{pc + 1, fp} : leave_early(self, pc, fp, exit);
}

}  // namespace minijvm::interp
