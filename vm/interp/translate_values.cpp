// Operands: where they are, how they get into their slots; constants, locals, stack instructions, arithmetic.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/check.h"
#include "classfile/constant_pool.h"
#include "runtime/class.h"
#include "runtime/run_constant_pool.h"
#include "vm/interp/translation.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::BasicType;

namespace {

std::uint64_t int_bits(std::int32_t value) { return static_cast<std::uint32_t>(value); }
bool fits_int(std::int64_t value) { return value == static_cast<std::int32_t>(value); }

}  // namespace

// --- operands in their places ---

void Translation::move(std::int32_t to, const Operand& from) {
  switch (from.kind) {
    case OperandKind::kSlot:
      if (in_acc(from, Acc::kDouble)) {
        emit(CellOp::mov_dacc, to, 0, 0);
      } else if (in_acc(from, Acc::kBits)) {
        emit(CellOp::mov_acc, to, 0, 0);
      } else {
        emit(CellOp::mov, to, from.slot, 0);
        set_acc(to, Acc::kBits);
      }
      return;
    case OperandKind::kInt: emit(CellOp::const_int, to, 0, static_cast<std::int32_t>(from.bits)); break;
    case OperandKind::kNull: emit(CellOp::const_int, to, 0, 0); break;
    case OperandKind::kLong:
      if (fits_int(from.number())) {
        emit(CellOp::const_long, to, 0, static_cast<std::int32_t>(from.number()));
        break;
      }
      [[fallthrough]];
    case OperandKind::kFloat:
    case OperandKind::kDouble: emit(CellOp::literal, to, 0, drafts_.literal(from.bits), Fix::kLiteral); break;
    case OperandKind::kSecond: return;
  }
  set_acc(to, Acc::kBits);
}

std::int32_t Translation::to_slot(Operand& operand) {
  if (!operand.is_slot()) {
    std::int32_t own = OperandStack::own_slot(operand.depth);
    move(own, operand);
    note_in_place(operand.depth);
    operand.kind = OperandKind::kSlot;
    operand.slot = own;
  }
  return operand.slot;
}

void Translation::put_in_place(std::int32_t depth) {
  if (stack_.is_in_place(depth)) return;
  Operand& operand = stack_.at(depth);
  std::int32_t own = OperandStack::own_slot(depth);
  move(own, operand);
  note_in_place(depth);
  operand = {OperandKind::kSlot, own, 0, 0};
}

void Translation::flush() {
  for (std::int32_t depth = 0; depth < stack_.depth(); ++depth) put_in_place(depth);
}

void Translation::spill_local(std::int32_t slot) {
  for (std::int32_t depth = 0; depth < stack_.depth(); ++depth) {
    const Operand& operand = stack_.at(depth);
    if (operand.is_slot() && operand.slot == slot) {
      put_in_place(depth);
    }
  }
}

std::uint64_t Translation::operands_in_place() const {
  std::uint64_t in_place = kAllInPlace;
  for (std::int32_t depth = 0; depth < std::min(stack_.depth(), kMaskBits); ++depth) {
    if (!stack_.is_in_place(depth)) in_place &= ~(std::uint64_t{1} << depth);
  }
  return in_place;
}

void Translation::push_constant(OperandKind kind, std::uint64_t bits) {
  stack_.push({kind, 0, bits, 0});
  if (kind == OperandKind::kLong || kind == OperandKind::kDouble) {
    stack_.push({OperandKind::kSecond, 0, 0, 0});
  }
}

// --- locals ---

void Translation::load(std::int32_t local, bool is_category2) {
  stack_.push({OperandKind::kSlot, local_slot(local), 0, 0});
  if (is_category2) {
    stack_.push({OperandKind::kSecond, 0, 0, 0});
  }
}

// The operation before may write to the local itself, unless older operands still wait to be read from there.
void Translation::store(std::int32_t local, bool is_category2) {
  std::int32_t to = local_slot(local);
  Operand value = is_category2 ? stack_.pop2() : stack_.pop();
  bool is_fresh = folds_ && producer_ >= 0 && value.is_slot() && value.slot == produced_slot_ && produced_slot_ >= 0;
  if (is_fresh && !stack_.mentions(to)) {
    drafts_[static_cast<std::uint32_t>(producer_)].a = static_cast<std::int16_t>(to);
    stack_.rename(value.slot, to);
    acc_slot_ = to;
    producer_ = -1;
    return;
  }
  spill_local(to);
  if (value.is_slot() && value.slot == to) return;
  Acc held = in_acc(value, Acc::kDouble) ? Acc::kDouble : in_acc(value, Acc::kBits) ? Acc::kBits : Acc::kNothing;
  move(to, value);
  if (held != Acc::kNothing) {
    set_acc(to, held);
  } else if (acc_slot_ == to && acc_ == Acc::kDouble) {
    forget_acc();
  }
}

