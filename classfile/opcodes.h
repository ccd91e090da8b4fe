// Bytecodes as the whole VM names them: the enum and facts of opcodes.def, and the decoder of one instruction.
// Proved by tests/classfile/opcodes_test.cpp.  Source: JVMS 6.5; wide and switch layouts from their own entries there.
//
//   for (InstructionCursor at(code); at.valid(); at.advance()) use(*at);
//
// Decoding is bounds-checked: a truncated or unknown instruction makes the cursor invalid and malformed().
// A wide instruction is one instruction: its opcode is the widened one, is_wide is set, bci names the prefix.
#pragma once

#include <cstdint>
#include <span>

#include "base/check.h"

namespace minijvm::classfile {

enum class Opcode : std::uint8_t {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor) mnemonic = byte,
#include "classfile/opcodes.def"
#undef MJ_OPCODE
};

inline constexpr unsigned kOpcodeCount = 202;

enum OpFlags : std::uint16_t {
  kNone = 0,
  kThrows = 1 << 0,     // may raise an exception other than an asynchronous one
  kGcPoint = 1 << 1,    // a collection may happen inside: an oop map is asked for here
  kQuickens = 1 << 2,   // has a constant to resolve on first execution
  kBranch = 1 << 3,     // has one branch target in its operand
  kEndsBlock = 1 << 4,  // the next instruction is not reached by falling through
  kReturn = 1 << 5,
  kInvoke = 1 << 6,
  kLoad = 1 << 7,   // reads a local
  kStore = 1 << 8,  // writes a local
  kWideable = 1 << 9,
};

struct OpInfo {
  const char* mnemonic;  // as the JVMS prints it: "goto", "new", "return" without the C++ underscore
  const char* format;    // operand letters of opcodes.def
  const char* effect;    // "taken>left"
  const char* anchor;    // clause of the JVMS
  std::uint16_t flags;
  std::uint8_t length;   // in bytes; 0: computed (switches, wide)
  std::uint8_t pops;     // slots taken and left; kComputed where the effect has a *
  std::uint8_t pushes;
  std::int8_t local;     // the local named by the opcode itself (iload_2); -1: none or in an operand

  static constexpr std::uint8_t kComputed = 0xff;
  bool has(OpFlags flag) const { return (flags & flag) != 0; }
};

extern const OpInfo kOpInfo[256];

inline bool is_defined(std::uint8_t byte) { return byte < kOpcodeCount; }
inline const OpInfo& op_info(Opcode opcode) { return kOpInfo[static_cast<std::uint8_t>(opcode)]; }

// One decoded instruction. Which fields hold something follows from the opcode's format.
struct Instruction {
  Opcode opcode = Opcode::nop;
  bool is_wide = false;
  std::uint8_t extra = 0;      // invokeinterface's count, multianewarray's dimensions, newarray's type
  std::uint16_t index = 0;     // constant pool index, or local index (also of iload_0 and its kin)
  std::uint32_t bci = 0;
  std::uint32_t length = 0;
  std::int32_t constant = 0;   // bipush, sipush, iinc
  std::int32_t target = 0;     // absolute bci of the branch, or of a switch's default; may lie outside the code
  std::int32_t low = 0;        // tableswitch: first key
  std::uint32_t cases = 0;     // switches: number of cases
  const std::uint8_t* table = nullptr;  // switches: first case in the code

  const OpInfo& info() const { return op_info(opcode); }
  std::uint32_t next_bci() const { return bci + length; }
  bool is_switch() const { return opcode == Opcode::tableswitch || opcode == Opcode::lookupswitch; }
  bool is_backward_branch() const { return info().has(kBranch) && target <= static_cast<std::int32_t>(bci); }

  // REQUIRES: is_switch() and at < cases.
  std::int32_t case_key(std::uint32_t at) const;
  std::int32_t case_target(std::uint32_t at) const;
};

// False: no whole instruction of JVMS 6.5 stands at bci.
bool decode_instruction(std::span<const std::uint8_t> code, std::uint32_t bci, Instruction* out);

class InstructionCursor {
 public:
  explicit InstructionCursor(std::span<const std::uint8_t> code, std::uint32_t bci = 0) : code_(code) { move_to(bci); }

  bool valid() const { return valid_; }
  bool malformed() const { return !valid_ && bci_ < code_.size(); }
  std::uint32_t bci() const { return bci_; }
  const Instruction& operator*() const { return current_; }
  const Instruction* operator->() const { return &current_; }
  void advance() { move_to(current_.next_bci()); }
  void move_to(std::uint32_t bci) {
    bci_ = bci;
    valid_ = decode_instruction(code_, bci, &current_);
  }

 private:
  std::span<const std::uint8_t> code_;
  std::uint32_t bci_ = 0;
  bool valid_ = false;
  Instruction current_;
};

}  // namespace minijvm::classfile
