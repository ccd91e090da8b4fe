// Oop maps and stack depths of hand-made methods: kinds that meet, long and double, handlers, dead code, and jsr with callers that
// disagree. All of java.base is in flow_corpus_test.cpp.
#include <catch2/catch.hpp>

#include "classfile/flow/oop_map_builder.h"
#include "tests/classfile/flow/class_builder.h"

namespace minijvm::classfile::test {
namespace {

// A class of one method, and its maps.
struct OneMethod {
  explicit OneMethod(ClassBuilder::Method method, unsigned major = 48)
      : file(build(std::move(method), major)), builder(FlowMethod::of(file, file.methods()[0])) {}

  static ClassFile build(ClassBuilder::Method method, unsigned major) {
    ClassBuilder made("pkg/C", major);
    made.add(std::move(method));
    return made.parsed();
  }

  ClassFile file;
  OopMapBuilder builder;
};

// "R.r|RI": locals then stack, R for a reference.
std::string picture(const OopMap& map) {
  std::string text;
  for (unsigned i = 0; i != map.slots(); ++i) {
    if (i == map.max_locals())
      text += "|";
    text += map.is_reference(i) ? "R" : ".";
  }
  return text;
}

}  // namespace

TEST_CASE("oop maps: arguments, longs and the stack before an instruction",
          "[classfile][flow][oop_map]") {
  // (Object, long, Object): 0 aload_0, 1 lload_1, 2 aload_3, 3 pop, 4 pop2, 5 pop, 6 return
  OneMethod one({.descriptor = "(Ljava/lang/Object;JLjava/lang/Object;)V",
                 .code = {0x2a, 0x1f, 0x2d, 0x57, 0x58, 0x57, 0xb1}});
  REQUIRE(one.builder.run());
  CHECK(picture(one.builder.at(0)) == "R..R");
  CHECK(picture(one.builder.at(2)) == "R..R|R..");
  CHECK(picture(one.builder.at(3)) == "R..R|R..R");
  CHECK(one.builder.at(3).depth() == 4);
}

TEST_CASE("oop maps: a local of two kinds where paths meet holds no reference",
          "[classfile][flow][oop_map]") {
  // 0 iload_0, 1 ifeq 9, 4 aconst_null, 5 astore_1, 6 goto 11, 9 iconst_0, 10 istore_1, 11 return
  OneMethod one(
      {.descriptor = "(I)V", .code = {0x1a, 0x99, 0, 8, 0x01, 0x4c, 0xa7, 0, 5, 0x03, 0x3c, 0xb1}});
  REQUIRE(one.builder.run());
  CHECK(picture(one.builder.at(6)) == ".R..");
  CHECK(picture(one.builder.at(11)) == "....");
  CHECK_FALSE(one.builder.at(11).is_ambiguous());
}

TEST_CASE("oop maps: a handler sees what held at each covered instruction",
          "[classfile][flow][oop_map]") {
  // 0 aconst_null, 1 astore_0, 2 iconst_0, 3 istore_1, 4 nop, 5 return, 6 pop, 7 return; [2, 5) => 6
  OneMethod one(
      {.code = {0x01, 0x4b, 0x03, 0x3c, 0x00, 0xb1, 0x57, 0xb1}, .handlers = {{2, 5, 6, 0}}});
  REQUIRE(one.builder.run());
  CHECK(picture(one.builder.at(6)) == "R...|R");
  // Covered from 0 on, local 0 may be unset.
  OneMethod wider(
      {.code = {0x01, 0x4b, 0x03, 0x3c, 0x00, 0xb1, 0x57, 0xb1}, .handlers = {{0, 5, 6, 0}}});
  REQUIRE(wider.builder.run());
  CHECK(picture(wider.builder.at(6)) == "....|R");
}

TEST_CASE("oop maps: unreachable code has none", "[classfile][flow][oop_map]") {
  OneMethod one({.code = {0xb1, 0x00, 0xb1}});
  REQUIRE(one.builder.run());
  CHECK(one.builder.at(0).is_reachable());
  CHECK_FALSE(one.builder.at(1).is_reachable());
  CHECK_FALSE(one.builder.at(77).is_reachable());
}

TEST_CASE("oop maps: a subroutine keeps its callers apart", "[classfile][flow][oop_map]") {
  // 0 aconst_null, 1 astore_1, 2 jsr 12, 5 iconst_0, 6 istore_1, 7 jsr 12, 10 return, 11 nop, 12 astore_2, 13 nop, 14 ret 2
  OneMethod one(
      {.code = {0x01, 0x4c, 0xa8, 0, 10, 0x03, 0x3c, 0xa8, 0, 5, 0xb1, 0x00, 0x4d, 0x00, 0xa9, 2}});
  REQUIRE(one.builder.run());
  CHECK(picture(one.builder.at(5)) == ".R..");
  CHECK(picture(one.builder.at(10)) == "....");
  CHECK(one.builder.at(13).is_ambiguous());
  CHECK(picture(one.builder.at(13)) == "....");
  const std::vector<OopMapVariant> variants = one.builder.variants(13);
  REQUIRE(variants.size() == 2);
  for (const OopMapVariant& variant : variants) {
    REQUIRE(variant.return_slots.size() == 1);
    CHECK(variant.return_slots[0].slot == 2);
    CHECK(variant.map.is_reference(1) == (variant.return_slots[0].return_bci == 5));
  }
}

TEST_CASE("oop maps: more than 64 slots", "[classfile][flow][oop_map]") {
  // aconst_null, astore 99, aload 99, pop, return
  OneMethod one({.max_locals = 100, .code = {0x01, 0x3a, 99, 0x19, 99, 0x57, 0xb1}});
  REQUIRE(one.builder.run());
  const OopMap map = one.builder.at(5);
  std::vector<unsigned> found;
  map.each_reference([&](unsigned slot) { found.push_back(slot); });
  CHECK(found == std::vector<unsigned>{99, 100});
}

TEST_CASE("slot flow: malformed code is refused with a reason", "[classfile][flow]") {
  for (const Code& code :
       {Code{0x57, 0xb1}, Code{0x00}, Code{0xa7, 0, 1, 0xb1}, Code{0x1a, 0xa9, 0},
        Code{0x03, 0xa7, 0xff, 0xff}, Code{0x19, 200, 0xb1}, Code{0xb6, 0, 1, 0xb1}, Code{0xfd}}) {
    OneMethod one({.code = code});
    CHECK_FALSE(one.builder.run());
    CHECK(one.builder.flow().failure() != nullptr);
  }
}

}  // namespace minijvm::classfile::test
