// Proves the text of a whole class of the JDK, and that the classes of a module are listed.
#include "tools/classdump/class_text.h"

#include <catch2/catch.hpp>

#include "support/parse_helpers.h"
#include "tools/classdump/image_index.h"

using namespace minijvm::classfile;
using minijvm::classdump::dump_class;
using minijvm::classdump::ImageIndex;

TEST_CASE("class_text: java.lang.Object as a whole", "[classfile][class_text]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const auto parsed = parse_class_file(jdk_class(*image, "java/lang/Object"), {});
  REQUIRE(parsed.ok());
  const std::string text = dump_class(parsed.value());
  REQUIRE_THAT(text, Catch::StartsWith("class java/lang/Object\n"));
  REQUIRE_THAT(text, Catch::Contains("method hashCode()I"));
  REQUIRE_THAT(text, Catch::Contains("ACC_NATIVE"));
  REQUIRE_THAT(text, Catch::Contains("    0: aload_0\n"));
}

TEST_CASE("image_index: packages have modules and modules have classes",
          "[classfile][image_index]") {
  const ImageIndex index(MINIJVM_JDK_HOME);
  CHECK(index.module_of_class("java/lang/String") == "java.base");
  CHECK(index.module_of_class("java/lang/NoSuchClass") == "java.base");
  CHECK(index.module_of_class("no/such/package/C").empty());
  CHECK(index.module_of_class("Unpackaged").empty());
  CHECK(index.classes_of("java.base").size() > 5000);
  CHECK(index.classes_of("no.such").empty());
}

TEST_CASE("image_index: a home without a JDK has no classes", "[classfile][image_index]") {
  const ImageIndex index("/no/such/jdk");
  CHECK(index.classes_of("java.base").empty());
  CHECK(index.module_of_class("java/lang/String").empty());
}
