// Proves JVMS 4.4: every tag can be read back, and no wrong cross reference gets through.
#include "classfile/constant_pool.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/class_bytes.h"
#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

TEST_CASE("constant pool: each tag gives back what was written", "[classfile][constant_pool]") {
  ClassBytes bytes("T");
  const unsigned number = bytes.entry(3, {0xff, 0xff, 0xff, 0xfe});
  const unsigned real = bytes.entry(4, {0x3f, 0x80, 0, 0});
  const unsigned big = bytes.entry(5, {0x80, 0, 0, 0, 0, 0, 0, 1}, 2);
  const unsigned wide = bytes.entry(6, {0x3f, 0xf0, 0, 0, 0, 0, 0, 0}, 2);
  const unsigned text = bytes.entry_u2(8, bytes.utf8("hello"));
  const unsigned method = bytes.member(10, "p/A", "f", "(I)V");
  const unsigned field = bytes.member(9, "p/A", "x", "J");
  const unsigned handle = bytes.entry(
      15, {6, static_cast<std::uint8_t>(method >> 8), static_cast<std::uint8_t>(method & 0xff)});
  const unsigned type = bytes.entry_u2(16, bytes.utf8("()V"));
  const auto parsed = parse_class_file(bytes.build(), {});
  REQUIRE(parsed.ok());
  const ConstantPool& pool = parsed.value().constant_pool();
  REQUIRE(pool.integer(number) == -2);
  REQUIRE(pool.float_(real) == 1.0f);
  REQUIRE(pool.long_(big) == INT64_MIN + 1);
  REQUIRE(pool.tag(big + 1) == ConstantTag::None);
  REQUIRE(pool.double_(wide) == 1.0);
  REQUIRE(pool.string(text) == "hello");
  REQUIRE(pool.member_class(method) == "p/A");
  REQUIRE(pool.member(method).descriptor == "(I)V");
  REQUIRE(pool.member(field).name == "x");
  REQUIRE(pool.reference_kind(handle) == ReferenceKind::REF_invokeStatic);
  REQUIRE(pool.reference_index(handle) == method);
  REQUIRE(pool.method_type(type) == "()V");
  REQUIRE(pool.is_loadable(handle));
  REQUIRE_FALSE(pool.is_loadable(method));
  REQUIRE(pool.tag(60000) == ConstantTag::None);
}

TEST_CASE("constant pool: a wrong reference is named with its index",
          "[classfile][constant_pool]") {
  for (unsigned tag : {7u, 8u, 16u}) {
    ClassBytes bytes("T");
    bytes.entry_u2(tag, 2);  // a Class where a Utf8 belongs
    REQUIRE(error_of(bytes.build()) == "Invalid constant pool index 2 in class file <Unknown>");
  }
  ClassBytes pair("T");
  pair.entry_u2_u2(12, 1, 999);
  REQUIRE(error_of(pair.build()) == "Invalid constant pool index 999 in class file <Unknown>");
}

TEST_CASE("constant pool: method handles refer to what their kind allows",
          "[classfile][constant_pool]") {
  ClassBytes kind("T");
  kind.entry(15, {10, 0, 1});
  REQUIRE(error_of(kind.build()) ==
          "Bad method handle kind at constant pool index 5 in class file <Unknown>");
  ClassBytes field("T");
  field.entry(15, {1, 0, 1});
  REQUIRE(error_of(field.build()) ==
          "Invalid constant pool index 1 in class file <Unknown> (not a field)");
  ClassBytes init("T");
  const unsigned method = init.member(10, "p/A", "f", "()V");
  init.entry(15, {8, 0, static_cast<std::uint8_t>(method)});
  REQUIRE(error_of(init.build()) ==
          "Bad constructor name at constant pool index 7 in class file <Unknown>");
}

TEST_CASE("constant pool: tags unknown or newer than the version are refused",
          "[classfile][constant_pool]") {
  ClassBytes unknown("T");
  unknown.entry(2, {});
  REQUIRE(error_of(unknown.build()) == "Unknown constant tag 2 in class file <Unknown>");
  ClassBytes old("T");
  old.major = 50;
  old.entry_u2(16, 1);
  REQUIRE(error_of(old.build()) ==
          "Class file version does not support constant tag 16 in class file <Unknown>");
  ClassBytes module("T");
  module.entry_u2(19, 1);
  REQUIRE(error_of(module.build()) == "Unknown constant tag 19 in class file <Unknown>");
  module.major = 52;
  REQUIRE(error_of(module.build()) == "Unknown constant tag 19 in class file <Unknown>");
}

TEST_CASE("constant pool: a long in the last place has no second half",
          "[classfile][constant_pool]") {
  ClassBytes bytes("T");
  bytes.entry(5, {0, 0, 0, 0, 0, 0, 0, 0}, 1);
  REQUIRE(error_of(bytes.build()) == "Invalid constant pool entry 5 in class file <Unknown>");
}
