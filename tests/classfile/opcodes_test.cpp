// Proves the opcode table and the instruction cursor: lengths, operands, switches, and that cut code is refused.
#include "classfile/opcodes.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace minijvm::classfile;
using Code = std::vector<std::uint8_t>;

TEST_CASE("opcodes: the table has 202 named rows whose C++ underscore is not printed",
          "[classfile][opcodes]") {
  REQUIRE(std::string(op_info(Opcode::goto_).mnemonic) == "goto");
  REQUIRE(std::string(op_info(Opcode::return_).mnemonic) == "return");
  REQUIRE(std::string(op_info(Opcode::new_).mnemonic) == "new");
  REQUIRE(std::string(op_info(Opcode::aload_0).mnemonic) == "aload_0");
  for (unsigned byte = 0; byte < kOpcodeCount; byte++) REQUIRE(kOpInfo[byte].mnemonic != nullptr);
  for (unsigned byte = kOpcodeCount; byte < 256; byte++) REQUIRE(kOpInfo[byte].mnemonic == nullptr);
}

TEST_CASE("opcodes: effects count slots", "[classfile][opcodes]") {
  REQUIRE(op_info(Opcode::lastore).pops == 4);
  REQUIRE(op_info(Opcode::dup2_x2).pops == 4);
  REQUIRE(op_info(Opcode::dup2_x2).pushes == 6);
  REQUIRE(op_info(Opcode::l2i).pushes == 1);
  REQUIRE(op_info(Opcode::invokestatic).pops == OpInfo::kComputed);
}

TEST_CASE("instruction cursor: decodes each operand format", "[classfile][opcodes]") {
  const Code code = {0x10, 0xff, 0x11, 0xff, 0xfe, 0x15, 7,    0x1c, 0x84, 3, 0xfb, 0xb9,
                     0x01, 0x02, 3,    0,    0xbc, 10,   0xc5, 0,    9,    2, 0xb1};
  InstructionCursor at(code);
  REQUIRE(at->constant == -1);
  at.advance();
  REQUIRE(at->constant == -2);
  at.advance();
  REQUIRE(at->index == 7);
  at.advance();
  REQUIRE(at->opcode == Opcode::iload_2);
  REQUIRE(at->index == 2);
  at.advance();
  REQUIRE(at->index == 3);
  REQUIRE(at->constant == -5);
  at.advance();
  REQUIRE(at->index == 0x102);
  REQUIRE(at->extra == 3);
  at.advance();
  REQUIRE(at->extra == 10);
  at.advance();
  REQUIRE(at->index == 9);
  REQUIRE(at->extra == 2);
  at.advance();
  REQUIRE(at->opcode == Opcode::return_);
  at.advance();
  REQUIRE_FALSE(at.valid());
  REQUIRE_FALSE(at.malformed());
}

TEST_CASE("instruction cursor: branch targets are absolute", "[classfile][opcodes]") {
  const Code code = {0x00, 0xa7, 0xff, 0xff, 0xc8, 0, 0, 0, 5};
  InstructionCursor at(code, 1);
  REQUIRE(at->target == 0);
  REQUIRE(at->is_backward_branch());
  at.advance();
  REQUIRE(at->target == 9);
  REQUIRE(at->length == 5);
}

TEST_CASE("instruction cursor: a wide instruction is one instruction", "[classfile][opcodes]") {
  const Code code = {0xc4, 0x84, 1, 0, 0xff, 0x00, 0xc4, 0x15, 2, 1};
  InstructionCursor at(code);
  REQUIRE(at->is_wide);
  REQUIRE(at->opcode == Opcode::iinc);
  REQUIRE(at->index == 256);
  REQUIRE(at->constant == -256);
  at.advance();
  REQUIRE(at->index == 513);
  REQUIRE(at->length == 4);
}

TEST_CASE("instruction cursor: switches pad to four and give keys and targets",
          "[classfile][opcodes]") {
  const Code table = {0x00, 0xaa, 0, 0, 0, 0, 0, 20, 0xff, 0xff, 0xff, 0xff,
                      0,    0,    0, 0, 0, 0, 0, 30, 0,    0,    0,    40};
  InstructionCursor at(table, 1);
  REQUIRE(at->target == 21);
  REQUIRE(at->cases == 2);
  REQUIRE(at->case_key(0) == -1);
  REQUIRE(at->case_key(1) == 0);
  REQUIRE(at->case_target(1) == 41);
  REQUIRE(at->next_bci() == table.size());
  const Code lookup = {0xab, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 99, 0, 0, 0, 16};
  at = InstructionCursor(lookup);
  REQUIRE(at->cases == 1);
  REQUIRE(at->case_key(0) == 99);
  REQUIRE(at->case_target(0) == 16);
}

TEST_CASE("instruction cursor: cut, unknown and absurd code is malformed, never read past its end",
          "[classfile][opcodes]") {
  const std::vector<Code> bad = {{0xcb},
                                 {0xff},
                                 {0x10},
                                 {0xc4},
                                 {0xc4, 0x60, 0, 0},
                                 {0xc4, 0x84, 0, 0},
                                 {0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
                                 {0xaa, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff},
                                 {0xab, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff},
                                 {0xab, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff}};
  for (const Code& code : bad) {
    InstructionCursor at(code);
    REQUIRE_FALSE(at.valid());
    REQUIRE(at.malformed());
  }
}
