// Walks once over the reachable instructions, from leader to leader, before a method is translated.
// The verifier guarantees that all paths to an instruction have the same stack depth, so the first
// path decides.
#include "vm/interp/cells/stack_shape.h"

#include <span>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"

namespace minijvm::interp {

using classfile::ConstantTag;
using classfile::Instruction;
using classfile::Opcode;
using classfile::OpInfo;
using runtime::BasicType;
using runtime::Method;

namespace {

struct Effect {
  int pops;
  int pushes;
};

// Handles the opcodes whose effect depends on a descriptor (`*` in classfile/opcodes.def).
Effect computed_effect(const Method& method, const Instruction& at) {
  switch (at.opcode) {
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w:
      return {0, runtime::slots_of(constant_type(method, at))};
    case Opcode::getstatic:
      return {0, runtime::slots_of(field_type(method, at))};
    case Opcode::putstatic:
      return {runtime::slots_of(field_type(method, at)), 0};
    case Opcode::getfield:
      return {1, runtime::slots_of(field_type(method, at))};
    case Opcode::putfield:
      return {1 + runtime::slots_of(field_type(method, at)), 0};
    case Opcode::multianewarray:
      return {at.extra, 1};
    default:
      break;
  }
  MJ_CHECK(at.info().has(classfile::kInvoke), "no stack effect for %s", at.info().mnemonic);
  CallShape call = call_shape(method, at);
  return {call.argument_slots, runtime::slots_of(call.result)};
}

// Returns the effect in slots.
Effect effect_of(const Method& method, const Instruction& at) {
  const OpInfo& info = at.info();
  if (info.pops == OpInfo::kComputed || info.pushes == OpInfo::kComputed)
    return computed_effect(method, at);
  return {info.pops, info.pushes};
}

}  // namespace

CallShape call_shape(const Method& method, const Instruction& at) {
  classfile::MethodDescriptor descriptor(method.pool->raw().member(at.index).descriptor);
  // The descriptor does not list the receiver.
  bool has_receiver = at.opcode != Opcode::invokestatic && at.opcode != Opcode::invokedynamic;
  CallShape shape;
  shape.argument_slots = static_cast<int>(descriptor.parameter_slots()) + (has_receiver ? 1 : 0);
  shape.result = runtime::type_of_descriptor(descriptor.return_type().text()[0]);
  return shape;
}

BasicType field_type(const Method& method, const Instruction& at) {
  return runtime::type_of_descriptor(method.pool->raw().member(at.index).descriptor[0]);
}

BasicType constant_type(const Method& method, const Instruction& at) {
  const classfile::ConstantPool& raw = method.pool->raw();
  switch (raw.tag(at.index)) {
    case ConstantTag::Integer:
      return BasicType::kInt;
    case ConstantTag::Float:
      return BasicType::kFloat;
    case ConstantTag::Long:
      return BasicType::kLong;
    case ConstantTag::Double:
      return BasicType::kDouble;
    case ConstantTag::Dynamic:
      return runtime::type_of_descriptor(raw.member(at.index).descriptor[0]);
    default:
      return BasicType::kObject;
  }
}

StackShape::StackShape(const Method& method)
    : method_(method),
      depths_(method.bytecode_length, kUnreachable),
      leaders_(method.bytecode_length),
      entries_(method.bytecode_length),
      loop_heads_(method.bytecode_length) {
  flow_to(0, 0);
  for (classfile::ExceptionHandler row : method.exception_table()) {
    entries_[row.handler_pc] = true;
    // The exception is the only operand (JVMS 2.10).
    flow_to(row.handler_pc, 1);
  }
  while (!waiting_.empty()) {
    std::uint32_t bci = waiting_.back();
    waiting_.pop_back();
    walk(bci);
  }
}

// Records that a jump leads here with this depth.
void StackShape::flow_to(std::int64_t target, std::int32_t depth) {
  MJ_CHECK(target >= 0 && target < static_cast<std::int64_t>(depths_.size()), "a branch out of %s",
           method_.text().c_str());
  auto bci = static_cast<std::uint32_t>(target);
  leaders_[bci] = true;
  if (depths_[bci] != kUnreachable)
    return;
  depths_[bci] = depth;
  waiting_.push_back(bci);
}

// Walks from a leader to code that was walked already. REQUIRES: the leader's depth is known.
void StackShape::walk(std::uint32_t bci) {
  std::span<const std::uint8_t> code(method_.bytecode, method_.bytecode_length);
  std::int32_t depth = depths_[bci];
  for (;;) {
    const std::optional<Instruction> found = classfile::decode_instruction(code, bci);
    MJ_CHECK(found.has_value(), "no instruction at bci %u of %s", bci, method_.text().c_str());
    const Instruction& at = *found;
    Effect effect = effect_of(method_, at);
    depth += effect.pushes - effect.pops;
    leave(at, depth);
    if (at.info().has(classfile::kEndsBlock))
      return;
    bci = at.next_bci();
    MJ_CHECK(bci < code.size(), "%s falls out of its code", method_.text().c_str());
    if (depths_[bci] != kUnreachable)
      return;
    depths_[bci] = depth;
  }
}

// Follows all ways on from an instruction, except the one to the next instruction.
void StackShape::leave(const Instruction& at, std::int32_t depth) {
  has_monitors_ |= at.opcode == Opcode::monitorenter || at.opcode == Opcode::monitorexit;
  if (at.info().has(classfile::kBranch)) {
    flow_to(at.target, depth);
    if (at.is_backward_branch()) {
      loop_heads_[static_cast<std::size_t>(at.target)] = true;
    }
  }
  if (at.is_switch()) {
    flow_to(at.target, depth);
    for (std::uint32_t i = 0; i < at.cases; ++i) flow_to(at.case_target(i), depth);
  }
  if (at.opcode == Opcode::jsr || at.opcode == Opcode::jsr_w) {
    entries_[at.next_bci()] = true;
    flow_to(at.next_bci(), depth - 1);  // the subroutine stores the address away
  }
}

}  // namespace minijvm::interp
