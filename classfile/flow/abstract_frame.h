// A frame that holds types instead of values: the locals and the operand stack of one method before
// one instruction, and the execution of an opcode's effect column on it.
// Tested by tests/classfile/flow/flow_oop_map_builder_test.cpp.
//
//   static int f(long a, String s)     bci 5: before iadd, with two ints pushed
//
//   slots_     | long | long_2nd | String | top |   int   |   int   |       |
//                local 0   1        2       3     stack 0   stack 1   free
//              '-------- max_locals = 4 --------' '- depth = 2 ----'
//                                                 '----- max_stack = 3 ------'
//
// The verifier (VerificationType) and the slot flow below the oop maps (SlotValue) use the same
// frame and the same rows of opcodes.def. They differ only in the lattice, the set of types with a
// rule for merging two of them. Each is a Machine, a class with
//   bool pop(char letter), bool push(char letter)     one of I J F D A R; J and D are two slots
//   bool shuffle(const char* taken, const char* left) the dup family, by slots
// Rows with a * depend on a descriptor or constant; each machine handles them by name.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/check.h"

namespace minijvm::classfile {

// REQUIRES of all members: each index is below its limit. Debug builds check this.
template <class Value>
class AbstractFrame {
 public:
  AbstractFrame(unsigned max_locals, unsigned max_stack)
      : max_locals_(max_locals),
        max_stack_(max_stack),
        slots_(std::size_t{max_locals} + max_stack) {}

  unsigned max_locals() const { return max_locals_; }
  unsigned max_stack() const { return max_stack_; }
  // Returns the depth in slots: a long or double counts as two.
  unsigned depth() const { return depth_; }
  bool has_room(unsigned slots) const { return depth_ + slots <= max_stack_; }

  // Locals are numbered as in the instructions.
  Value& local(unsigned index) { return slots_[checked(index, max_locals_)]; }
  const Value& local(unsigned index) const { return slots_[checked(index, max_locals_)]; }
  // Stack slots are numbered from the bottom, which is 0.
  Value& stack(unsigned index) { return slots_[max_locals_ + checked(index, depth_)]; }
  const Value& stack(unsigned index) const { return slots_[max_locals_ + checked(index, depth_)]; }
  // Here they are numbered from the top, which is 1 as in the effect column.
  Value& from_top(unsigned nth) { return stack(depth_ - nth); }

  // REQUIRES: has_room(1).
  void push(const Value& value) { slots_[max_locals_ + checked(depth_++, max_stack_)] = value; }
  // REQUIRES: depth() > 0.
  Value pop() { return slots_[max_locals_ + checked(--depth_, max_stack_)]; }
  // Drops slots from the top, or makes slots above the top part of the stack again; those keep
  // their old values.
  void set_depth(unsigned depth) { depth_ = depth; }

  // Points to all slots in use, locals first: the state at a branch target is saved from here and
  // loaded to here.
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
  // The locals come first, then room for max_stack slots.
  std::vector<Value> slots_;
};

// Moves slots as a row of the dup family says. Digits count from the top: dup_x1, "21>121", takes
// two slots and leaves the upper one, the lower one, and the upper one again. REQUIRES: the slots
// that are taken are there, and there is room for those that are left.
template <class Value>
void shuffle_slots(AbstractFrame<Value>& frame, const char* taken, const char* left) {
  // The index is the digit, which is 1 to 4.
  Value held[5];
  for (const char* at = taken; *at != '>'; ++at) {
    held[*at - '0'] = frame.from_top(static_cast<unsigned>(*at - '0'));
  }
  frame.set_depth(frame.depth() - static_cast<unsigned>(std::strchr(taken, '>') - taken));
  for (const char* at = left; *at != 0; ++at) {
    frame.push(held[*at - '0']);
  }
}

// Executes one row without a *: pops its letters from the last to the first, since the last is on
// top, then pushes what it leaves. Returns false as soon as the machine refuses.
template <class Machine>
bool apply_effect(Machine& machine, const char* effect) {
  const char* arrow = std::strchr(effect, '>');
  const char* left = arrow + 1;
  const bool by_slots = effect[0] >= '1' && effect[0] <= '4';
  if (by_slots)
    return machine.shuffle(effect, left);
  for (const char* at = arrow; at != effect;) {
    --at;
    if (!machine.pop(*at))
      return false;
  }
  for (const char* at = left; *at != 0; ++at) {
    if (!machine.push(*at))
      return false;
  }
  return true;
}

}  // namespace minijvm::classfile
