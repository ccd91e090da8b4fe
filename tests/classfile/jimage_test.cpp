// Proves that classes come out of the JDK's modules image, and that what is not there is not found.
#include "classfile/path/jimage.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;

TEST_CASE("jimage: classes have bytes", "[classfile][jimage]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  std::vector<std::uint8_t> bytes;
  REQUIRE(image->read("java.base", "java/lang/String.class", &bytes));
  REQUIRE(error_of(bytes, {.expected_name = "java/lang/String"}).empty());
  REQUIRE_FALSE(image->read("java.base", "java/lang/NoSuchClass.class", &bytes));
  REQUIRE_FALSE(image->read("no.such.module", "java/lang/String.class", &bytes));
  using namespace std::string_view_literals;
  REQUIRE_FALSE(image->read("java.base", "java/lang/String.class\0x"sv, &bytes));
}

TEST_CASE("jimage: a home without a JDK is an error with the path in it", "[classfile][jimage]") {
  const auto opened = JImage::open("/no/such/jdk");
  REQUIRE_FALSE(opened.ok());
  REQUIRE_THAT(opened.error(), Catch::Contains("/no/such/jdk/lib/libjimage.so"));
}
