// Interprets one method's bytecode abstractly. The state before each bci is a stack of source
// instructions and the set of locals that may have been written. A worklist runs until nothing
// changes; a source can only change to kUnknown and a bit can only be set, so it ends. The input is
// plain class file data, so the thread may be in any state.
#include "vm/java/errors/operand_sources.h"

#include <cstring>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"

namespace minijvm::vm {

using classfile::CodeAttribute;
using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::FieldType;
using classfile::Instruction;
using classfile::MethodDescriptor;
using classfile::Opcode;

namespace {

// Returns whether the instruction also pops a receiver, which operand_slots does not count.
bool has_receiver(Opcode opcode) {
  return opcode == Opcode::getfield || opcode == Opcode::putfield ||
         opcode == Opcode::invokevirtual || opcode == Opcode::invokespecial ||
         opcode == Opcode::invokeinterface;
}

// A CONSTANT_Dynamic has the size of its descriptor's type; of the others only long and double take
// two slots.
unsigned constant_slots(const ConstantPool& pool, std::uint16_t index) {
  switch (pool.tag(index)) {
    case ConstantTag::Long:
    case ConstantTag::Double:
      return 2;
    case ConstantTag::Dynamic:
      return FieldType(pool.member(index).descriptor).slots();
    default:
      return 1;
  }
}

// The effects of dup, swap and similar rows are digits: dup_x1 is "21>121". Digit k stands for the
// slot k places from the top, where 1 is the top itself.
bool is_dup_row(const char* effect) { return effect[0] >= '1' && effect[0] <= '4'; }

// In the effects of opcodes.def, J and D take two slots, every other letter one.
unsigned slots_of_letters(const char* first, const char* last) {
  unsigned slots = 0;
  for (; first != last; ++first) {
    slots += *first == 'J' || *first == 'D' ? 2 : 1;
  }
  return slots;
}

}  // namespace

// Only rows whose effect opcodes.def marks as computed ("*") reach the cases.
unsigned operand_slots(const ConstantPool& pool, const Instruction& at) {
  switch (at.opcode) {
    case Opcode::putfield:
    case Opcode::putstatic:
      return FieldType(pool.member(at.index).descriptor).slots();
    case Opcode::invokevirtual:
    case Opcode::invokespecial:
    case Opcode::invokestatic:
    case Opcode::invokeinterface:
    case Opcode::invokedynamic:
      return MethodDescriptor(pool.member(at.index).descriptor).parameter_slots();
    case Opcode::multianewarray:
      return at.extra;
    default:
      return 0;
  }
}

unsigned result_slots(const ConstantPool& pool, const Instruction& at) {
  switch (at.opcode) {
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w:
      return constant_slots(pool, at.index);
    case Opcode::getfield:
    case Opcode::getstatic:
      return FieldType(pool.member(at.index).descriptor).slots();
    case Opcode::invokevirtual:
    case Opcode::invokespecial:
    case Opcode::invokestatic:
    case Opcode::invokeinterface:
    case Opcode::invokedynamic:
      return MethodDescriptor(pool.member(at.index).descriptor).return_type().slots();
    case Opcode::multianewarray:
      return 1;
    default:
      return 0;
  }
}

OperandSources::OperandSources(const ConstantPool& pool, const CodeAttribute& code)
    : pool_(pool), code_(code) {
  run();
}

std::int32_t OperandSources::source(std::uint32_t bci, unsigned depth) const {
  auto found = before_.find(bci);
  // The bci is not reached, or the depth exceeds the stack of unverified code.
  if (found == before_.end() || depth >= found->second.stack.size())
    return kUnknown;
  return found->second.stack[found->second.stack.size() - 1 - depth];
}

bool OperandSources::is_written(std::uint32_t bci, unsigned local) const {
  auto found = before_.find(bci);
  // A local that is not tracked counts as written: the answer "this" or "<parameter1>" must be
  // certain.
  return local >= 64 || found == before_.end() || ((found->second.written >> local) & 1) != 0;
}

void OperandSources::run() {
  // At the method's entry the stack is empty and no local is written.
  flow_to(0, State());
  while (!worklist_.empty()) {
    std::uint32_t bci = worklist_.back();
    worklist_.pop_back();
    // The state is copied, because flow_to may insert into before_.
    if (std::optional<Instruction> at = classfile::decode_instruction(code_.code, bci))
      flow_from(*at, State(before_[bci]));
  }
}

void OperandSources::flow_from(const Instruction& at, const State& before) {
  // A handler starts with the exception alone on its stack. The locals are those before the
  // instruction.
  for (classfile::ExceptionHandler row : code_.exception_table) {
    if (at.bci < row.start_pc || at.bci >= row.end_pc)
      continue;
    flow_to(row.handler_pc, State{{kUnknown}, before.written});
  }
  State after = before;
  if (!apply(at, &after))
    return;  // malformed: unverified code
  if (at.is_switch()) {
    flow_to(at.target, after);
    for (std::uint32_t i = 0; i < at.cases; ++i) {
      flow_to(at.case_target(i), after);
    }
    return;
  }
  if (at.info().has(classfile::kBranch)) {
    flow_to(at.target, after);
  }
  bool is_subroutine_call = at.opcode == Opcode::jsr || at.opcode == Opcode::jsr_w;
  if (is_subroutine_call) {
    // The ret of the subroutine leads here, with the stack without its return address.
    flow_to(at.next_bci(), before);
  } else if (!at.info().has(classfile::kEndsBlock)) {
    flow_to(at.next_bci(), after);
  }
}

void OperandSources::flow_to(std::int64_t bci, const State& state) {
  if (bci < 0 || bci >= static_cast<std::int64_t>(code_.code.size()))
    return;
  // The first path to arrive sets the state.
  auto [found, is_new] = before_.try_emplace(static_cast<std::uint32_t>(bci), state);
  if (is_new) {
    worklist_.push_back(static_cast<std::uint32_t>(bci));
    return;
  }
  State& known = found->second;
  // Different depths occur only in unverified code: the first state stays.
  if (known.stack.size() != state.stack.size())
    return;
  // Merge the states: written locals are united, and sources that differ become unknown.
  bool changed = (state.written & ~known.written) != 0;
  known.written |= state.written;
  for (std::size_t i = 0; i < known.stack.size(); ++i) {
    if (known.stack[i] != state.stack[i] && known.stack[i] != kUnknown) {
      known.stack[i] = kUnknown;
      changed = true;
    }
  }
  if (changed) {
    worklist_.push_back(static_cast<std::uint32_t>(bci));
  }
}

bool OperandSources::apply(const Instruction& at, State* state) const {
  std::vector<std::int32_t>& stack = state->stack;
  const classfile::OpInfo& info = at.info();
  bool writes_local = info.has(classfile::kStore);
  // A long or double writes its first local's bit only.
  if (writes_local && at.index < 64) {
    state->written |= std::uint64_t{1} << at.index;
  }
  // checkcast leaves the operand in place, and so its source, too.
  if (at.opcode == Opcode::checkcast)
    return true;
  const char* arrow = std::strchr(info.effect, '>');
  // A stack instruction permutes or copies the sources of the slots that it takes.
  if (is_dup_row(info.effect)) {
    std::size_t taken = static_cast<std::size_t>(arrow - info.effect);
    if (stack.size() < taken)
      return false;
    std::vector<std::int32_t> held(stack.end() - static_cast<std::ptrdiff_t>(taken), stack.end());
    stack.resize(stack.size() - taken);
    for (const char* left = arrow + 1; *left != 0; ++left) {
      stack.push_back(held[taken - static_cast<std::size_t>(*left - '0')]);
    }
    return true;
  }
  // Any other instruction pops its operands, and is itself the source of each slot of its result.
  bool is_computed = std::strchr(info.effect, '*') != nullptr;
  unsigned pops = is_computed ? operand_slots(pool_, at) + (has_receiver(at.opcode) ? 1 : 0)
                              : slots_of_letters(info.effect, arrow);
  unsigned pushes = is_computed
                        ? result_slots(pool_, at)
                        : slots_of_letters(arrow + 1, info.effect + std::strlen(info.effect));
  if (stack.size() < pops)
    return false;
  stack.resize(stack.size() - pops);
  stack.insert(stack.end(), pushes, static_cast<std::int32_t>(at.bci));
  return true;
}

}  // namespace minijvm::vm
