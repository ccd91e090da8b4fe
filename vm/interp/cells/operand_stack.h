// Describes the translator's operand stack: for each operand, what it is and where it is.
// Tested by tests/vm/interp_cells_test.cpp.
//
// Invariant: an operand that is a slot is a local, its own slot, or the own slot of a lower operand
// that is in place itself. So a result may always be written to the own slot on top, and operands
// may be put in place in any order.
//
// Example, after `iload_1; dup; bipush 7` in a method with two locals:
//
//   depth   operand            own slot
//     0     slot -1 (local 1)    4
//     1     slot -1 (local 1)    5
//     2     int 7                6
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/frame/frame.h"

namespace minijvm::interp {

enum class OperandKind : std::uint8_t {
  kSlot,  // in a slot of the frame
  kInt,   // constants
  kLong,
  kFloat,
  kDouble,
  kNull,
  // This is the second slot of a long or double. It holds nothing.
  kSecond,
};

struct Operand {
  OperandKind kind = OperandKind::kSlot;
  // For kSlot: the slot, counted from the frame pointer, so locals are negative.
  std::int32_t slot = 0;
  // For constants: the bits, as a slot holds them.
  std::uint64_t bits = 0;
  // For popped operands: the depth that the operand had.
  std::int32_t depth = 0;

  bool is_slot() const { return kind == OperandKind::kSlot; }
  std::int64_t number() const {
    return kind == OperandKind::kInt ? static_cast<std::int32_t>(bits)
                                     : static_cast<std::int64_t>(bits);
  }
};

class OperandStack {
 public:
  static std::int32_t own_slot(std::int32_t depth) { return runtime::kFrameHeaderSlots + depth; }
  static bool is_local(std::int32_t slot) { return slot < 0; }

  std::int32_t depth() const { return static_cast<std::int32_t>(operands_.size()); }
  // Resets the stack to operands that are all in their own slots.
  void reset(std::int32_t depth) {
    operands_.clear();
    settled_ = 0;
    for (std::int32_t i = 0; i < depth; ++i) push_own();
  }
  void push(Operand operand) {
    operands_.push_back(operand);
    advance_settled();
  }
  // Pushes a new operand that is in its own slot.
  std::int32_t push_own() {
    std::int32_t slot = own_slot(depth());
    push({OperandKind::kSlot, slot, 0, 0});
    return slot;
  }
  Operand pop() {
    Operand top = operands_.back();
    operands_.pop_back();
    top.depth = depth();
    settled_ = std::min(settled_, depth());
    return top;
  }
  // Pops a long or double: the operand is in the first of its two slots.
  Operand pop2() {
    operands_.pop_back();
    return pop();
  }
  const Operand& at(std::int32_t depth) const { return operands_[static_cast<std::size_t>(depth)]; }
  // Says that the operand at this depth is in its own slot now.
  void settle(std::int32_t depth) {
    operands_[static_cast<std::size_t>(depth)] = {OperandKind::kSlot, own_slot(depth), 0, 0};
    advance_settled();
  }
  // All operands below this depth are in place. A search for others begins here, so that a method
  // that fills an array of hundreds of elements on its stack is not walked for each of them.
  std::int32_t settled() const { return settled_; }
  bool is_in_place(std::int32_t depth) const {
    const Operand& operand = at(depth);
    return operand.kind == OperandKind::kSecond ||
           (operand.is_slot() && operand.slot == own_slot(depth));
  }
  // Returns whether the value of some operand is in this slot.
  bool mentions(std::int32_t slot) const {
    for (std::int32_t i = is_local(slot) ? settled_ : 0; i < depth(); ++i) {
      if (at(i).is_slot() && at(i).slot == slot)
        return true;
    }
    return false;
  }
  // Says that all operands in slot `from`, which is some operand's own slot, are in slot `to` now.
  void rename(std::int32_t from, std::int32_t to) {
    // By the invariant no lower operand is in that slot.
    std::int32_t lowest = from - own_slot(0);
    settled_ = std::min(settled_, lowest);
    for (std::int32_t i = lowest; i < depth(); ++i) {
      Operand& operand = operands_[static_cast<std::size_t>(i)];
      if (operand.is_slot() && operand.slot == from)
        operand.slot = to;
    }
  }

 private:
  void advance_settled() {
    while (settled_ < depth() && is_in_place(settled_)) ++settled_;
  }

  std::vector<Operand> operands_;
  std::int32_t settled_ = 0;
};

}  // namespace minijvm::interp
