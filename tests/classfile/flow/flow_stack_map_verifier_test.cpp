// The verifier alone: each hand-made class of verifier_cases.cpp is accepted or rejected as it should be, and the messages have the
// parts that `java` prints. What `java` itself says about the same classes is in flow_hotspot_differential_test.cpp.
#include <catch2/catch.hpp>

#include "classfile/flow/stack_map_verifier.h"
#include "tests/classfile/flow/corpus_oracle.h"
#include "tests/classfile/flow/jdk_classes.h"
#include "tests/classfile/flow/verifier_cases.h"

namespace minijvm::classfile::test {
namespace {

Expected<void, VerifyFailure> verified(ClassBuilder builder) {
  static ClassCorpus corpus(read_jdk_class);
  const ClassFile file = builder.parsed();
  CorpusOracle oracle(corpus, file);
  return verify_class(file, oracle);
}

}  // namespace

TEST_CASE("verifier: hand-made classes are accepted and rejected as they should be",
          "[classfile][flow][verifier]") {
  for (std::size_t at = 0; at != verifier_cases().size(); ++at) {
    const VerifierCase& one = verifier_cases()[at];
    const Expected<void, VerifyFailure> result = verified(build_case(at));
    INFO("case " << at << ": " << one.what << "\n" << (result.ok() ? "" : result.error().message));
    CHECK(result.ok() == one.accepted);
  }
}

TEST_CASE("verifier: a failure says where, why and what the frame was",
          "[classfile][flow][verifier]") {
  ClassBuilder builder("pkg/C");
  builder.add({.code = {0x03, 0x12, builder.string("x"), 0x60, 0x57, 0xb1}});
  const Expected<void, VerifyFailure> result = verified(std::move(builder));
  REQUIRE(!result.ok());
  CHECK(result.error().kind == VerifyFailure::Kind::kVerifyError);
  CHECK(!result.error().may_fail_over);
  CHECK(result.error().message ==
        "Bad type on operand stack\n"
        "Exception Details:\n"
        "  Location:\n"
        "    pkg/C.m()V @3: iadd\n"
        "  Reason:\n"
        "    Type 'java/lang/String' (current frame, stack[1]) is not assignable to integer\n"
        "  Current Frame:\n"
        "    bci: @3\n"
        "    flags: { }\n"
        "    locals: { }\n"
        "    stack: { integer, 'java/lang/String' }\n"
        "  Bytecode:\n"
        "    0000000: 0312 0260 57b1                         \n");
}

TEST_CASE("verifier: a class that does not load is a loading error, not a VerifyError",
          "[classfile][flow][verifier]") {
  ClassBuilder builder("pkg/C");
  builder.add({.descriptor = "(Lv/Missing;)Ljava/lang/String;", .code = {0x2a, 0xb0}});
  const Expected<void, VerifyFailure> result = verified(std::move(builder));
  REQUIRE(!result.ok());
  CHECK(result.error().kind == VerifyFailure::Kind::kLoadingError);
}

TEST_CASE("verifier: only version 50 may fall back on the older verifier",
          "[classfile][flow][verifier]") {
  for (unsigned major : {50u, 51u}) {
    ClassBuilder builder("pkg/C", major);
    builder.add({.code = {0xa8, 0, 4, 0xb1, 0x4c, 0xa9, 1}, .stack_map = {}});
    const Expected<void, VerifyFailure> result = verified(std::move(builder));
    REQUIRE(!result.ok());
    CHECK(result.error().may_fail_over == (major == 50));
  }
}

TEST_CASE("verifier: a StackMapTable of many frames costs what its bytes cost",
          "[classfile][flow][verifier]") {
  // 2000 frames of 60000 locals each: shared chains, not copies.
  ClassBuilder builder("pkg/C");
  ClassBuilder::Method method{.descriptor = "()V", .max_stack = 1, .max_locals = 60000};
  for (unsigned i = 0; i != 2000; ++i) method.code.push_back(0x00);
  method.code.push_back(0xb1);
  method.stack_map = {2000 >> 8, 2000 & 0xff, 255, 0, 0, 60000 >> 8, 60000 & 0xff};
  for (unsigned i = 0; i != 60000; ++i) method.stack_map.push_back(0);  // top
  method.stack_map.insert(method.stack_map.end(), {0, 0});
  for (unsigned i = 1; i != 2000; ++i) method.stack_map.push_back(0);
  builder.add(method);
  CHECK(verified(std::move(builder)).ok());
}

}  // namespace minijvm::classfile::test
