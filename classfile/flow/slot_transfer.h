// Computes what one instruction does to the kinds of the slots. It is the Machine of
// abstract_frame.h over SlotValue.
// Tested by tests/classfile/flow/flow_oop_map_builder_test.cpp.
#pragma once

#include "classfile/constant_pool.h"
#include "classfile/flow/slot_flow.h"

namespace minijvm::classfile {

class SlotTransfer {
 public:
  // Instructions change `frame`. Both references must outlive this object.
  SlotTransfer(const ConstantPool& pool, SlotFrame& frame) : pool_(pool), frame_(frame) {}

  // Executes everything but the transfer of control. SlotFlow itself handles ret and the return
  // address that jsr pushes, because they need contexts. Returns null, or a sentence that says why
  // the instruction is malformed.
  const char* execute(const Instruction& at);

  // These are the Machine of apply_effect.
  bool pop(char letter);
  bool push(char letter);
  bool shuffle(const char* taken, const char* left);

 private:
  // These functions return false after they have set error_.
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
  // The fault of the current instruction; null if it has none.
  const char* error_ = nullptr;
};

}  // namespace minijvm::classfile
