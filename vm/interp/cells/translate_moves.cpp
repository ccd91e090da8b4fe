// Brings operands into their own slots, as a part of a translation (translation.h), at a method's
// first call.
#include <algorithm>

#include "vm/interp/cells/translation.h"

namespace minijvm::interp {

namespace {

bool fits_int(std::int64_t value) { return value == static_cast<std::int32_t>(value); }
// Returns whether the operand is an int or null that half of operand c can hold.
bool is_short_int(const Operand& operand) {
  return (operand.kind == OperandKind::kInt || operand.kind == OperandKind::kNull) &&
         operand.number() == static_cast<std::int16_t>(operand.number());
}

}  // namespace

void Translation::move(std::int32_t to, const Operand& from) {
  switch (from.kind) {
    case OperandKind::kSlot:
      // The accumulator keeps the value: it is the same in both slots.
      if (in_acc(from, Acc::kDouble)) {
        emit(CellOp::mov_dacc, to, 0, 0);
      } else if (in_acc(from, Acc::kBits)) {
        emit(CellOp::mov_acc, to, 0, 0);
      } else {
        emit(CellOp::mov, to, from.slot, 0);
        set_acc(to, Acc::kBits);
      }
      return;
    case OperandKind::kInt:
      emit(CellOp::const_int, to, 0, static_cast<std::int32_t>(from.bits));
      break;
    case OperandKind::kNull:
      emit(CellOp::const_int, to, 0, 0);
      break;
    case OperandKind::kLong:
      // A cell has room for 32 bits; larger constants become literals.
      if (fits_int(from.number())) {
        emit(CellOp::const_long, to, 0, static_cast<std::int32_t>(from.number()));
        break;
      }
      [[fallthrough]];
    case OperandKind::kFloat:
    case OperandKind::kDouble:
      emit(CellOp::literal, to, 0, drafts_.literal(from.bits), Fix::kLiteral);
      break;
    // A second slot holds nothing that could be moved.
    case OperandKind::kSecond:
      return;
  }
  set_acc(to, Acc::kBits);
}

std::int32_t Translation::to_slot(Operand& operand) {
  if (!operand.is_slot()) {
    std::int32_t own = OperandStack::own_slot(operand.depth);
    move(own, operand);
    // A cell behind this one may stop: its mask must have the slot.
    note_in_place(operand.depth);
    operand.kind = OperandKind::kSlot;
    operand.slot = own;
  }
  return operand.slot;
}

void Translation::put_in_place(std::int32_t depth) {
  if (stack_.is_in_place(depth))
    return;
  move(OperandStack::own_slot(depth), stack_.at(depth));
  note_in_place(depth);
  stack_.settle(depth);
}

void Translation::flush() {
  // The value in the accumulator comes first, because the other moves overwrite it.
  for (std::int32_t depth = stack_.settled(); depth < stack_.depth(); ++depth) {
    if (in_acc(stack_.at(depth), Acc::kBits) || in_acc(stack_.at(depth), Acc::kDouble))
      put_in_place(depth);
  }
  for (std::int32_t depth = stack_.settled(); depth < stack_.depth();)
    depth = put_some_in_place(depth);
}

// Operands in slots, and one constant beside a slot, share a cell: most calls have two or three
// arguments that wait. The order of the moves does not matter (operand_stack.h:/Invariant/).
std::int32_t Translation::put_some_in_place(std::int32_t first) {
  auto next_waiting = [&](std::int32_t depth) {
    while (depth < stack_.depth() && stack_.is_in_place(depth)) ++depth;
    return depth;
  };
  auto is_slot = [&](std::int32_t depth) {
    return depth < stack_.depth() && stack_.at(depth).is_slot();
  };
  auto is_constant = [&](std::int32_t depth) {
    return depth < stack_.depth() && is_short_int(stack_.at(depth));
  };
  auto settle = [&](std::int32_t depth) {
    if (acc_slot_ == OperandStack::own_slot(depth))
      forget_acc();
    note_in_place(depth);
    stack_.settle(depth);
  };
  first = next_waiting(first);
  const std::int32_t second = next_waiting(first + 1);
  const std::int32_t third = next_waiting(second + 1);
  const std::int32_t to = OperandStack::own_slot(first);
  const std::int32_t to_second = OperandStack::own_slot(second);
  bool is_pair = is_slot(first) && is_slot(second);
  if (folds_ && is_pair && is_slot(third) && third == first + 2) {
    emit(CellOp::mov3, to, stack_.at(first).slot,
         halves(stack_.at(second).slot, stack_.at(third).slot));
    settle(third);
  } else if (folds_ && is_pair) {
    emit(CellOp::mov2, to, stack_.at(first).slot, halves(to_second, stack_.at(second).slot));
  } else if (folds_ && is_slot(first) && is_constant(second)) {
    emit(CellOp::mov_const, to, stack_.at(first).slot,
         halves(to_second, static_cast<std::int32_t>(stack_.at(second).bits)));
  } else if (folds_ && is_constant(first) && is_slot(second)) {
    emit(CellOp::mov_const, to_second, stack_.at(second).slot,
         halves(to, static_cast<std::int32_t>(stack_.at(first).bits)));
  } else {
    if (first < stack_.depth())
      put_in_place(first);
    return second;
  }
  settle(first);
  settle(second);
  return second + 1;
}

void Translation::spill_local(std::int32_t slot) {
  for (std::int32_t depth = stack_.settled(); depth < stack_.depth(); ++depth) {
    const Operand& operand = stack_.at(depth);
    // The operand was deferred: it was loaded from the local, but not used yet.
    if (operand.is_slot() && operand.slot == slot) {
      put_in_place(depth);
    }
  }
}

std::uint64_t Translation::operands_in_place() const {
  std::uint64_t in_place = kAllInPlace;
  // Deeper operands are always in place (translator.cpp:/kMaskBits/).
  for (std::int32_t depth = stack_.settled(); depth < std::min(stack_.depth(), kMaskBits);
       ++depth) {
    if (!stack_.is_in_place(depth))
      in_place &= ~(std::uint64_t{1} << depth);
  }
  return in_place;
}

}  // namespace minijvm::interp
