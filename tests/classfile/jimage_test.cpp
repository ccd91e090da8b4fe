// Proves that classes come out of the JDK's modules image, and that what is not there is not found.
#include "classfile/path/jimage.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/classfile/support/parse_helpers.h"
#include "tools/classdump/image_index.h"

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

TEST_CASE("jimage: every class that the JDK's own library names is found, with its own bytes",
          "[classfile][jimage]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  // The library keeps an image that is open; ImageIndex asks it for the names.
  minijvm::classdump::ImageIndex index(MINIJVM_JDK_HOME);
  std::size_t classes = 0;
  for (const std::string& name : index.classes_of("java.base")) {
    INFO(name);
    std::vector<std::uint8_t> bytes;
    REQUIRE(image->read("java.base", name + ".class", &bytes));
    const std::size_t place = image->place_of("java.base", name + ".class");
    REQUIRE(place != 0);
    const Bytes there = image->bytes().subspan(place, bytes.size());
    REQUIRE(std::equal(there.begin(), there.end(), bytes.begin(), bytes.end()));
    // The class says itself whose bytes these are.
    REQUIRE((name.ends_with("module-info") || parse_class_file(bytes, {}).value().name() == name));
    ++classes;
  }
  CHECK(classes > 5000);
  CHECK(image->place_of("java.base", "java/lang/NoSuchClass.class") == 0);
  CHECK(image->open_in_library());
}

TEST_CASE("jimage: a cut image, or one of another version, is not read", "[classfile][jimage]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const std::filesystem::path home =
      std::filesystem::temp_directory_path() / ("minijvm-jimage-" + std::to_string(getpid()));
  std::filesystem::create_directories(home / "lib");
  const auto open_of = [&](Bytes bytes) {
    std::ofstream(home / "lib" / "modules", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return JImage::open(home.string()).ok();
  };
  // The header says how long the parts of the index are: redirects and locations, attributes, names.
  const auto word = [&](std::size_t at) {
    std::uint32_t value;
    std::memcpy(&value, image->bytes().data() + at, sizeof value);
    return std::size_t{value};
  };
  const std::size_t index_bytes = 28 + 8 * word(16) + word(20) + word(24);
  std::vector<std::uint8_t> head(image->bytes().begin(),
                                 image->bytes().begin() + static_cast<std::ptrdiff_t>(index_bytes));
  CHECK(open_of(head));
  CHECK_FALSE(open_of(Bytes(head).first(head.size() - 1)));
  CHECK_FALSE(open_of(Bytes(head).first(20)));
  head[6] ^= 1;  // the version
  CHECK_FALSE(open_of(head));
  std::filesystem::remove_all(home);
}

TEST_CASE("jimage: a home without a JDK is an error with the path in it", "[classfile][jimage]") {
  const auto opened = JImage::open("/no/such/jdk");
  REQUIRE_FALSE(opened.ok());
  REQUIRE_THAT(opened.error(), Catch::Contains("/no/such/jdk/lib/modules"));
}
