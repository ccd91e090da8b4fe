// Proves JVMS 4.8's checks that need no structure: names, descriptors, flags, duplicates; and that trusted classes skip them.
#include "classfile/format_checker.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/class_bytes.h"
#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

namespace {
const TestCode kReturn = {0, 8, {0xb1}};
}

TEST_CASE("format: flags of classes", "[classfile][format]") {
  const auto error_with = [](unsigned flags) {
    ClassBytes bytes("T");
    bytes.flags = flags;
    return error_of(bytes.build());
  };
  REQUIRE(error_with(ACC_PUBLIC | ACC_SUPER).empty());
  REQUIRE(error_with(ACC_INTERFACE | ACC_ABSTRACT).empty());
  REQUIRE(error_with(ACC_FINAL | ACC_ABSTRACT) ==
          "Illegal class modifiers in class <Unknown>: 0x410");
  REQUIRE(error_with(ACC_INTERFACE) == "Illegal class modifiers in class <Unknown>: 0x200");
  REQUIRE(error_with(ACC_ANNOTATION) == "Illegal class modifiers in class <Unknown>: 0x2000");
}

TEST_CASE("format: flags of fields and methods", "[classfile][format]") {
  ClassBytes field("T");
  field.add_field(ACC_FINAL | ACC_VOLATILE, "x", "I");
  REQUIRE(error_of(field.build()) == "Illegal field modifiers in class T: 0x50");
  ClassBytes method("T");
  method.add_method(ACC_ABSTRACT | ACC_FINAL, "f", "()V", std::nullopt);
  REQUIRE(error_of(method.build()) == "Method f in class T has illegal modifiers: 0x410");
  ClassBytes both("T");
  both.add_method(ACC_PUBLIC | ACC_PRIVATE, "f", "()V", kReturn);
  REQUIRE(error_of(both.build()) == "Method f in class T has illegal modifiers: 0x3");
}

TEST_CASE("format: interfaces hold no <init> and extend Object", "[classfile][format]") {
  ClassBytes init("T");
  init.flags = ACC_INTERFACE | ACC_ABSTRACT;
  init.add_method(ACC_PUBLIC, "<init>", "()V", kReturn);
  REQUIRE(error_of(init.build()) == "Interface cannot have a method named <init>, class file T");
  ClassBytes super("T", "p/Other");
  super.flags = ACC_INTERFACE | ACC_ABSTRACT;
  REQUIRE(error_of(super.build()) ==
          "Interfaces must have java.lang.Object as superclass in class file T");
}

TEST_CASE("format: names and descriptors", "[classfile][format]") {
  ClassBytes name("T");
  name.add_method(ACC_PUBLIC, "a/b", "()V", kReturn);
  REQUIRE(error_of(name.build()) == "Illegal method name \"a/b\" in class T");
  ClassBytes descriptor("T");
  descriptor.add_field(0, "x", "Q");
  REQUIRE(error_of(descriptor.build()) == "Field \"x\" in class T has illegal signature \"Q\"");
  ClassBytes init("T");
  init.add_method(ACC_PUBLIC, "<init>", "()I", kReturn);
  REQUIRE(error_of(init.build()) == "Method \"<init>\" in class T has illegal signature \"()I\"");
  ClassBytes klass("T");
  klass.class_("p//Q");
  REQUIRE(error_of(klass.build()) == "Illegal class name \"p//Q\" in class file <Unknown>");
  ClassBytes utf8("T");
  utf8.utf8("\xf0");
  REQUIRE(error_of(utf8.build()) == "Illegal UTF8 string in constant pool in class file <Unknown>");
  ClassBytes kind("T");
  kind.member(9, "p/A", "x", "()V");
  REQUIRE(error_of(kind.build()) == "Field \"x\" in class <Unknown> has illegal signature \"()V\"");
}

TEST_CASE("format: duplicates are found by content, not by index", "[classfile][format]") {
  ClassBytes fields("T");
  fields.add_field(0, "x", "I");
  fields.add_field(0, "x", "J");
  REQUIRE(error_of(fields.build()).empty());
  fields.add_field(0, "x", "I");
  REQUIRE(error_of(fields.build()) ==
          "Duplicate field name \"x\" with signature \"I\" in class file T");
  ClassBytes methods("T");
  methods.add_method(0, "f", "()V", kReturn);
  methods.add_method(0, "f", "()V", kReturn);
  REQUIRE(error_of(methods.build()) ==
          "Duplicate method name \"f\" with signature \"()V\" in class file T");
  ClassBytes interfaces("T");
  interfaces.add_interface("I");
  interfaces.add_interface("I");
  REQUIRE(error_of(interfaces.build()) == "Duplicate interface name \"I\" in class file T");
}

TEST_CASE("format: trusted classes skip the checks", "[classfile][format]") {
  ClassBytes bytes("T");
  bytes.add_field(0, "x/y", "I");
  REQUIRE_FALSE(error_of(bytes.build()).empty());
  REQUIRE(error_of(bytes.build(), {.check_format = false}).empty());
}

TEST_CASE("format: a descriptor shared by every constant is read once", "[classfile][format]") {
  ClassBytes bytes("T");
  std::string descriptor = "(";
  for (unsigned i = 0; i < 250; i++) descriptor += "L" + std::string(250, 'x') + ";";
  const unsigned type = bytes.utf8(descriptor + ")V");
  const unsigned name = bytes.utf8("f");
  for (unsigned i = 0; i < 60000; i++) bytes.entry_u2_u2(12, name, type);
  REQUIRE(error_of(bytes.build()).empty());
}
