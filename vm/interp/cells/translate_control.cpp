// Translates branches, switches, subroutines and returns, as a part of a translation
// (translation.h), at a method's first call. Before each jump all operands go into their slots,
// since a block begins at its target.
#include <limits>

#include "base/check.h"
#include "runtime/class/class.h"
#include "vm/interp/cells/translation.h"
#include "vm/interp/ticks.h"
#include "vm/interp/watched_access.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::BasicType;

namespace {

// At most this many cells of a loop's head are copied, its branch included.
constexpr std::uint32_t kRotatedCells = 5;

// Lists the tests of branches in the order of meanings.def and cells.def: those of if<cond>, then,
// for numbers with NaN, the opposites of the orders.
enum Test {
#define MJ_CONDITION(condition, op) k_##condition,
#include "vm/interp/meanings.def"
#define MJ_EQUALITY(condition, op)
#define MJ_ORDER(condition, op) k_not_##condition,
#include "vm/interp/meanings.def"
};

// The opcodes are in the order of the tests.
Test test_of(Opcode opcode, Opcode first) {
  return static_cast<Test>(static_cast<int>(opcode) - static_cast<int>(first));
}

// Returns the test for exchanged operands: x < y is y > x.
Test mirrored(Test test) {
  constexpr Test kMirrored[] = {k_eq, k_ne, k_gt, k_le, k_lt, k_ge};
  return kMirrored[test];
}

// A family of branches has five forms.
CellOp branch_cell(CellOp first, Test test) { return variant(first, 5 * test); }

// fcmpg and dcmpg give 1 for NaN, fcmpl and dcmpl give -1 (JVMS 6.5.fcmp_op). So for NaN, a branch
// on "less" is taken after fcmpl, but not after fcmpg.
Test with_nan(Test test, bool nan_is_greater) {
  switch (test) {
    case k_lt:
      return nan_is_greater ? k_lt : k_not_ge;
    case k_ge:
      return nan_is_greater ? k_not_lt : k_ge;
    case k_gt:
      return nan_is_greater ? k_not_le : k_gt;
    case k_le:
      return nan_is_greater ? k_le : k_not_gt;
    default:
      return test;
  }
}

// boolean, byte, char and short are cut to their size (6.5.ireturn); all others are returned as
// they are.
std::int32_t cut(std::int32_t value, BasicType return_type) {
  switch (return_type) {
    case BasicType::kBoolean:
      return value & 1;
    case BasicType::kByte:
      return static_cast<std::int8_t>(value);
    case BasicType::kChar:
      return static_cast<std::uint16_t>(value);
    case BasicType::kShort:
      return static_cast<std::int16_t>(value);
    default:
      return value;
  }
}
// Returns the first of the two forms of a return; `type` is that of the opcode.
CellOp return_cell(BasicType type, BasicType return_type) {
  if (type == BasicType::kDouble)
    return CellOp::return_double_r;
  if (type != BasicType::kInt)
    return CellOp::return_raw_r;
  switch (return_type) {
    case BasicType::kBoolean:
      return CellOp::return_z_r;
    case BasicType::kByte:
      return CellOp::return_b_r;
    case BasicType::kChar:
      return CellOp::return_c_r;
    case BasicType::kShort:
      return CellOp::return_s_r;
    default:
      return CellOp::return_raw_r;
  }
}

CellOp raw_branch(bool is_equal) { return is_equal ? CellOp::if_raw_eq_rr : CellOp::if_raw_ne_rr; }

}  // namespace

std::optional<classfile::Instruction> Translation::next_branch(const Instruction& at) const {
  std::span<const std::uint8_t> code(method_.bytecode, method_.bytecode_length);
  // If a jump leads to the branch, the comparison's int must exist.
  if (!folds_ || at.next_bci() >= code.size() || shape_.is_leader(at.next_bci()))
    return std::nullopt;
  std::optional<Instruction> next = classfile::decode_instruction(code, at.next_bci());
  bool is_branch = next && next->opcode >= Opcode::ifeq && next->opcode <= Opcode::ifle;
  return is_branch ? next : std::nullopt;
}