void Translation::increment(std::int32_t local, std::int32_t by) {
  std::int32_t slot = local_slot(local);
  spill_local(slot);
  Operand value{OperandKind::kSlot, slot, 0, 0};
  emit(in_acc(value, Acc::kBits) ? CellOp::iadd_ak : CellOp::iadd_rk, slot, slot, by);
  set_acc(slot, Acc::kBits);
}

// --- the stack ---

// dup_x1 and its kin: `moved` slots on top (one value) go below the `below` slots under them. If those are deferred, they move by name:
// only the value on top is written anew, at the bottom.
bool Translation::shuffle_by_name(int below, int moved) {
  std::int32_t bottom = stack_.depth() - below - moved;
  std::int32_t top = stack_.depth() - moved;
  if (moved == 2 && stack_.at(top + 1).kind != OperandKind::kSecond) return false;
  for (std::int32_t depth = bottom; depth < top; ++depth) {
    const Operand& operand = stack_.at(depth);
    bool may_move = !operand.is_slot() || operand.slot < 0;  // constants, locals, second slots
    if (!may_move) return false;
  }
  std::vector<Operand> lower;
  for (std::int32_t depth = bottom; depth < top; ++depth) lower.push_back(stack_.at(depth));
  Operand value = moved == 2 ? stack_.pop2() : stack_.pop();
  for (int i = 0; i < below; ++i) (void)stack_.pop();
  Operand copy = value;
  if (value.is_slot() && value.slot >= 0) {
    std::int32_t own = OperandStack::own_slot(bottom);
    Acc held = in_acc(value, Acc::kDouble) ? Acc::kDouble : Acc::kBits;
    move(own, value);
    set_acc(own, held);
    copy = {OperandKind::kSlot, own, 0, 0};
  }
  auto push_copy = [&] {
    stack_.push(copy);
    if (moved == 2) stack_.push({OperandKind::kSecond, 0, 0, 0});
  };
  push_copy();
  for (const Operand& operand : lower) stack_.push(operand);
  push_copy();
  return true;
}

// A way that always works: everything into its slot, then slot by slot, from the top down.
void Translation::shuffle(Opcode opcode) {
  flush();
  std::int32_t depth = stack_.depth();
  auto own = [&](std::int32_t from_top) { return OperandStack::own_slot(depth - from_top); };
  auto copy = [&](std::int32_t to, std::int32_t from) { emit(CellOp::mov, to, from, 0); };
  switch (opcode) {
    case Opcode::dup_x1: copy(own(0), own(1)); copy(own(1), own(2)); copy(own(2), own(0)); break;
    case Opcode::dup_x2: copy(own(0), own(1)); copy(own(1), own(2)); copy(own(2), own(3)); copy(own(3), own(0)); break;
    case Opcode::dup2_x1:
      copy(own(-1), own(1)); copy(own(0), own(2)); copy(own(1), own(3)); copy(own(2), own(-1)); copy(own(3), own(0));
      break;
    case Opcode::dup2_x2:
      copy(own(-1), own(1)); copy(own(0), own(2)); copy(own(1), own(3)); copy(own(2), own(4)); copy(own(3), own(-1)); copy(own(4), own(0));
      break;
    case Opcode::swap: emit(CellOp::swap, own(1), own(2), 0); break;
    default: MJ_UNREACHABLE("shuffling for opcode %d", static_cast<int>(opcode));
  }
  int pushed = opcode == Opcode::dup_x1 || opcode == Opcode::dup_x2 ? 1 : opcode == Opcode::swap ? 0 : 2;
  // What was a second slot may now be a first one: by slots, all are what they are.
  stack_.reset(depth + pushed);
  forget_acc();
}

