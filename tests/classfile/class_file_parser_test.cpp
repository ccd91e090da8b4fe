// Proves the parser on built bytes: what a good class gives back, and the text `java` 17 prints for each kind of bad one.
#include "classfile/class_file_parser.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/class_bytes.h"
#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

namespace {
TestCode returning() { return TestCode{0, 1, {0xb1}}; }
FormatErrorKind kind_of(const std::vector<std::uint8_t>& bytes, const ParseOptions& options = {}) {
  return parse_class_file(bytes, options).error().kind;
}
}  // namespace

TEST_CASE("parser: a small class comes back whole", "[classfile][parser]") {
  ClassBytes bytes("p/T");
  bytes.add_interface("p/I");
  const unsigned seven = bytes.entry(3, {0, 0, 0, 7});
  bytes.add_field(ACC_STATIC | ACC_FINAL, "SEVEN", "I",
                  {bytes.attribute("ConstantValue", ClassBytes::u2_bytes(seven))});
  bytes.add_method(ACC_PUBLIC, "<init>", "()V", returning());
  bytes.add_method(ACC_PUBLIC | ACC_NATIVE, "n", "(J)I", std::nullopt);
  const unsigned source = bytes.utf8("T.java");
  bytes.add_class_attribute("SourceFile", ClassBytes::u2_bytes(source));
  bytes.add_class_attribute("SomethingNew", {1, 2, 3});
  const auto parsed = parse_class_file(bytes.build(), {.expected_name = "p/T"});
  REQUIRE(parsed.ok());
  const ClassFile& file = parsed.value();
  REQUIRE(file.name() == "p/T");
  REQUIRE(file.super_name() == "java/lang/Object");
  REQUIRE(file.interfaces().size() == 1);
  REQUIRE(file.constant_pool().integer(file.find_field("SEVEN", "I")->constant_value_index) == 7);
  REQUIRE(file.code_of(*file.find_method("<init>", "()V")).code.size() == 1);
  REQUIRE_FALSE(file.find_method("n", "(J)I")->has_code());
  REQUIRE(file.constant_pool().utf8(file.source_file_index()) == "T.java");
}

TEST_CASE("parser: spans survive a move of the class file", "[classfile][parser]") {
  ClassBytes bytes("p/T");
  bytes.add_method(ACC_PUBLIC, "f", "()V", returning());
  auto parsed = parse_class_file(bytes.build(), {});
  const std::uint8_t* code = parsed.value().code_of(parsed.value().methods()[0]).code.data();
  const ClassFile moved = parsed.take();
  REQUIRE(moved.code_of(moved.methods()[0]).code.data() == code);
  REQUIRE(moved.name() == "p/T");
}

TEST_CASE("parser: magic, cut files and extra bytes", "[classfile][parser]") {
  const std::vector<std::uint8_t> text = {'p', 'i', 'n', 'g', ' ', 'p', 'o', 'n', 'g'};
  REQUIRE(error_of(text, {.expected_name = "X"}) ==
          "Incompatible magic value 1885957735 in class file X");
  REQUIRE(error_of({}) == "Truncated class file");
  // magic and version are read together
  REQUIRE(error_of({'p', 'i', 'n', 'g'}) == "Truncated class file");
  std::vector<std::uint8_t> good = ClassBytes("T").build();
  for (std::size_t size = 0; size < good.size(); size++) {
    const std::vector<std::uint8_t> cut(good.begin(),
                                        good.begin() + static_cast<std::ptrdiff_t>(size));
    REQUIRE(error_of(cut) == "Truncated class file");
  }
  good.push_back(0);
  REQUIRE(error_of(good) == "Extra bytes at the end of class file T");
}

TEST_CASE("parser: versions outside 45.0 to 61.0", "[classfile][parser]") {
  ClassBytes bytes("T");
  const ParseOptions options = {.expected_name = "T"};
  bytes.major = 62;
  REQUIRE(kind_of(bytes.build()) == FormatErrorKind::UnsupportedClassVersionError);
  REQUIRE(error_of(bytes.build(), options) ==
          "T has been compiled by a more recent version of the Java Runtime (class file version "
          "62.0), this version of the Java Runtime only "
          "recognizes class file versions up to 61.0");
  bytes.major = 44;
  REQUIRE(error_of(bytes.build(), options) ==
          "T (class file version 44.0) was compiled with an invalid major version");
  bytes.major = 60;
  bytes.minor = 3;
  REQUIRE(error_of(bytes.build(), options) ==
          "T (class file version 60.3) was compiled with an invalid non-zero minor version");
  bytes.major = 45;
  REQUIRE(error_of(bytes.build(), options).empty());
}

