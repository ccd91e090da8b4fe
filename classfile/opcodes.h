// The bytecodes: an enum and a table of facts made from opcodes.def, and the decoder of
// instructions. Every room above takes its opcodes from here.
// Tested by tests/classfile/opcodes_test.cpp.
// Source: JVMS 6.5; the layouts of wide and of the switches are in the entries of these
// instructions.
//
//   for (InstructionCursor at(code); at.valid(); at.advance()) use(*at);
//
//   code          |c4|15|01|00|a7|ff|fc|04|
//   bci            0           4        7
//   instruction    wide iload  goto     iconst_1
//                  index 256   -4: target 0
//
// Decoding stays within the code: at a truncated or unknown instruction the cursor becomes invalid,
// and malformed() is true. A wide instruction is one instruction: its opcode is the widened one,
// is_wide is set, and its bci is that of the prefix.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/check.h"

namespace minijvm::classfile {

// The names are those of JVMS 6.5; an underscore is added where C++ owns the word: goto_, new_,
// return_.
enum class Opcode : std::uint8_t {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor) mnemonic = byte,
#include "classfile/opcodes.def"
#undef MJ_OPCODE
};

inline constexpr unsigned kOpcodeCount = 202;

enum OpFlags : std::uint16_t {
  kNone = 0,
  // The instruction may raise an exception other than an asynchronous one.
  kThrows = 1 << 0,
  // A collection may happen inside the instruction, so the collector asks for an oop map at this
  // bci.
  kGcPoint = 1 << 1,
  // The instruction has a constant to resolve at its first execution.
  kQuickens = 1 << 2,
  // The instruction has one branch target in its operand.
  kBranch = 1 << 3,
  // Control does not fall through to the next instruction.
  kEndsBlock = 1 << 4,
  kReturn = 1 << 5,
  kInvoke = 1 << 6,
  kLoad = 1 << 7,   // reads a local
  kStore = 1 << 8,  // writes a local
  // A wide prefix may stand before it.
  kWideable = 1 << 9,
};

// The facts of one row of opcodes.def.
struct OpInfo {
  // The name as the JVMS prints it: "goto", "new", "return", without the underscore of C++.
  const char* mnemonic;
  // The operand letters of opcodes.def.
  const char* format;
  // The stack effect of opcodes.def, "taken>left".
  const char* effect;
  // The clause of the JVMS: "6.5.iadd".
  const char* anchor;
  std::uint16_t flags;
  // The length in bytes, with the opcode. 0 means that the decoder computes it (switches, wide).
  std::uint8_t length;
  // The number of slots taken and left; kComputed if the effect has a *.
  std::uint8_t pops;
  std::uint8_t pushes;
  // The local variable that the opcode itself refers to (2 for iload_2); -1 if there is none or if
  // an operand has it.
  std::int8_t local;

  static constexpr std::uint8_t kComputed = 0xff;
  bool has(OpFlags flag) const { return (flags & flag) != 0; }
};

// The index is the opcode's byte. Bytes from kOpcodeCount on are not opcodes; their rows are empty.
extern const OpInfo kOpInfo[256];

// Returns true if the byte is an opcode that a class file may contain.
inline bool is_defined(std::uint8_t byte) { return byte < kOpcodeCount; }
inline const OpInfo& op_info(Opcode opcode) { return kOpInfo[static_cast<std::uint8_t>(opcode)]; }

// One decoded instruction. The format of the opcode says which fields have a meaning; the other
// fields are zero.
struct Instruction {
  Opcode opcode = Opcode::nop;
  bool is_wide = false;
  // The count of invokeinterface, the dimensions of multianewarray, or the type code of newarray.
  std::uint8_t extra = 0;
  // A constant pool index, or the index of a local variable (also for iload_0, whose opcode
  // contains it).
  std::uint16_t index = 0;
  std::uint32_t bci = 0;
  // The length in bytes, with operands, padding and the wide prefix.
  std::uint32_t length = 0;
  // The operand of bipush and sipush, and the increment of iinc.
  std::int32_t constant = 0;
  // Absolute bci of the branch target, or of a switch's default. It may lie outside of the code:
  // the decoder does not check it.
  std::int32_t target = 0;
  // The key of the first case, only for tableswitch.
  std::int32_t low = 0;
  // The number of cases of a switch, without the default.
  std::uint32_t cases = 0;
  // The first case of a switch, in the code itself.
  const std::uint8_t* table = nullptr;

  const OpInfo& info() const { return op_info(opcode); }
  std::uint32_t next_bci() const { return bci + length; }
  bool is_switch() const { return opcode == Opcode::tableswitch || opcode == Opcode::lookupswitch; }
  // A branch backward, or to the instruction itself, can make a loop: interpreters poll for a
  // safepoint there.
  bool is_backward_branch() const {
    return info().has(kBranch) && target <= static_cast<std::int32_t>(bci);
  }

  // These return the key of a case, and the absolute bci of its target. REQUIRES: is_switch() and
  // at < cases.
  std::int32_t case_key(std::uint32_t at) const;
  std::int32_t case_target(std::uint32_t at) const;
};

// Decodes the instruction at `bci`. Returns nothing if no whole instruction of JVMS 6.5 stands
// there.
std::optional<Instruction> decode_instruction(std::span<const std::uint8_t> code,
                                              std::uint32_t bci);

// Walks over the instructions of one method in the order of their bytes. The code must outlive the
// cursor.
class InstructionCursor {
 public:
  explicit InstructionCursor(std::span<const std::uint8_t> code, std::uint32_t bci = 0)
      : code_(code) {
    move_to(bci);
  }

  bool valid() const { return current_.has_value(); }
  // Returns true if the walk ended before the end of the code.
  bool malformed() const { return !valid() && bci_ < code_.size(); }
  std::uint32_t bci() const { return bci_; }
  // REQUIRES for the next three: valid().
  const Instruction& operator*() const { return *current_; }
  const Instruction* operator->() const { return &*current_; }
  void advance() { move_to(current_->next_bci()); }
  // Continues at any bci; valid() tells whether an instruction could be decoded there.
  void move_to(std::uint32_t bci) {
    bci_ = bci;
    current_ = decode_instruction(code_, bci);
  }

 private:
  std::span<const std::uint8_t> code_;
  std::uint32_t bci_ = 0;
  std::optional<Instruction> current_;
};

}  // namespace minijvm::classfile