bool Translation::translate_value(const Instruction& at) {
  auto opcode = static_cast<int>(at.opcode);
  auto in = [&](Opcode first, Opcode last) { return opcode >= static_cast<int>(first) && opcode <= static_cast<int>(last); };
  if (in(Opcode::iload, Opcode::aload_3)) {
    char type = at.info().effect[1];  // ">I"
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
    case Opcode::nop: return true;
    case Opcode::aconst_null: push_constant(OperandKind::kNull, 0); return true;
    case Opcode::lconst_0: push_constant(OperandKind::kLong, 0); return true;
    case Opcode::lconst_1: push_constant(OperandKind::kLong, 1); return true;
    case Opcode::fconst_0: push_constant(OperandKind::kFloat, 0); return true;
    case Opcode::fconst_1: push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(1.0F)); return true;
    case Opcode::fconst_2: push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(2.0F)); return true;
    case Opcode::dconst_0: push_constant(OperandKind::kDouble, 0); return true;
    case Opcode::dconst_1: push_constant(OperandKind::kDouble, std::bit_cast<std::uint64_t>(1.0)); return true;
    case Opcode::bipush:
    case Opcode::sipush: push_constant(OperandKind::kInt, int_bits(at.constant)); return true;
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w: load_constant(at); return true;
    case Opcode::iinc: increment(at.index, at.constant); return true;
    case Opcode::pop: (void)stack_.pop(); return true;
    case Opcode::pop2:
      (void)stack_.pop();
      (void)stack_.pop();
      return true;
    case Opcode::dup: stack_.push(stack_.at(stack_.depth() - 1)); return true;
    case Opcode::dup2: {
      Operand lower = stack_.at(stack_.depth() - 2);
      Operand upper = stack_.at(stack_.depth() - 1);
      stack_.push(lower);
      stack_.push(upper);
      return true;
    }
    case Opcode::dup_x1:
      if (!folds_ || !shuffle_by_name(1, 1)) shuffle(at.opcode);
      return true;
    case Opcode::dup_x2:
      if (!folds_ || !shuffle_by_name(2, 1)) shuffle(at.opcode);
      return true;
    case Opcode::dup2_x1:
      if (!folds_ || !shuffle_by_name(1, 2)) shuffle(at.opcode);
      return true;
    case Opcode::dup2_x2:
      if (!folds_ || !shuffle_by_name(2, 2)) shuffle(at.opcode);
      return true;
    case Opcode::swap: shuffle(at.opcode); return true;
    default: return false;
  }
}

// Numbers are in the class file; the others are linked when they are first met.
void Translation::load_constant(const Instruction& at) {
  const classfile::ConstantPool& raw = method_.pool->raw();
  switch (raw.tag(at.index)) {
    case classfile::ConstantTag::Integer: push_constant(OperandKind::kInt, int_bits(raw.integer(at.index))); return;
    case classfile::ConstantTag::Float: push_constant(OperandKind::kFloat, std::bit_cast<std::uint32_t>(raw.float_(at.index))); return;
    case classfile::ConstantTag::Long: push_constant(OperandKind::kLong, static_cast<std::uint64_t>(raw.long_(at.index))); return;
    case classfile::ConstantTag::Double: push_constant(OperandKind::kDouble, std::bit_cast<std::uint64_t>(raw.double_(at.index))); return;
    default: break;
  }
  BasicType type = constant_type(method_, at);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(CellOp::ldc, to, 0, 0);
  drafts_.emit_data(bci_, 1);
  produced(cell, to, acc_of(type));
}

// --- arithmetic ---

bool Translation::has_constant_form(const Operand& operand, BasicType type) const {
  switch (operand.kind) {
    case OperandKind::kInt: return type == BasicType::kInt;
    case OperandKind::kLong: return type == BasicType::kLong && fits_int(operand.number());
    case OperandKind::kFloat: return type == BasicType::kFloat;
    case OperandKind::kDouble: return type == BasicType::kDouble;
    default: return false;
  }
}

void Translation::binary_with_constant(CellOp first, BasicType type, Form form, std::int32_t slot, const Operand& constant, BasicType constant_type) {
  bool is_literal = constant_type == BasicType::kFloat || constant_type == BasicType::kDouble;
  std::int32_t c = is_literal ? drafts_.literal(constant.bits) : static_cast<std::int32_t>(constant.bits);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(variant(first, form), to, slot, c, is_literal ? Fix::kLiteral : Fix::kNone);
  produced(cell, to, acc_of(type));
}

