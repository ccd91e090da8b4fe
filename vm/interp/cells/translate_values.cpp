// Translates constants, locals, stack instructions and arithmetic, as a part of a translation
// (translation.h), at a method's first call.
#include <bit>
#include <limits>

#include "base/check.h"
#include "classfile/constant_pool.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "vm/interp/cells/translation.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::BasicType;

namespace {

// Returns the bits of an int as a slot holds them: with zeros above.
std::uint64_t int_bits(std::int32_t value) { return static_cast<std::uint32_t>(value); }
bool fits_int(std::int64_t value) { return value == static_cast<std::int32_t>(value); }

// The families of dadd, dsub, dmul and ddiv follow each other in cells.def.
bool is_double_math(CellOp op) {
  return (op >= CellOp::dadd_rr && op <= CellOp::ddiv_ka) ||
         (op >= CellOp::dadd_pa && op <= CellOp::ddiv_pa);
}
// Returns the form of such a family that takes the left operand from dprevious.
CellOp previous_form(CellOp first) {
  constexpr int kForms = kKA + 1;
  return variant(CellOp::dadd_pa,
                 (static_cast<int>(first) - static_cast<int>(CellOp::dadd_rr)) / kForms);
}

}  // namespace

void Translation::push_constant(OperandKind kind, std::uint64_t bits) {
  stack_.push({kind, 0, bits, 0});
  if (kind == OperandKind::kLong || kind == OperandKind::kDouble) {
    stack_.push({OperandKind::kSecond, 0, 0, 0});
  }
}

// --- locals ---

// A load emits nothing: the operand is the local's slot.
void Translation::load(std::int32_t local, bool is_category2) {
  stack_.push({OperandKind::kSlot, local_slot(local), 0, 0});
  if (is_category2) {
    stack_.push({OperandKind::kSecond, 0, 0, 0});
  }
}

// Lets the previous operation write to the local itself, unless older operands must still be read
// from there.
void Translation::store(std::int32_t local, bool is_category2) {
  std::int32_t to = local_slot(local);
  Operand value = is_category2 ? stack_.pop2() : stack_.pop();
  // This is true if the value is the result of the last cell, and no other cell has come since.
  bool is_fresh = folds_ && producer_ >= 0 && value.is_slot() && value.slot == produced_slot_ &&
                  produced_slot_ >= 0;
  if (is_fresh && !stack_.mentions(to)) {
    // Operand a of that cell is its destination. A dup may have made several operands of the
    // result: all follow.
    drafts_[static_cast<std::uint32_t>(producer_)].a = static_cast<std::int16_t>(to);
    stack_.rename(value.slot, to);
    acc_slot_ = to;
    producer_ = -1;
    return;
  }
  // Otherwise the value is moved, after the operands that still need the local's old value.
  spill_local(to);
  if (value.is_slot() && value.slot == to)
    return;
  // If the accumulator has the value, it has the local's value from now on.
  Acc held = in_acc(value, Acc::kDouble) ? Acc::kDouble
             : in_acc(value, Acc::kBits) ? Acc::kBits
                                         : Acc::kNothing;
  move(to, value);
  Draft& moved = drafts_[drafts_.size() - 1];
  if (moved.op == CellOp::mov && value.slot >= 0 && !stack_.mentions(value.slot)) {
    moved.c = kLastUse;
  }
  if (held != Acc::kNothing) {
    set_acc(to, held);
  } else if (acc_slot_ == to && acc_ == Acc::kDouble) {
    forget_acc();
  }
}

void Translation::increment(std::int32_t local, std::int32_t by) {
  std::int32_t slot = local_slot(local);
  const std::uint32_t first = drafts_.size();
  spill_local(slot);
  if (folds_ && drafts_.size() == first + 1 && drafts_[first].op == CellOp::mov) {
    drafts_[first].op = CellOp::mov_add;
    drafts_[first].c = by;
    set_acc(slot, Acc::kBits);
    return;
  }
  // i++ is an addition of a constant that leaves its result in the local.
  Operand value{OperandKind::kSlot, slot, 0, 0};
  emit(in_acc(value, Acc::kBits) ? CellOp::iadd_ak : CellOp::iadd_rk, slot, slot, by);
  set_acc(slot, Acc::kBits);
}

// --- the stack ---

