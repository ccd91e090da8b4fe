// Proves that each native of the table is a native method of that class of java.base: a row with another name would change nothing.
#include "vm/natives/blocking_natives.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/classfile/support/parse_helpers.h"

using namespace minijvm::classfile;
using namespace minijvm::vm;

namespace {

bool has_native(const ClassFile& file, const std::string& name) {
  for (const MethodInfo& method : file.methods()) {
    if (file.name_of(method) == name && (method.access_flags & ACC_NATIVE) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("blocking natives: each row names native methods of a class of java.base",
          "[vm][native]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  REQUIRE_FALSE(blocking_natives().empty());
  for (const BlockingNatives& row : blocking_natives()) {
    INFO(row.class_name);
    const std::vector<std::uint8_t> bytes = jdk_class(*image, std::string(row.class_name));
    REQUIRE_FALSE(bytes.empty());
    const minijvm::Expected<ClassFile, FormatError> file = parse_class_file(bytes, {});
    REQUIRE(file.ok());
    // The table is searched for a name with a space on both sides.
    CHECK(row.methods.front() == ' ');
    CHECK(row.methods.back() == ' ');
    std::istringstream names{std::string(row.methods)};
    for (std::string name; names >> name;) {
      INFO(name);
      CHECK(has_native(file.value(), name));
    }
  }
}