// The operands are popped already. The operands below them go into their slots first, because a
// block begins at the target.
void Translation::branch(CellOp first, Operand left, Operand right, BasicType type,
                         std::int32_t target) {
  flush();
  // Operand b has 16 bits.
  bool is_constant = !right.is_slot() && right.kind != OperandKind::kFloat &&
                     right.kind != OperandKind::kDouble &&
                     right.number() == static_cast<std::int16_t>(right.number());
  if (!is_constant) {
    (void)to_slot(right);
  }
  (void)to_slot(left);
  bool left_acc = in_acc(left, acc_of(type));
  bool right_acc = !is_constant && in_acc(right, acc_of(type));
  Form form = is_constant ? (left_acc ? kAK : kRK) : left_acc ? kAR : right_acc ? kRA : kRR;
  std::int32_t b = is_constant ? static_cast<std::int32_t>(right.number()) : right.slot;
  emit(variant(first, form), left.slot, b, target, Fix::kTarget);
  // A rotated loop comes back to the cell behind its head's test, perhaps after a stop. So that
  // cell counts as the target of a jump: the accumulator is unknown there.
  if (shape_.is_loop_head(block_bci_) && drafts_.size() - block_cell_ <= kRotatedCells) {
    forget_acc();
    poll_cell_ = drafts_.size();
    if (!is_observed())
      add_resume_point(next_bci_);
  }
}

// lcmp, fcmp, dcmp and the branch behind them, in one cell.
void Translation::branch_compare(const Instruction& at, const Instruction& next, BasicType type) {
  Operand right = pop_value(type);
  Operand left = pop_value(type);
  Test test = test_of(next.opcode, Opcode::ifeq);
  CellOp first = CellOp::if_long_eq_rr;
  if (type == BasicType::kLong) {
    if (!left.is_slot() && right.is_slot()) {
      std::swap(left, right);
      test = mirrored(test);
    }
  } else {
    first = type == BasicType::kFloat ? CellOp::if_float_eq_rr : CellOp::if_double_eq_rr;
    test = with_nan(test, at.opcode == Opcode::fcmpg || at.opcode == Opcode::dcmpg);
  }
  // The branch is translated already.
  next_bci_ = next.next_bci();
  branch(branch_cell(first, test), left, right, type, next.target);
}

namespace {

// `tests` is the number of families of five that follow each other from `first` on.
bool is_in_family(CellOp op, CellOp first, int tests) {
  return op >= first && op < variant(first, 5 * tests);
}

// Returns the branch that is taken when this one is not; `leave` if the cell is no branch. With NaN
// the opposite of x < y is !(x < y), not x >= y.
CellOp contrary(CellOp op) {
  constexpr Test kContrary[] = {k_ne, k_eq, k_ge, k_lt, k_le, k_gt};
  constexpr Test kContraryWithNan[] = {k_ne,     k_eq, k_not_lt, k_not_ge, k_not_gt,
                                       k_not_le, k_lt, k_ge,     k_gt,     k_le};
  for (CellOp first : {CellOp::if_int_eq_rr, CellOp::if_long_eq_rr, CellOp::if_float_eq_rr,
                       CellOp::if_double_eq_rr}) {
    bool has_nan = first == CellOp::if_float_eq_rr || first == CellOp::if_double_eq_rr;
    if (!is_in_family(op, first, has_nan ? 10 : 6))
      continue;
    int at = static_cast<int>(op) - static_cast<int>(first);
    Test test = has_nan ? kContraryWithNan[at / 5] : kContrary[at / 5];
    return variant(branch_cell(first, test), at % 5);
  }
  if (is_in_family(op, CellOp::if_raw_eq_rr, 1))
    return variant(op, 5);
  if (is_in_family(op, CellOp::if_raw_ne_rr, 1))
    return variant(op, -5);
  return CellOp::leave;
}

}  // namespace

