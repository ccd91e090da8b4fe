// The translator's operand stack: what each operand is, and where. Proved by tests/vm/interp_cells_test.cpp.
//
// Invariant: an operand that is a slot is a local, its own slot, or the own slot of a lower operand which is there itself. So a result
// may always be written to the own slot on top, and operands may be put in place in any order.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/frame.h"

namespace minijvm::interp {

enum class OperandKind : std::uint8_t {
  kSlot,    // in a slot of the frame
  kInt,     // constants
  kLong,
  kFloat,
  kDouble,
  kNull,
  kSecond,  // the second slot of a long or double: nothing is there
};

struct Operand {
  OperandKind kind = OperandKind::kSlot;
  std::int32_t slot = 0;   // kSlot: from the frame pointer
  std::uint64_t bits = 0;  // constants, as a slot holds them
  std::int32_t depth = 0;  // popped operands: where it stood

  bool is_slot() const { return kind == OperandKind::kSlot; }
  std::int64_t number() const {
    return kind == OperandKind::kInt ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits);
  }
};

class OperandStack {
 public:
  static std::int32_t own_slot(std::int32_t depth) { return runtime::kFrameHeaderSlots + depth; }
  static bool is_local(std::int32_t slot) { return slot < 0; }

  std::int32_t depth() const { return static_cast<std::int32_t>(operands_.size()); }
  // All operands in their own slots.
  void reset(std::int32_t depth) {
    operands_.clear();
    for (std::int32_t i = 0; i < depth; ++i) push_own();
  }
  void push(Operand operand) { operands_.push_back(operand); }
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
  // A long or double: the operand is in the first of the two.
  Operand pop2() {
    operands_.pop_back();
    return pop();
  }
  Operand& at(std::int32_t depth) { return operands_[static_cast<std::size_t>(depth)]; }
  bool is_in_place(std::int32_t depth) const {
    const Operand& operand = operands_[static_cast<std::size_t>(depth)];
    return operand.kind == OperandKind::kSecond || (operand.is_slot() && operand.slot == own_slot(depth));
  }
  bool mentions(std::int32_t slot) const {
    for (const Operand& operand : operands_) {
      if (operand.is_slot() && operand.slot == slot) return true;
    }
    return false;
  }
  void rename(std::int32_t from, std::int32_t to) {
    for (Operand& operand : operands_) {
      if (operand.is_slot() && operand.slot == from) operand.slot = to;
    }
  }

 private:
  std::vector<Operand> operands_;
};

}  // namespace minijvm::interp
