// Locals and operand stack of one method, holding the values of some lattice, and the walk of an opcode's effect column.
// Proved by tests/classfile/flow/flow_oop_map_builder_test.cpp.
//
//   locals: 0 .. max_locals-1        stack: 0 .. depth-1, bottom first; room for max_stack
//
// The verifier (VerificationType) and the slot flow below the oop maps (SlotValue) drive the same frame by the same rows of
// opcodes.def and differ only in the lattice: each is a Machine with
//   bool pop(char letter), bool push(char letter)      one value of I J F D A R; J and D are two slots
//   bool shuffle(const char* taken, const char* left)  the dup family, by slots
// The rows with a * are computed from descriptors: those each machine handles by name.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/check.h"

namespace minijvm::classfile {

template <class Value>
class AbstractFrame {
 public:
  AbstractFrame(unsigned max_locals, unsigned max_stack)
      : max_locals_(max_locals), max_stack_(max_stack), slots_(std::size_t{max_locals} + max_stack) {}

  unsigned max_locals() const { return max_locals_; }
  unsigned max_stack() const { return max_stack_; }
  unsigned depth() const { return depth_; }
  bool has_room(unsigned slots) const { return depth_ + slots <= max_stack_; }

  Value& local(unsigned index) { return slots_[checked(index, max_locals_)]; }
  const Value& local(unsigned index) const { return slots_[checked(index, max_locals_)]; }
  Value& stack(unsigned index) { return slots_[max_locals_ + checked(index, depth_)]; }
  const Value& stack(unsigned index) const { return slots_[max_locals_ + checked(index, depth_)]; }
  // Counted from the top, which is 1 as in the effect column.
  Value& from_top(unsigned nth) { return stack(depth_ - nth); }

  // REQUIRES: has_room(1).
  void push(const Value& value) { slots_[max_locals_ + checked(depth_++, max_stack_)] = value; }
  // REQUIRES: depth() > 0.
  Value pop() { return slots_[max_locals_ + checked(--depth_, max_stack_)]; }
  void set_depth(unsigned depth) { depth_ = depth; }

  // All slots in use, locals first: what a state at a branch target is saved to and loaded from.
  const Value* data() const { return slots_.data(); }
  Value* data() { return slots_.data(); }
  unsigned used() const { return max_locals_ + depth_; }

 private:
  static unsigned checked(unsigned index, [[maybe_unused]] unsigned limit) {
    MJ_DCHECK(index < limit, "slot %u of %u", index, limit);
    return index;
  }

  unsigned max_locals_;
  unsigned max_stack_;
  unsigned depth_ = 0;
  std::vector<Value> slots_;
};

// Moves slots as a row of the dup family says: "21" > "121" takes two and leaves three.
// REQUIRES: taken slots are there, and room for what is left.
template <class Value>
void shuffle_slots(AbstractFrame<Value>& frame, const char* taken, const char* left) {
  Value held[5];
  for (const char* at = taken; *at != '>'; ++at) {
    held[*at - '0'] = frame.from_top(static_cast<unsigned>(*at - '0'));
  }
  frame.set_depth(frame.depth() - static_cast<unsigned>(std::strchr(taken, '>') - taken));
  for (const char* at = left; *at != 0; ++at) {
    frame.push(held[*at - '0']);
  }
}

// Executes one row without a *: takes its letters from the last to the first, then pushes what it leaves.
template <class Machine>
bool apply_effect(Machine& machine, const char* effect) {
  const char* arrow = std::strchr(effect, '>');
  const char* left = arrow + 1;
  const bool by_slots = effect[0] >= '1' && effect[0] <= '4';
  if (by_slots) return machine.shuffle(effect, left);
  for (const char* at = arrow; at != effect;) {
    --at;
    if (!machine.pop(*at)) return false;
  }
  for (const char* at = left; *at != 0; ++at) {
    if (!machine.push(*at)) return false;
  }
  return true;
}

}  // namespace minijvm::classfile