// `right` differs from the type for shifts of longs.
void Translation::binary(CellOp first, BasicType type, bool commutes, BasicType right) {
  Operand y = pop_value(right);
  Operand x = pop_value(type);
  if (commutes && !x.is_slot() && y.is_slot()) {
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
  (void)to_slot(y);
  (void)to_slot(x);
  Form form = in_acc(x, acc_of(type)) ? kAR : in_acc(y, acc_of(right)) ? kRA : kRR;
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(variant(first, form), to, x.slot, y.slot);
  produced(cell, to, acc_of(type));
}

void Translation::unary(CellOp first, BasicType from, BasicType to_type) {
  Operand x = pop_value(from);
  (void)to_slot(x);
  bool is_acc = in_acc(x, acc_of(from));
  std::int32_t to = push_result(to_type);
  std::uint32_t cell = emit(variant(first, is_acc ? 1 : 0), to, x.slot, 0);
  produced(cell, to, acc_of(to_type));
}

void Translation::compare(CellOp op, BasicType type) {
  Operand y = pop_value(type);
  Operand x = pop_value(type);
  (void)to_slot(y);
  (void)to_slot(x);
  std::int32_t to = push_result(BasicType::kInt);
  std::uint32_t cell = emit(op, to, x.slot, y.slot);
  produced(cell, to, Acc::kBits);
}

bool Translation::translate_math(const Instruction& at) {
  constexpr BasicType kI = BasicType::kInt;
  constexpr BasicType kJ = BasicType::kLong;
  constexpr BasicType kF = BasicType::kFloat;
  constexpr BasicType kD = BasicType::kDouble;
  switch (at.opcode) {
#define MJ_BINARY(name, type, commutes) \
  case Opcode::name: binary(CellOp::name##_rr, type, commutes, type); return true;
    MJ_BINARY(iadd, kI, true)
    MJ_BINARY(isub, kI, false)
    MJ_BINARY(imul, kI, true)
    MJ_BINARY(idiv, kI, false)
    MJ_BINARY(irem, kI, false)
    MJ_BINARY(iand, kI, true)
    MJ_BINARY(ior, kI, true)
    MJ_BINARY(ixor, kI, true)
    MJ_BINARY(ishl, kI, false)
    MJ_BINARY(ishr, kI, false)
    MJ_BINARY(iushr, kI, false)
    MJ_BINARY(ladd, kJ, true)
    MJ_BINARY(lsub, kJ, false)
    MJ_BINARY(lmul, kJ, true)
    MJ_BINARY(ldiv, kJ, false)
    MJ_BINARY(lrem, kJ, false)
    MJ_BINARY(land, kJ, true)
    MJ_BINARY(lor, kJ, true)
    MJ_BINARY(lxor, kJ, true)
    MJ_BINARY(fadd, kF, true)
    MJ_BINARY(fsub, kF, false)
    MJ_BINARY(fmul, kF, true)
    MJ_BINARY(fdiv, kF, false)
    MJ_BINARY(dadd, kD, true)
    MJ_BINARY(dsub, kD, false)
    MJ_BINARY(dmul, kD, true)
    MJ_BINARY(ddiv, kD, false)
#undef MJ_BINARY
    case Opcode::lshl: binary(CellOp::lshl_rr, kJ, false, kI); return true;
    case Opcode::lshr: binary(CellOp::lshr_rr, kJ, false, kI); return true;
    case Opcode::lushr: binary(CellOp::lushr_rr, kJ, false, kI); return true;
    case Opcode::frem: {
      compare(CellOp::frem, kF);
      return true;
    }
    case Opcode::drem: {
      Operand y = stack_.pop2();
      Operand x = stack_.pop2();
      (void)to_slot(y);
      (void)to_slot(x);
      std::int32_t to = push_result(kD);
      produced(emit(CellOp::drem, to, x.slot, y.slot), to, Acc::kDouble);
      return true;
    }
#define MJ_UNARY(name, from, to) \
  case Opcode::name: unary(CellOp::name##_r, from, to); return true;
    MJ_UNARY(ineg, kI, kI)
    MJ_UNARY(lneg, kJ, kJ)
    MJ_UNARY(fneg, kF, kF)
    MJ_UNARY(dneg, kD, kD)
    MJ_UNARY(i2l, kI, kJ)
    MJ_UNARY(i2f, kI, kF)
    MJ_UNARY(i2d, kI, kD)
    MJ_UNARY(l2i, kJ, kI)
    MJ_UNARY(l2f, kJ, kF)
    MJ_UNARY(l2d, kJ, kD)
    MJ_UNARY(f2i, kF, kI)
    MJ_UNARY(f2l, kF, kJ)
    MJ_UNARY(f2d, kF, kD)
    MJ_UNARY(d2i, kD, kI)
    MJ_UNARY(d2l, kD, kJ)
    MJ_UNARY(d2f, kD, kF)
    MJ_UNARY(i2b, kI, kI)
    MJ_UNARY(i2c, kI, kI)
    MJ_UNARY(i2s, kI, kI)
#undef MJ_UNARY
    case Opcode::lcmp:
      if (!next_is_branch(at, nullptr)) compare(CellOp::lcmp, kJ);
      else branch_compare(at, kJ);
      return true;
    case Opcode::fcmpl:
    case Opcode::fcmpg:
      if (!next_is_branch(at, nullptr)) compare(at.opcode == Opcode::fcmpl ? CellOp::fcmpl : CellOp::fcmpg, kF);
      else branch_compare(at, kF);
      return true;
    case Opcode::dcmpl:
    case Opcode::dcmpg:
      if (!next_is_branch(at, nullptr)) compare(at.opcode == Opcode::dcmpl ? CellOp::dcmpl : CellOp::dcmpg, kD);
      else branch_compare(at, kD);
      return true;
    default: return false;
  }
}

}  // namespace minijvm::interp