TEST_CASE("parser: preview class files need the flag and the newest version",
          "[classfile][parser]") {
  ClassBytes bytes("T");
  bytes.minor = 65535;
  REQUIRE(error_of(bytes.build(), {.expected_name = "T"}) ==
          "Preview features are not enabled for T (class file version 61.65535). Try running with "
          "'--enable-preview'");
  REQUIRE(error_of(bytes.build(), {.enable_preview = true}).empty());
  bytes.major = 60;
  REQUIRE(error_of(bytes.build(), {.expected_name = "T", .enable_preview = true})
              .starts_with("T (class file version 60.65535) was compiled with preview"));
}

TEST_CASE("parser: the name asked for must be the name found", "[classfile][parser]") {
  const auto bytes = ClassBytes("p/T").build();
  REQUIRE(kind_of(bytes, {.expected_name = "T"}) == FormatErrorKind::NoClassDefFoundError);
  REQUIRE(error_of(bytes, {.expected_name = "T"}) == "T (wrong name: p/T)");
}

TEST_CASE("parser: a module-info is no class, except for tools", "[classfile][parser]") {
  ClassBytes bytes("module-info");
  bytes.flags = ACC_MODULE;
  bytes.super_class = 0;
  REQUIRE(error_of(bytes.build(), {.expected_name = "module-info"}) ==
          "module-info is not a class because access_flag ACC_MODULE is set");
  REQUIRE(error_of(bytes.build(), {.allow_module = true}).empty());
}

TEST_CASE("parser: code needs a body, sound handlers and a length", "[classfile][parser]") {
  const auto error_with = [](unsigned flags, std::optional<TestCode> code) {
    ClassBytes bytes("T");
    bytes.add_method(flags, "f", "()V", code);
    return error_of(bytes.build());
  };
  REQUIRE(error_with(ACC_PUBLIC, std::nullopt) ==
          "Absent Code attribute in method that is not native or abstract in class file T");
  REQUIRE(error_with(ACC_NATIVE, returning()) ==
          "Code attribute in native or abstract methods in class file T");
  REQUIRE(error_with(ACC_PUBLIC, TestCode{0, 1, {}}) ==
          "Invalid method Code length 0 in class file T");
  REQUIRE(error_with(ACC_PUBLIC, TestCode{0, 0, {0xb1}}) ==
          "Arguments can't fit into locals in class file T");
  REQUIRE(error_with(ACC_PUBLIC, TestCode{0, 1, {0xb1}, {0, 1, 0, 0, 0, 2, 0, 0, 0, 0}}) ==
          "Illegal exception table range in class file T");
  REQUIRE(error_with(ACC_PUBLIC, TestCode{0, 1, {0xb1}, {0, 1, 0, 0, 0, 1, 0, 1, 0, 0}}) ==
          "Illegal exception table handler in class file T");
  REQUIRE(error_with(ACC_PUBLIC, TestCode{0, 1, {0xb1}, {0, 0}, {0, 0, 9}}) ==
          "Code segment has wrong length in class file T");
}

TEST_CASE("parser: constant values agree with their field", "[classfile][parser]") {
  const auto error_for = [](const char* descriptor, unsigned tag) {
    ClassBytes bytes("T");
    const unsigned value =
        tag == 8 ? bytes.entry_u2(8, bytes.utf8("s")) : bytes.entry(tag, {0, 0, 0, 0});
    bytes.add_field(ACC_STATIC, "x", descriptor,
                    {bytes.attribute("ConstantValue", ClassBytes::u2_bytes(value))});
    return error_of(bytes.build());
  };
  REQUIRE(error_for("I", 3).empty());
  REQUIRE(error_for("Ljava/lang/String;", 8).empty());
  REQUIRE(error_for("J", 3) == "Inconsistent constant value type in class file T");
  REQUIRE(error_for("Ljava/lang/Object;", 8) == "Bad string initial value in class file T");
  REQUIRE(error_for("[I", 3).starts_with("Unable to set initial value"));
}

TEST_CASE("parser: bootstrap rows that constants name must exist", "[classfile][parser]") {
  ClassBytes bytes("T");
  const unsigned pair = bytes.name_and_type("f", "()V");
  bytes.entry_u2_u2(18, 0, pair);
  REQUIRE(error_of(bytes.build()) == "Missing BootstrapMethods attribute in class file T");
  bytes.add_class_attribute("BootstrapMethods", {0, 0});
  REQUIRE(error_of(bytes.build()) == "Short length on BootstrapMethods in class file T");
}

TEST_CASE("parser: an attribute that may stand once is refused twice", "[classfile][parser]") {
  ClassBytes bytes("T");
  const unsigned host = bytes.class_("H");
  bytes.add_class_attribute("NestHost", ClassBytes::u2_bytes(host));
  REQUIRE(error_of(bytes.build()).empty());
  bytes.add_class_attribute("NestHost", ClassBytes::u2_bytes(host));
  REQUIRE(error_of(bytes.build()) == "Multiple NestHost attributes in class file T");
}
