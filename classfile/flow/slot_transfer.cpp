// Applies the effect of each instruction to the kinds of the slots. SlotFlow calls execute() for
// every instruction of a block, both in its analysis and in queries for a frame.
#include "classfile/flow/slot_transfer.h"

#include <cstring>

#include "classfile/descriptor.h"

namespace minijvm::classfile {
namespace {

// Returns the kind of a value with this letter in opcodes.def.
SlotKind kind_of(char letter) {
  switch (letter) {
    case 'I':
      return SlotKind::kInt;
    case 'F':
      return SlotKind::kFloat;
    case 'J':
      return SlotKind::kLong;
    case 'D':
      return SlotKind::kDouble;
    case 'A':
      return SlotKind::kReference;
    case 'R':
      return SlotKind::kReturnAddress;
    default:
      return SlotKind::kDead;
  }
}

bool is_wide_kind(SlotKind kind) { return kind == SlotKind::kLong || kind == SlotKind::kDouble; }
bool is_wide_letter(char letter) { return letter == 'J' || letter == 'D'; }

}  // namespace

// Removes slots, whatever they hold.
bool SlotTransfer::pop_slots(unsigned count) {
  if (count > frame_.depth()) {
    error_ = "operand stack underflow";
    return false;
  }
  frame_.set_depth(frame_.depth() - count);
  return true;
}

// Pushes a value. A long or double is followed by kSecond.
bool SlotTransfer::push_value(SlotValue value) {
  const unsigned slots = is_wide_kind(value.kind) ? 2 : 1;
  if (!frame_.has_room(slots)) {
    error_ = "operand stack overflow";
    return false;
  }
  frame_.push(value);
  if (slots == 2)
    frame_.push({SlotKind::kSecond});
  return true;
}

// The kinds of operands are not compared. The verifier does that; unverified code is trusted to be
// well typed.
bool SlotTransfer::pop(char letter) { return pop_slots(is_wide_letter(letter) ? 2 : 1); }
bool SlotTransfer::push(char letter) { return push_value({kind_of(letter)}); }

// Halves of a long or double are moved like any slots: verified code moves both together.
bool SlotTransfer::shuffle(const char* taken, const char* left) {
  const auto takes = static_cast<unsigned>(std::strchr(taken, '>') - taken);
  const auto leaves = static_cast<unsigned>(std::strlen(left));
  if (takes > frame_.depth()) {
    error_ = "operand stack underflow";
    return false;
  }
  if (frame_.depth() - takes + leaves > frame_.max_stack()) {
    error_ = "operand stack overflow";
    return false;
  }
  shuffle_slots(frame_, taken, left);
  return true;
}

// A store over one half of a long or double makes the other half unusable (JVMS 2.6.1).
void SlotTransfer::set_local(unsigned index, SlotValue value) {
  if (frame_.local(index).kind == SlotKind::kSecond && index > 0)
    frame_.local(index - 1) = {};
  if (is_wide_kind(frame_.local(index).kind) && index + 1 < frame_.max_locals())
    frame_.local(index + 1) = {};
  frame_.local(index) = value;
}

// The letter of a load stands behind the >.
bool SlotTransfer::load(const Instruction& at) {
  const char letter = at.info().effect[1];
  if (at.index + (is_wide_letter(letter) ? 2u : 1u) > frame_.max_locals()) {
    error_ = "local index beyond max_locals";
    return false;
  }
  return push(letter);
}

// The letter of a store is the first of its effect.
bool SlotTransfer::store(const Instruction& at) {
  const char letter = at.info().effect[0];
  const unsigned slots = is_wide_letter(letter) ? 2 : 1;
  if (at.index + slots > frame_.max_locals()) {
    error_ = "local index beyond max_locals";
    return false;
  }
  SlotValue value{kind_of(letter)};
  // astore may store a returnAddress as well (JVMS 6.5.astore); the bci in it must be kept.
  if (letter == 'A' && frame_.depth() > 0 && frame_.from_top(1).kind == SlotKind::kReturnAddress)
    value = frame_.from_top(1);
  if (!pop_slots(slots))
    return false;
  // Writing the second half may clear the first half again, if an older value had its second half
  // there. So the first half is written once more.
  set_local(at.index, value);
  if (slots == 2)
    set_local(at.index + 1u, {SlotKind::kSecond});
  if (slots == 2)
    frame_.local(at.index) = value;
  return true;
}

// The constant's tag decides what ldc pushes.
bool SlotTransfer::load_constant(unsigned index) {
  switch (pool_.tag(index)) {
    case ConstantTag::Integer:
      return push('I');
    case ConstantTag::Float:
      return push('F');
    case ConstantTag::Long:
      return push('J');
    case ConstantTag::Double:
      return push('D');
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodHandle:
    case ConstantTag::MethodType:
      return push('A');
    case ConstantTag::Dynamic:
      return push(FieldType(pool_.member(index).descriptor).stack_letter());
    default:
      error_ = "ldc of something that is no constant";
      return false;
  }
}

// The field's descriptor says how many slots its value takes.
bool SlotTransfer::access_field(const Instruction& at) {
  if (!pool_.is(at.index, ConstantTag::Fieldref)) {
    error_ = "field instruction without a Fieldref";
    return false;
  }
  const char letter = FieldType(pool_.member(at.index).descriptor).stack_letter();
  switch (at.opcode) {
    case Opcode::getstatic:
      return push(letter);
    case Opcode::putstatic:
      return pop(letter);
    case Opcode::getfield:
      return pop('A') && push(letter);
    default:
      return pop(letter) && pop('A');
  }
}

// The method's descriptor says which values are taken and which one is left; invokestatic and
// invokedynamic have no receiver.
bool SlotTransfer::invoke(const Instruction& at) {
  const bool is_dynamic = at.opcode == Opcode::invokedynamic;
  const ConstantTag tag = pool_.tag(at.index);
  const bool is_method = tag == ConstantTag::Methodref || tag == ConstantTag::InterfaceMethodref;
  if (is_dynamic ? tag != ConstantTag::InvokeDynamic : !is_method) {
    error_ = "invoke without a method";
    return false;
  }
  const MethodDescriptor descriptor(pool_.member(at.index).descriptor);
  const bool has_receiver = !is_dynamic && at.opcode != Opcode::invokestatic;
  if (!pop_slots(descriptor.parameter_slots() + (has_receiver ? 1u : 0u)))
    return false;
  return descriptor.return_type().is_void() || push(descriptor.return_type().stack_letter());
}

// Executes the rows of opcodes.def whose effect has a *.
bool SlotTransfer::execute_computed(const Instruction& at) {
  switch (at.opcode) {
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w:
      return load_constant(at.index);
    case Opcode::multianewarray:
      return pop_slots(at.extra) && push('A');
    default:
      return at.info().has(kInvoke) ? invoke(at) : access_field(at);
  }
}

// The functions that this one calls set error_; their results only end their own work early.
const char* SlotTransfer::execute(const Instruction& at) {
  error_ = nullptr;
  const OpInfo& info = at.info();
  if (at.opcode == Opcode::ret || at.opcode == Opcode::jsr || at.opcode == Opcode::jsr_w)
    return nullptr;
  // iinc has the flags of a load and of a store, but no effect on kinds.
  if (at.opcode == Opcode::iinc) {
    if (at.index >= frame_.max_locals())
      error_ = "local index beyond max_locals";
  } else if (info.has(kLoad)) {
    load(at);
  } else if (info.has(kStore)) {
    store(at);
  } else if (std::strchr(info.effect, '*') != nullptr) {
    execute_computed(at);
  } else {
    apply_effect(*this, info.effect);
  }
  return error_;
}

}  // namespace minijvm::classfile