// Does dup_x1 and the others: the `moved` slots on top (one value) go below the `below` slots under
// them. If those are deferred, it is enough to reorder the operands. Only the value on top is
// written again, at the bottom: its own slot there is the lowest, so all copies may refer to it.
bool Translation::shuffle_by_name(int below, int moved) {
  std::int32_t bottom = stack_.depth() - below - moved;
  std::int32_t top = stack_.depth() - moved;
  // Two values of one slot each would need two places at the bottom.
  if (moved == 2 && stack_.at(top + 1).kind != OperandKind::kSecond)
    return false;
  for (std::int32_t depth = bottom; depth < top; ++depth) {
    const Operand& operand = stack_.at(depth);
    // Only constants, locals and second slots may be reordered.
    bool may_move = !operand.is_slot() || operand.slot < 0;
    if (!may_move)
      return false;
  }
  std::vector<Operand> lower;
  for (std::int32_t depth = bottom; depth < top; ++depth) lower.push_back(stack_.at(depth));
  Operand value = moved == 2 ? stack_.pop2() : stack_.pop();
  for (int i = 0; i < below; ++i) (void)stack_.pop();
  Operand copy = value;
  // A result in an operand slot must be moved; a local or a constant need not.
  if (value.is_slot() && value.slot >= 0) {
    std::int32_t own = OperandStack::own_slot(bottom);
    Acc held = in_acc(value, Acc::kDouble) ? Acc::kDouble : Acc::kBits;
    move(own, value);
    set_acc(own, held);
    copy = {OperandKind::kSlot, own, 0, 0};
  }
  auto push_copy = [&] {
    stack_.push(copy);
    if (moved == 2)
      stack_.push({OperandKind::kSecond, 0, 0, 0});
  };
  push_copy();
  for (const Operand& operand : lower) stack_.push(operand);
  push_copy();
  return true;
}

// This way always works: all operands go into their slots, then they move slot by slot from the
// top.
void Translation::shuffle(Opcode opcode) {
  flush();
  std::int32_t depth = stack_.depth();
  // Counted from the top before the instruction: own(1) is the top operand, own(0) the slot above.
  auto own = [&](std::int32_t from_top) { return OperandStack::own_slot(depth - from_top); };
  auto copy = [&](std::int32_t to, std::int32_t from) { emit(CellOp::mov, to, from, 0); };
  switch (opcode) {
    case Opcode::dup_x1:
      copy(own(0), own(1));
      copy(own(1), own(2));
      copy(own(2), own(0));
      break;
    case Opcode::dup_x2:
      copy(own(0), own(1));
      copy(own(1), own(2));
      copy(own(2), own(3));
      copy(own(3), own(0));
      break;
    case Opcode::dup2_x1:
      copy(own(-1), own(1));
      copy(own(0), own(2));
      copy(own(1), own(3));
      copy(own(2), own(-1));
      copy(own(3), own(0));
      break;
    case Opcode::dup2_x2:
      copy(own(-1), own(1));
      copy(own(0), own(2));
      copy(own(1), own(3));
      copy(own(2), own(4));
      copy(own(3), own(-1));
      copy(own(4), own(0));
      break;
    case Opcode::swap:
      emit(CellOp::swap, own(1), own(2), 0);
      break;
    default:
      MJ_UNREACHABLE("shuffling for opcode %d", static_cast<int>(opcode));
  }
  int pushed = opcode == Opcode::dup_x1 || opcode == Opcode::dup_x2 ? 1
               : opcode == Opcode::swap                             ? 0
                                                                    : 2;
  // A slot that was a second one may be a first one now, so each operand is again its own slot.
  stack_.reset(depth + pushed);
  forget_acc();
}

