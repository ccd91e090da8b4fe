// Proves that each leaf function is named after a method of the JDK: one with a wrong name is never called, which nobody would notice.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/classfile/support/parse_helpers.h"
#include "vm/interp/cells/leaf_functions.h"

using namespace minijvm;
using namespace minijvm::interp;

namespace {

// Returns the methods of the class as "sqrt(D)D".
std::set<std::string> methods_of(const classfile::JImage& image, const std::string& holder) {
  const std::vector<std::uint8_t> bytes = classfile::jdk_class(image, holder);
  auto parsed = classfile::parse_class_file(bytes, {});
  std::set<std::string> methods;
  if (parsed.ok()) {
    const classfile::ClassFile& file = parsed.value();
    for (const classfile::MethodInfo& method : file.methods()) {
      methods.insert(std::string(file.name_of(method)) + std::string(file.descriptor_of(method)));
    }
  }
  return methods;
}

}  // namespace

TEST_CASE("each leaf function has the name of a method of the JDK", "[interp][leaves]") {
  const std::unique_ptr<classfile::JImage> image = classfile::jdk_image();
  REQUIRE(image != nullptr);
  std::set<std::string> names;
  for (auto leaves : {array_leaves(), big_integer_leaves(), digest_leaves(), number_leaves(),
                      object_leaves(), string_leaves(), unsafe_leaves(), zip_leaves()}) {
    for (const LeafFunction& leaf : leaves) {
      INFO(leaf.name);
      const std::string name = leaf.name;
      const std::size_t dot = name.find('.');
      CHECK(methods_of(*image, name.substr(0, dot)).contains(name.substr(dot + 1)));
      CHECK(names.insert(name).second);
    }
  }
  CHECK(names.size() > 100);
}
