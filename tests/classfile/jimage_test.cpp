// Proves that classes come out of the JDK's modules image, and that what is not there is not found.
#include "classfile/path/jimage.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

TEST_CASE("jimage: packages have modules and classes have bytes", "[classfile][jimage]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  REQUIRE(image->module_of_package("java/lang") == "java.base");
  REQUIRE(image->module_of_package("no/such/package").empty());
  std::vector<std::uint8_t> bytes;
  std::string_view module;
  REQUIRE(image->read_class("java/lang/String", &bytes, &module));
  REQUIRE(module == "java.base");
  REQUIRE(error_of(bytes, {.expected_name = "java/lang/String"}).empty());
  REQUIRE_FALSE(image->read_class("java/lang/NoSuchClass", &bytes));
  REQUIRE_FALSE(image->read_class("Unpackaged", &bytes));
  REQUIRE_FALSE(image->read_class(std::string_view("java/lang/String\0x", 18), &bytes));
}

TEST_CASE("jimage: a home without a JDK is an error with the path in it", "[classfile][jimage]") {
  const auto opened = JImage::open("/no/such/jdk");
  REQUIRE_FALSE(opened.ok());
  REQUIRE_THAT(opened.error(), Catch::Contains("/no/such/jdk/lib/libjimage.so"));
}