// Fuses `i++; if (i < n) goto` into one cell: the step, which is the last draft, and the test.
// `test` is the branch as it would be emitted.
bool Translation::fuse_step(const Draft& test) {
  if (drafts_.size() == block_cell_)
    return false;
  Draft& step = drafts_[drafts_.size() - 1];
  bool is_step = (step.op == CellOp::iadd_rk || step.op == CellOp::iadd_ak) && step.a == step.b &&
                 (step.c == 1 || step.c == -1);
  if (!is_step || !is_in_family(test.op, CellOp::if_int_eq_rr, 6))
    return false;
  int at = static_cast<int>(test.op) - static_cast<int>(CellOp::if_int_eq_rr);
  int form = at % 5;
  bool is_constant = form == kRK || form == kAK;
  // The copied test must read the counter, by its slot or from the accumulator, where the step has
  // left it.
  if (form == kRA || test.a != step.a)
    return false;
  Test condition = static_cast<Test>(at / 5);
  // A loop that counts up tests for <, <= or !=, one that counts down for >, >= or !=.
  if (step.c == 1 ? condition != k_lt && condition != k_le && condition != k_ne
                  : condition != k_gt && condition != k_ge && condition != k_ne)
    return false;
  CellOp first = step.c == 1 ? (condition == k_lt   ? CellOp::up_lt_r
                                : condition == k_le ? CellOp::up_le_r
                                                    : CellOp::up_ne_r)
                             : (condition == k_gt   ? CellOp::down_gt_r
                                : condition == k_ge ? CellOp::down_ge_r
                                                    : CellOp::down_ne_r);
  step.op = variant(first, is_constant ? 1 : 0);
  step.b = test.b;
  step.c = test.c;
  step.fix = test.fix;
  return true;
}

// Fuses `i++; if (i < array.length) goto`. `length` is the head's arraylength, at which a null
// array throws.
bool Translation::fuse_step_with_length(std::uint32_t first_of_head, const Draft& test) {
  const Draft length = drafts_[first_of_head];
  if (drafts_.size() == block_cell_ || length.op != CellOp::arraylength_r ||
      test.op != CellOp::if_int_lt_ra)
    return false;
  Draft& step = drafts_[drafts_.size() - 1];
  bool is_step =
      (step.op == CellOp::iadd_rk || step.op == CellOp::iadd_ak) && step.a == step.b && step.c == 1;
  if (!is_step || test.a != step.a || length.a != test.b || length.b == step.a)
    return false;
  step = {CellOp::up_lt_length, test.fix, step.a, length.b, test.c, length.bci, length.in_place};
  return true;
}

