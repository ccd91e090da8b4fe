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
    for (std::int32_t i = 0; i < depth; ++i) push_own();
  }
  void push(Operand operand) { operands_.push_back(operand); }
  // Pushes a new operand that is in its own slot.
  std::int32_t push_own() {
    std::int32_t slot = own_slot(depth());
    operands_.push_back({OperandKind::kSlot, slot, 0, 0});
    return slot;
  }
  Operand pop() {
    Operand top = operands_.back();
    operands_.pop_back();
    top.depth = depth();
    return top;
  }
  // Pops a long or double: the operand is in the first of its two slots.
  Operand pop2() {
    operands_.pop_back();
    return pop();
  }
  Operand& at(std::int32_t depth) { return operands_[static_cast<std::size_t>(depth)]; }
  bool is_in_place(std::int32_t depth) const {
    const Operand& operand = operands_[static_cast<std::size_t>(depth)];
    return operand.kind == OperandKind::kSecond ||
           (operand.is_slot() && operand.slot == own_slot(depth));
  }
  // Returns whether the value of some operand is in this slot.
  bool mentions(std::int32_t slot) const {
    for (const Operand& operand : operands_) {
      if (operand.is_slot() && operand.slot == slot)
        return true;
    }
    return false;
  }
  // Says that all operands in slot `from` are in slot `to` now.
  void rename(std::int32_t from, std::int32_t to) {
    for (Operand& operand : operands_) {
      if (operand.is_slot() && operand.slot == from)
        operand.slot = to;
    }
  }

 private:
  std::vector<Operand> operands_;
};

}  // namespace minijvm::interp
