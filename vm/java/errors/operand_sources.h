// Finds which instruction pushed each operand of an instruction, by dataflow over the raw bytecode.
// Used for messages only, so it may answer "unknown" and need not be fast.
// Tested by tests/vm/npe_message_test.cpp.
//
// checkcast, dup and the other stack instructions pass an operand on: the source is the instruction
// that made the value. Where paths with different sources meet, the source is unknown.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "classfile/fwd.h"
#include "classfile/opcodes.h"

namespace minijvm::vm {

class OperandSources {
 public:
  static constexpr std::int32_t kUnknown = -1;

  OperandSources(const classfile::ConstantPool& pool, const classfile::CodeAttribute& code);

  // Returns the bci of the instruction that pushed the operand `depth` slots below the top before
  // the instruction at bci, or kUnknown.
  std::int32_t source(std::uint32_t bci, unsigned depth) const;
  // Returns whether the local may have been written before bci. If not, a parameter still holds the
  // caller's argument.
  bool is_written(std::uint32_t bci, unsigned local) const;

 private:
  // Holds the abstract state before one instruction.
  struct State {
    // The bci of the source, for each stack slot.
    std::vector<std::int32_t> stack;
    // A bit for each of locals 0 to 63; higher locals count as written.
    std::uint64_t written = 0;
  };

  // Works off the worklist until no state changes.
  void run();
  // Propagates the state after `at` to each of its successors, and to its exception handlers.
  void flow_from(const classfile::Instruction& at, const State& before);
  // Merges `state` into the known state before bci; a changed state goes onto the worklist.
  void flow_to(std::int64_t bci, const State& state);
  // Applies the instruction's stack effect. Returns false if the stack is too short (unverified
  // code).
  bool apply(const classfile::Instruction& at, State* state) const;

  const classfile::ConstantPool& pool_;
  const classfile::CodeAttribute& code_;
  // The key is the bci; an instruction that is not reached has no entry.
  std::map<std::uint32_t, State> before_;
  std::vector<std::uint32_t> worklist_;
};

// Return the number of slots that getfield, putfield, an invoke* and similar instructions take,
// without the receiver, and the number of slots of their result.
unsigned operand_slots(const classfile::ConstantPool& pool, const classfile::Instruction& at);
unsigned result_slots(const classfile::ConstantPool& pool, const classfile::Instruction& at);

}  // namespace minijvm::vm