// Rotates a loop whose head is a test: the head's cells are copied to the loop's end with the
// opposite test, which jumps back behind the head. So a round costs one jump less.
//
//   head: arraylength t, a      head: arraylength t, a
//         if i >= t goto out          if i >= t goto out
//         body                  body: ...
//         i++                          i++
//         goto head                    arraylength t, a
//   out:                               if i < t goto body
//                                      goto out
bool Translation::jump_rotated(std::uint32_t target) {
  if (!folds_ || target > bci_ || !drafts_.is_started(target))
    return false;
  std::uint32_t first = drafts_.block(target);
  std::uint32_t last = first;
  // The cells from the head to its test must be few, and it must do no harm to run them twice: they
  // are moves, arithmetic, loads.
  while (last < drafts_.size() && last - first < kRotatedCells &&
         contrary(drafts_[last].op) == CellOp::leave) {
    CellOp op = drafts_[last].op;
    bool is_plain = drafts_[last].fix != Fix::kData && op < CellOp::goto_;
    bool is_load = (op >= CellOp::baload_rr && op <= CellOp::aaload_ra) ||
                   op == CellOp::arraylength_r || op == CellOp::arraylength_a ||
                   op == CellOp::getfield_r || op == CellOp::getfield_a;
    if (!is_plain && !is_load)
      return false;
    ++last;
  }
  if (last >= drafts_.size() || last - first >= kRotatedCells)
    return false;
  Draft test = drafts_[last];
  std::int32_t exit = test.c;
  // While ticks are counted: a test that leads back takes a tick besides that of the loop's jump.
  const bool leads_back = test.fix != Fix::kTarget || exit <= static_cast<std::int32_t>(test.bci);
  if (counts_ticks() && leads_back)
    return false;
  test.op = contrary(test.op);
  test.c = static_cast<std::int32_t>(last + 1);
  test.fix = Fix::kCell;
  // The step at the loop's end and the copied test become one cell, if they fit.
  bool is_fused = (last == first && fuse_step(test)) ||
                  (last == first + 1 && fuse_step_with_length(first, test));
  if (!is_fused) {
    // While ticks are counted, the tick of the jump back comes before the head: so only a test of
    // locals, which no other thread changes, may come before it.
    if (counts_ticks() && last != first)
      return false;
    for (std::uint32_t at = first; at < last; ++at) drafts_.emit(Draft(drafts_[at]));
    drafts_.emit(test);
  }
  const Fix fix = drafts_[last].fix;
  // As a rule the code behind the loop comes next.
  const bool falls_out = fix == Fix::kTarget && static_cast<std::uint32_t>(exit) == next_bci_;
  if (counts_ticks() || !falls_out)
    emit(counts_ticks() ? CellOp::leave_loop : CellOp::goto_, 0, 0, exit, fix);
  return true;
}

void Translation::jump(std::int32_t target) {
  flush();
  if (jump_rotated(static_cast<std::uint32_t>(target)))
    return;
  emit(CellOp::goto_, 0, 0, target, Fix::kTarget);
}

// JVMS 6.5.tableswitch. The table has low, count, default, targets.
void Translation::table_switch(const Instruction& at) {
  Operand key = stack_.pop();
  flush();
  (void)to_slot(key);
  std::vector<std::int32_t> words = {at.low, static_cast<std::int32_t>(at.cases), at.target};
  std::vector<bool> is_target = {false, false, true};
  for (std::uint32_t i = 0; i < at.cases; ++i) {
    words.push_back(at.case_target(i));
    is_target.push_back(true);
  }
  std::int32_t table = drafts_.add_table(std::move(words), std::move(is_target), drafts_.size());
  emit(CellOp::tableswitch, 0, key.slot, table, Fix::kTable);
}

// JVMS 6.5.lookupswitch. The table has count, default, keys in ascending order, targets.
void Translation::lookup_switch(const Instruction& at) {
  Operand key = stack_.pop();
  flush();
  (void)to_slot(key);
  std::vector<std::int32_t> words = {static_cast<std::int32_t>(at.cases), at.target};
  std::vector<bool> is_target = {false, true};
  for (std::uint32_t i = 0; i < at.cases; ++i) {
    words.push_back(at.case_key(i));
    is_target.push_back(false);
  }
  for (std::uint32_t i = 0; i < at.cases; ++i) {
    words.push_back(at.case_target(i));
    is_target.push_back(true);
  }
  std::int32_t table = drafts_.add_table(std::move(words), std::move(is_target), drafts_.size());
  emit(CellOp::lookupswitch, 0, key.slot, table, Fix::kTable);
}

// A return looks at locks, held monitors and finalizers only in methods that can have them.
// Observed methods call the hooks.
bool Translation::needs_checked_return() const {
  return is_observed() || method_.is_synchronized() || shape_.has_monitors() ||
         method_.is_object_init;
}

