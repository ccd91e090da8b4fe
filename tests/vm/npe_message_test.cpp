// Messages of NullPointerExceptions from hand-made bytecode. The wording of 43 javac-made cases is compared with HotSpot's by
// tests/java/exceptions/HelpfulNulls*.java.
#include "vm/java/errors/npe_message.h"

#include <catch2/catch.hpp>

#include "classfile/class_file.h"
#include "classfile/class_file_parser.h"
#include "tests/classfile/support/class_bytes.h"

using namespace minijvm;
using classfile::ClassBytes;
using classfile::TestCode;

namespace {

std::string message(ClassBytes& bytes, const char* descriptor, unsigned flags,
                    std::vector<std::uint8_t> code, std::int32_t bci) {
  bytes.add_method(flags, "f", descriptor, TestCode{8, 8, std::move(code)});
  std::vector<std::uint8_t> image = bytes.build();
  auto parsed = classfile::parse_class_file({image.data(), image.size()}, {.check_format = false});
  REQUIRE(parsed.ok());
  return vm::npe_message(parsed.value(), parsed.value().methods()[0], bci);
}

constexpr unsigned kStatic = 9;
constexpr unsigned kInstance = 1;
std::uint8_t low(unsigned index) { return static_cast<std::uint8_t>(index); }

}  // namespace

TEST_CASE("npe message: a call on a parameter, on this, and on a local that was written",
          "[vm][npe]") {
  ClassBytes first("T");
  unsigned call = first.member(10, "java/lang/String", "length", "()I");
  CHECK(message(first, "(JLjava/lang/String;)V", kStatic, {0x2c, 0xb6, 0, low(call), 0x57, 0xb1},
                1) == "Cannot invoke \"String.length()\" because \"<parameter2>\" is null");
  ClassBytes second("T");
  unsigned field = second.member(9, "T", "x", "LT;");
  CHECK(message(second, "()V", kInstance,
                {0x2a, 0xb4, 0, low(field), 0xb4, 0, low(field), 0x57, 0xb1},
                4) == "Cannot read field \"x\" because \"this.x\" is null");
  ClassBytes third("T");
  CHECK(message(third, "([I)I", kStatic, {0x01, 0x4b, 0x2a, 0xbe, 0xac}, 3) ==
        "Cannot read the array length because \"<local0>\" is null");
}

TEST_CASE("npe message: elements, constants and values that come from two places", "[vm][npe]") {
  ClassBytes first("T");
  CHECK(message(first, "([[I)V", kStatic, {0x2a, 0x05, 0x32, 0x03, 0x04, 0x4f, 0xb1}, 5) ==
        "Cannot store to int array because \"<parameter1>[2]\" is null");
  ClassBytes second("T");
  CHECK(message(second, "()V", kStatic, {0x01, 0xbf}, 1) ==
        "Cannot throw exception because \"null\" is null");
  ClassBytes third("T");  // iload_0 ifeq -> aload_1 goto | aload_2; athrow
  CHECK(message(third, "(ILT;LT;)V", kStatic, {0x1a, 0x99, 0, 7, 0x2b, 0xa7, 0, 4, 0x2c, 0xbf},
                9) == "Cannot throw exception");
}

TEST_CASE("npe message: none for what the program made itself, nor for other instructions",
          "[vm][npe]") {
  ClassBytes first("T");
  unsigned constructor = first.member(10, "java/lang/NullPointerException", "<init>", "()V");
  CHECK(message(first, "(Ljava/lang/Object;)V", kStatic, {0x2a, 0xb7, 0, low(constructor), 0xb1}, 1)
            .empty());
  ClassBytes second("T");
  CHECK(message(second, "()V", kStatic, {0x00, 0xb1}, 0).empty());
  ClassBytes third("T");
  CHECK(message(third, "()V", kStatic, {0x00, 0xb1}, 17).empty());
}