bool Translation::translate_value(const Instruction& at) {
  auto opcode = static_cast<int>(at.opcode);
  auto in = [&](Opcode first, Opcode last) {
    return opcode >= static_cast<int>(first) && opcode <= static_cast<int>(last);
  };
  if (in(Opcode::iload, Opcode::aload_3)) {
    // The effect of a load in classfile/opcodes.def is, for example, ">I".
    char type = at.info().effect[1];
    load(at.index, type == 'J' || type == 'D');
    return true;
  }
  if (in(Opcode::istore, Opcode::astore_3)) {
    char type = at.info().effect[0];
    store(at.index, type == 'J' || type == 'D');
    return true;
  }
  if (in(Opcode::iconst_m1, Opcode::iconst_5)) {
    push_constant(OperandKind::kInt, int_bits(opcode - static_cast<int>(Opcode::iconst_0)));
    return true;
  }
  switch (at.opcode) {
    case Opcode::nop:
      return true;
    case Opcode::aconst_null:
      push_constant(OperandKind::kNull, 0);
      return true;
    case Opcode::lconst_0:
      push_constant(OperandKind::kLong, 0);
      return true;
    case Opcode::lconst_1:
      push_constant(OperandKind::kLong, 1);
      return true;
    case Opcode::fconst_0:
      push_constant(OperandKind::kFloat, 0);
      return true;
    case Opcode::fconst_1:
      push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(1.0F));
      return true;
    case Opcode::fconst_2:
      push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(2.0F));
      return true;
    case Opcode::dconst_0:
      push_constant(OperandKind::kDouble, 0);
      return true;
    case Opcode::dconst_1:
      push_constant(OperandKind::kDouble, std::bit_cast<std::uint64_t>(1.0));
      return true;
    case Opcode::bipush:
    case Opcode::sipush:
      push_constant(OperandKind::kInt, int_bits(at.constant));
      return true;
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w:
      load_constant(at);
      return true;
    case Opcode::iinc:
      increment(at.index, at.constant);
      return true;
    case Opcode::pop:
      (void)stack_.pop();
      return true;
    case Opcode::pop2:
      (void)stack_.pop();
      (void)stack_.pop();
      return true;
    case Opcode::dup:
      stack_.push(stack_.at(stack_.depth() - 1));
      return true;
    case Opcode::dup2: {
      Operand lower = stack_.at(stack_.depth() - 2);
      Operand upper = stack_.at(stack_.depth() - 1);
      stack_.push(lower);
      stack_.push(upper);
      return true;
    }
    case Opcode::dup_x1:
      if (!folds_ || !shuffle_by_name(1, 1))
        shuffle(at.opcode);
      return true;
    case Opcode::dup_x2:
      if (!folds_ || !shuffle_by_name(2, 1))
        shuffle(at.opcode);
      return true;
    case Opcode::dup2_x1:
      if (!folds_ || !shuffle_by_name(1, 2))
        shuffle(at.opcode);
      return true;
    case Opcode::dup2_x2:
      if (!folds_ || !shuffle_by_name(2, 2))
        shuffle(at.opcode);
      return true;
    case Opcode::swap:
      shuffle(at.opcode);
      return true;
    default:
      return false;
  }
}

// Numbers are in the class file; all other constants are linked at their first use.
void Translation::load_constant(const Instruction& at) {
  const classfile::ConstantPool& raw = method_.pool->raw();
  switch (raw.tag(at.index)) {
    case classfile::ConstantTag::Integer:
      push_constant(OperandKind::kInt, int_bits(raw.integer(at.index)));
      return;
    case classfile::ConstantTag::Float:
      push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(raw.float_(at.index)));
      return;
    case classfile::ConstantTag::Long:
      push_constant(OperandKind::kLong, static_cast<std::uint64_t>(raw.long_(at.index)));
      return;
    case classfile::ConstantTag::Double:
      push_constant(OperandKind::kDouble, std::bit_cast<std::uint64_t>(raw.double_(at.index)));
      return;
    default:
      break;
  }
  BasicType type = constant_type(method_, at);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(CellOp::ldc, to, 0, 0);
  drafts_.emit_data(bci_, 1);
  produced(cell, to, acc_of(type));
}

// --- arithmetic ---

// Operand c has 32 bits for an int, a long that fits, or the displacement of a literal.
bool Translation::has_constant_form(const Operand& operand, BasicType type) const {
  switch (operand.kind) {
    case OperandKind::kInt:
      return type == BasicType::kInt;
    case OperandKind::kLong:
      return type == BasicType::kLong && fits_int(operand.number());
    case OperandKind::kFloat:
      return type == BasicType::kFloat;
    case OperandKind::kDouble:
      return type == BasicType::kDouble;
    default:
      return false;
  }
}

// Floats and doubles are among the literals; c is their displacement then.
void Translation::binary_with_constant(CellOp first, BasicType type, Form form, std::int32_t slot,
                                       const Operand& constant, BasicType constant_type) {
  bool is_literal = constant_type == BasicType::kFloat || constant_type == BasicType::kDouble;
  std::int32_t c =
      is_literal ? drafts_.literal(constant.bits) : static_cast<std::int32_t>(constant.bits);
  std::int32_t to = push_result(type);
  std::uint32_t cell =
      emit(variant(first, form), to, slot, c, is_literal ? Fix::kLiteral : Fix::kNone);
  produced(cell, to, acc_of(type));
}