void Translation::return_value(const Instruction& at, BasicType type) {
  std::int32_t result = local_slot(0);
  if (needs_checked_return()) {
    // Giving back locks and registering a finalizer may stop, at this bci, whose oop map has the
    // result on the stack.
    std::int32_t depth = stack_.depth() - runtime::slots_of(type);
    if (type != BasicType::kVoid && !stack_.at(depth).is_slot())
      put_in_place(depth);
  }
  if (at.opcode == Opcode::return_ && freezes(method_)) {
    emit(CellOp::return_constructed, result, 0, 0);
    return;
  }
  if (at.opcode == Opcode::return_) {
    emit(needs_checked_return() ? CellOp::return_checked : CellOp::return_, result, 0, 0);
    return;
  }
  Operand value = pop_value(type);
  if (needs_checked_return()) {
    (void)to_slot(value);
    emit(CellOp::return_checked, result, value.slot, runtime::slots_of(type));
    return;
  }
  // A constant int or null needs no slot.
  if (value.kind == OperandKind::kNull || value.kind == OperandKind::kInt) {
    emit(CellOp::return_k, result, 0,
         cut(static_cast<std::int32_t>(value.bits), method_.return_type));
    return;
  }
  (void)to_slot(value);
  emit(variant(return_cell(type, method_.return_type), in_acc(value, acc_of(type)) ? 1 : 0), result,
       value.slot, 0);
}

bool Translation::translate_control(const Instruction& at) {
  Opcode op = at.opcode;
  if (op >= Opcode::ifeq && op <= Opcode::ifle) {
    // ifeq and the others are if_icmp<cond> with the constant 0.
    Operand value = stack_.pop();
    branch(branch_cell(CellOp::if_int_eq_rr, test_of(op, Opcode::ifeq)), value,
           {OperandKind::kInt, 0, 0, 0}, BasicType::kInt, at.target);
    return true;
  }
  if (op >= Opcode::if_icmpeq && op <= Opcode::if_icmple) {
    Operand right = stack_.pop();
    Operand left = stack_.pop();
    Test test = test_of(op, Opcode::if_icmpeq);
    // Only the right operand may be a constant.
    if (!left.is_slot() && right.is_slot()) {
      std::swap(left, right);
      test = mirrored(test);
    }
    branch(branch_cell(CellOp::if_int_eq_rr, test), left, right, BasicType::kInt, at.target);
    return true;
  }
  switch (op) {
    case Opcode::if_acmpeq:
    case Opcode::if_acmpne: {
      Operand right = stack_.pop();
      Operand left = stack_.pop();
      branch(raw_branch(op == Opcode::if_acmpeq), left, right, BasicType::kObject, at.target);
      return true;
    }
    case Opcode::ifnull:
    case Opcode::ifnonnull: {
      Operand value = stack_.pop();
      branch(raw_branch(op == Opcode::ifnull), value, {OperandKind::kNull, 0, 0, 0},
             BasicType::kObject, at.target);
      return true;
    }
    case Opcode::goto_:
    case Opcode::goto_w:
      jump(at.target);
      return true;
    case Opcode::jsr:
    case Opcode::jsr_w:
      // A returnAddress is a bci as an int, and never a reference, so the collector skips it.
      push_constant(OperandKind::kInt, at.next_bci());
      jump(at.target);
      return true;
    case Opcode::ret:
      emit(CellOp::ret, 0, local_slot(at.index), 0);
      return true;
    case Opcode::tableswitch:
      table_switch(at);
      return true;
    case Opcode::lookupswitch:
      lookup_switch(at);
      return true;
    case Opcode::ireturn:
      return_value(at, BasicType::kInt);
      return true;
    case Opcode::lreturn:
      return_value(at, BasicType::kLong);
      return true;
    case Opcode::freturn:
      return_value(at, BasicType::kFloat);
      return true;
    case Opcode::dreturn:
      return_value(at, BasicType::kDouble);
      return true;
    case Opcode::areturn:
      return_value(at, BasicType::kObject);
      return true;
    case Opcode::return_:
      return_value(at, BasicType::kVoid);
      return true;
    default:
      return false;
  }
}

}  // namespace minijvm::interp
