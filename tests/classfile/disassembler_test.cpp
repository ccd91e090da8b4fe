// Proves the text of single instructions.
#include "classfile/disassembler.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/class_bytes.h"
#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

TEST_CASE("disassembler: one line for each instruction", "[classfile][disassembler]") {
  ClassBytes bytes("T");
  const unsigned method = bytes.member(10, "p/A", "<init>", "()V");
  bytes.add_method(ACC_STATIC, "f", "()V",
                   TestCode{2,
                            1,
                            {0x1a, 0x10, 0xfd, 0xb7, 0, static_cast<std::uint8_t>(method), 0xbc, 10,
                             0xa7, 0, 3, 0xc4, 0x15, 1, 0, 0xb1}});
  const auto parsed = parse_class_file(bytes.build(), {});
  REQUIRE(parsed.ok());
  std::string text;
  for (InstructionCursor at(parsed.value().code_of(parsed.value().methods()[0]).code); at.valid();
       at.advance())
    text +=
        std::to_string(at.bci()) + ": " + disassemble(parsed.value().constant_pool(), *at) + "\n";
  REQUIRE_THAT(text, Catch::Contains("0: iload_0\n"));
  REQUIRE_THAT(text, Catch::Contains("1: bipush -3\n"));
  REQUIRE_THAT(text, Catch::Contains("// Method p/A.\"<init>\":()V\n"));
  REQUIRE_THAT(text, Catch::Contains("newarray int\n"));
  REQUIRE_THAT(text, Catch::Contains("8: goto 11\n"));
  REQUIRE_THAT(text, Catch::Contains("iload_w 256\n"));
}
