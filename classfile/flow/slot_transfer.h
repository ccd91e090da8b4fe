// What one instruction does to the kinds of the slots: the Machine of abstract_frame.h over SlotValue.
// Proved by tests/classfile/flow/flow_oop_map_builder_test.cpp.
#pragma once

#include "classfile/constant_pool.h"
#include "classfile/flow/slot_flow.h"

namespace minijvm::classfile {

class SlotTransfer {
 public:
  SlotTransfer(const ConstantPool& pool, SlotFrame& frame) : pool_(pool), frame_(frame) {}

  // Everything but control: jsr's push and ret are the flow's, since they need contexts. Null, or why the instruction is malformed.
  const char* execute(const Instruction& at);

  // The Machine of apply_effect.
  bool pop(char letter);
  bool push(char letter);
  bool shuffle(const char* taken, const char* left);

 private:
  bool load(const Instruction& at);
  bool store(const Instruction& at);
  void set_local(unsigned index, SlotValue value);
  bool execute_computed(const Instruction& at);
  bool load_constant(unsigned index);
  bool access_field(const Instruction& at);
  bool invoke(const Instruction& at);
  bool pop_slots(unsigned count);
  bool push_value(SlotValue value);

  const ConstantPool& pool_;
  SlotFrame& frame_;
  const char* error_ = nullptr;
};

}  // namespace minijvm::classfile