// True if the last two cells compute doubles, the first of them this operand.
bool Translation::is_previous_double(const Operand& operand) const {
  // No jump may come between the two cells.
  if (drafts_.size() < poll_cell_ + 2)
    return false;
  const Draft& previous = drafts_[drafts_.size() - 2];
  const Draft& last = drafts_[drafts_.size() - 1];
  return is_double_math(previous.op) && is_double_math(last.op) && previous.a == operand.slot &&
         last.a != operand.slot;
}

// For shifts of longs, `right` differs from the type.
void Translation::binary(CellOp first, BasicType type, BasicType right, OperandOrder order) {
  Operand y = pop_value(right);
  Operand x = pop_value(type);
  if (order == kCommutes && !x.is_slot() && y.is_slot()) {
    std::swap(x, y);
  }
  if (!y.is_slot() && has_constant_form(y, right)) {
    (void)to_slot(x);
    binary_with_constant(first, type, in_acc(x, acc_of(type)) ? kAK : kRK, x.slot, y, right);
    return;
  }
  if (!x.is_slot() && y.is_slot() && has_constant_form(x, type)) {
    binary_with_constant(first, type, in_acc(y, acc_of(right)) ? kKA : kKR, y.slot, x, type);
    return;
  }
  // Without a constant, y comes first: x may be in the accumulator, which to_slot may overwrite.
  (void)to_slot(y);
  (void)to_slot(x);
  Form form = in_acc(x, acc_of(type)) ? kAR : in_acc(y, acc_of(right)) ? kRA : kRR;
  const CellOp op = type == BasicType::kDouble && form == kRA && is_previous_double(x)
                        ? previous_form(first)
                        : variant(first, form);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(op, to, x.slot, y.slot);
  produced(cell, to, acc_of(type));
}

// The form is 0 for a slot, 1 for the accumulator.
void Translation::unary(CellOp first, BasicType from, BasicType to_type) {
  Operand x = pop_value(from);
  (void)to_slot(x);
  bool is_acc = in_acc(x, acc_of(from));
  std::int32_t to = push_result(to_type);
  std::uint32_t cell = emit(variant(first, is_acc ? 1 : 0), to, x.slot, 0);
  produced(cell, to, acc_of(to_type));
}

// Takes operands in slots only, for the opcodes whose cells have no forms.
void Translation::binary_in_slots(CellOp op, BasicType type, BasicType result) {
  Operand y = pop_value(type);
  Operand x = pop_value(type);
  (void)to_slot(y);
  (void)to_slot(x);
  std::int32_t to = push_result(result);
  std::uint32_t cell = emit(op, to, x.slot, y.slot);
  produced(cell, to, acc_of(result));
}

bool Translation::translate_math(const Instruction& at) {
  // These are the kinds of meanings.def.
  constexpr BasicType kINT = BasicType::kInt;
  constexpr BasicType kLONG = BasicType::kLong;
  constexpr BasicType kFLOAT = BasicType::kFloat;
  constexpr BasicType kDOUBLE = BasicType::kDouble;
  switch (at.opcode) {
// Each row of meanings.def becomes one case.
#define MJ_BINARY(name, LEFT, RIGHT, order, expression)  \
  case Opcode::name:                                     \
    binary(CellOp::name##_rr, k##LEFT, k##RIGHT, order); \
    return true;
#define MJ_DIVISION(name, KIND, expression) MJ_BINARY(name, KIND, KIND, kOrdered, expression)
#define MJ_REMAINDER(name, KIND, expression)         \
  case Opcode::name:                                 \
    binary_in_slots(CellOp::name, k##KIND, k##KIND); \
    return true;
#define MJ_UNARY(name, FROM, TO, expression) \
  case Opcode::name:                         \
    unary(CellOp::name##_r, k##FROM, k##TO); \
    return true;
// A branch right behind takes the comparison over.
#define MJ_COMPARE(name, KIND, expression)                       \
  case Opcode::name:                                             \
    if (const std::optional<Instruction> next = next_branch(at)) \
      branch_compare(at, *next, k##KIND);                        \
    else                                                         \
      binary_in_slots(CellOp::name, k##KIND, kINT);              \
    return true;
#include "vm/interp/meanings.def"
    default:
      return false;
  }
}

}  // namespace minijvm::interp
