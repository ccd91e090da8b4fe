// tools/desync/desynchronize.h: which bytes change, and which classes are left alone.
#include <catch2/catch.hpp>

#include "classfile/class_file_parser.h"
#include "support/class_bytes.h"
#include "tools/desync/desynchronize.h"

using namespace minijvm;
using classfile::ClassBytes;
using classfile::ClassFile;

namespace {

ClassFile parsed(const std::vector<std::uint8_t>& bytes) {
  auto file = classfile::parse_class_file(bytes, {});
  REQUIRE(file);
  return std::move(file.value());
}

// aload_0, monitorenter, aload_0, monitorexit, ldc-like operand that looks like a monitorenter, pop, return
const std::vector<std::uint8_t> kBody = {0x2a, 0xc2, 0x2a, 0xc3, 0x10, 0xc2, 0x57, 0xb1};

}  // namespace

TEST_CASE("desync clears the flag and turns monitor instructions into pops", "[desync]") {
  ClassBytes source("T");
  source.add_method(classfile::ACC_PUBLIC | classfile::ACC_SYNCHRONIZED, "f", "()V",
                    classfile::TestCode{1, 1, kBody});
  source.add_method(classfile::ACC_PUBLIC, "g", "()V", classfile::TestCode{0, 1, {0xb1}});
  std::vector<std::uint8_t> bytes = source.build();
  desync::Desynchronized result = desync::desynchronize(parsed(bytes));
  CHECK(result.methods == 1);
  CHECK(result.instructions == 2);
  CHECK(result.bytes.size() == bytes.size());

  ClassFile after = parsed(result.bytes);
  CHECK(after.methods()[0].access_flags == classfile::ACC_PUBLIC);
  CHECK(after.methods()[1].access_flags == classfile::ACC_PUBLIC);
  // the operand of bipush stays
  std::vector<std::uint8_t> expected = {0x2a, 0x57, 0x2a, 0x57, 0x10, 0xc2, 0x57, 0xb1};
  classfile::Bytes code = after.code_of(after.methods()[0]).code;
  CHECK(std::vector<std::uint8_t>(code.begin(), code.end()) == expected);

  desync::Desynchronized again = desync::desynchronize(after);
  CHECK(again.methods + again.instructions == 0);
  CHECK(again.bytes == result.bytes);
}

TEST_CASE("classes that wait or notify need their monitors", "[desync]") {
  constexpr unsigned kMethodref = 10;
  ClassBytes waits("T");
  waits.member(kMethodref, "java/lang/Object", "wait", "(J)V");
  CHECK(desync::needs_its_monitors(parsed(waits.build())));
  ClassBytes other("T");
  other.member(kMethodref, "T", "wait", "(I)V");
  CHECK_FALSE(desync::needs_its_monitors(parsed(other.build())));
}

TEST_CASE("the paper's exceptions", "[desync]") {
  CHECK(desync::is_excepted("java/lang/Thread"));
  CHECK(desync::is_excepted("java/lang/ref/Finalizer"));
  CHECK_FALSE(desync::is_excepted("java/lang/ThreadLocal"));
}
