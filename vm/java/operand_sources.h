// Where each operand of an instruction came from: which instruction pushed it. By dataflow over the raw bytecode, for messages only.
// Proved by tests/vm/npe_message_test.cpp.
//
// checkcast hands its operand on, and so do dup and its kin: the source is the instruction that made the value. Where paths meet with
// different sources the source is unknown.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "classfile/opcodes.h"

namespace minijvm::classfile {
class ClassFile;
class ConstantPool;
struct CodeAttribute;
}  // namespace minijvm::classfile

namespace minijvm::vm {

class OperandSources {
 public:
  static constexpr std::int32_t kUnknown = -1;

  OperandSources(const classfile::ConstantPool& pool, const classfile::CodeAttribute& code);

  // The bci of the instruction that pushed the operand `depth` slots below the top before the instruction at bci; kUnknown.
  std::int32_t source(std::uint32_t bci, unsigned depth) const;
  // May the local have been written before bci? If not, a parameter is still what the caller passed.
  bool is_written(std::uint32_t bci, unsigned local) const;

 private:
  struct State {
    std::vector<std::int32_t> stack;  // by slot
    std::uint64_t written = 0;        // locals 0 to 63; others count as written
  };

  void run();
  void flow_from(const classfile::Instruction& at, const State& before);
  void flow_to(std::int64_t bci, const State& state);
  bool apply(const classfile::Instruction& at, State* state) const;

  const classfile::ConstantPool& pool_;
  const classfile::CodeAttribute& code_;
  std::map<std::uint32_t, State> before_;
  std::vector<std::uint32_t> worklist_;
};

// Slots that the operands of getfield, putfield, invoke* and their kin take, without the receiver; and the slots of what they leave.
unsigned operand_slots(const classfile::ConstantPool& pool, const classfile::Instruction& at);
unsigned result_slots(const classfile::ConstantPool& pool, const classfile::Instruction& at);

}  // namespace minijvm::vm
