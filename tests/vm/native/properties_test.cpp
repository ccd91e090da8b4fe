// Proves which assertion option decides for a class (java -ea, -da: the last one for the class, then for the innermost package, then the default).
#include "vm/java/properties.h"

#include <catch2/catch.hpp>

using namespace minijvm::vm;

TEST_CASE("assertions: class before package before default", "[vm][properties]") {
  AssertionOptions options;
  options.user_default = true;
  options.packages = {{"a.b", false}, {"a", true}, {"", false}};
  options.classes = {{"a.b.C", false}, {"a.b.C", true}};
  set_assertion_options(options);
  CHECK(assertions_wanted("a.b.C", false));          // the last choice for the class
  CHECK_FALSE(assertions_wanted("a.b.D", false));    // a.b...
  CHECK_FALSE(assertions_wanted("a.b.c.D", false));  // below a.b
  CHECK(assertions_wanted("a.x.D", false));          // a...
  CHECK_FALSE(assertions_wanted("D", false));        // ... : the unnamed package
  CHECK(assertions_wanted("z.D", false));            // the default
  CHECK_FALSE(assertions_wanted("java.lang.String", true));
  set_assertion_options({});
}

TEST_CASE("properties: found by key", "[vm][properties]") {
  set_vm_properties({{"java.home", "/jdk"}, {"empty", ""}});
  REQUIRE(find_vm_property("java.home") != nullptr);
  CHECK(*find_vm_property("java.home") == "/jdk");
  CHECK(find_vm_property("empty")->empty());
  CHECK(find_vm_property("absent") == nullptr);
  set_vm_properties({});
}
