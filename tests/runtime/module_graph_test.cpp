// Proves who reads whom and what is exported to whom (JVMS 5.4.4), on modules defined as java.lang.ModuleLayer would define them, and how
// wrong definitions are refused. It defines java.base for the whole test program, open to all, as no other test looks at its exports.
#include "runtime/load/module_graph.h"

#include <catch2/catch.hpp>
#include <set>

#include "runtime/class/class.h"
#include "runtime/link/access.h"
#include "runtime/load/boot_loader.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/fake_object.h"
#include "tests/runtime/support/linked_jdk.h"
#include "tools/classdump/image_index.h"

namespace minijvm::runtime {
namespace {

using Kind = ModuleError::Kind;
using Packages = std::vector<std::string>;
using test::FakeLoader;
using test::linked_jdk;

Handle<> new_module_object() { return test::fake_handle(*wk().java_lang_Module); }

void define_java_base() {
  JavaThread& self = linked_jdk();
  if (is_java_base_defined()) {
    return;
  }
  std::set<std::string> packages;
  const classdump::ImageIndex index(MINIJVM_JDK_HOME);
  for (const std::string& name : index.classes_of("java.base")) {
    if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) {
      packages.insert(name.substr(0, slash));
    }
  }
  Handle<> module = new_module_object();
  const Packages list(packages.begin(), packages.end());
  REQUIRE(define_module(self, LoaderData::boot(), module, "java.base", false, "17",
                        "jrt:/java.base", list)
              .ok());
  for (const std::string& package : list) {
    REQUIRE(add_exports_to_all(self, module, package).ok());
  }
}

ModuleResult<ModuleEntry*> define(FakeLoader& loader, Handle<> module, std::string_view name,
                                  const Packages& packages) {
  return define_module(linked_jdk(), loader.data(), module, name, false, "1.0", "file:/mods",
                       packages);
}

template <class T>
void check_refused(const ModuleResult<T>& result, Kind kind, const std::string& message) {
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().kind == kind);
  CHECK(result.error().message == message);
}

// Modules m.a and m.b and a class U without module, all of one loader.
struct Modules {
  FakeLoader& loader = *new FakeLoader("mods");
  Handle<> a;
  Handle<> b;
  Class* api;
  Class* internal;
  Class* user;
  Class* unnamed;

  Modules() {
    define_java_base();
    static const auto classes =
        test::compile({{"ma/api/A.java", "package ma.api; public class A { }"},
                       {"ma/internal/I.java", "package ma.internal; public class I { }"},
                       {"mb/B.java", "package mb; public class B { }"},
                       {"U.java", "public class U { }"}});
    for (const auto& [name, bytes] : classes) {
      loader.add(name, bytes);
    }
    a = new_module_object();
    b = new_module_object();
    REQUIRE(define(loader, a, "m.a", {"ma/api", "ma.internal"}).ok());  // both forms
    REQUIRE(define(loader, b, "m.b", {"mb"}).ok());
    api = loader.load("ma/api/A").value();
    internal = loader.load("ma/internal/I").value();
    user = loader.load("mb/B").value();
    unnamed = loader.load("U").value();
  }
};

}  // namespace

TEST_CASE("modules: a class is in the module of its package", "[runtime][modules]") {
  Modules m;
  CHECK(module_of(*m.api).name->text() == "m.a");
  CHECK(module_of(*m.internal).name->text() == "m.a");
  CHECK_FALSE(module_of(*m.unnamed).is_named());
  CHECK(&module_of(*array_class_of(linked_jdk(), *m.user).value()) == &module_of(*m.user));
  CHECK(&module_of(*primitive_class(BasicType::kInt)) == &java_base_module());
  CHECK(&module_of(*wk().java_lang_String) == &java_base_module());
  CHECK(module_entry_of(linked_jdk(), m.a) == &module_of(*m.api));
  CHECK(place_of(*m.api) == "module m.a@1.0 of loader 'mods'");
  CHECK(joint_place_of(*m.api, *m.internal) ==
        "ma.api.A and ma.internal.I are in module m.a@1.0 of loader 'mods'");
  CHECK(joint_place_of(*m.api, *m.unnamed) ==
        "ma.api.A is in module m.a@1.0 of loader 'mods'; U is in unnamed module of loader 'mods'");
  CHECK(boot_module_of_package("java/util") == &java_base_module());
  CHECK(boot_module_of_package("no/such") == nullptr);
}

TEST_CASE("modules: access needs to read the module and an export of the package",
          "[runtime][modules]") {
  Modules m;
  JavaThread& self = linked_jdk();
  CHECK(module_access(*m.user, *m.api) == ModuleAccess::kNotReadable);
  Linked<void> denied = check_class_access(self, *m.user, *m.api);
  REQUIRE_FALSE(denied.ok());
  CHECK(denied.error().kind == LinkErrorKind::IllegalAccessError);
  CHECK(denied.error().message ==
        "class mb.B (in module m.b) cannot access class ma.api.A (in module m.a) because module "
        "m.b does not read module m.a");

  REQUIRE(add_reads(self, m.b, m.a).ok());
  CHECK(module_access(*m.user, *m.api) == ModuleAccess::kNotExported);
  CHECK(check_class_access(self, *m.user, *m.api).error().message ==
        "class mb.B (in module m.b) cannot access class ma.api.A (in module m.a) because module "
        "m.a does not export ma.api to module m.b");

  REQUIRE(add_exports(self, m.a, "ma.api", m.b).ok());
  CHECK(module_access(*m.user, *m.api) == ModuleAccess::kOk);
  CHECK(module_access(*m.user, *m.internal) == ModuleAccess::kNotExported);
  CHECK(module_access(*m.api, *m.user) == ModuleAccess::kNotReadable);  // reading is not mutual
  CHECK(module_access(*m.api, *m.internal) == ModuleAccess::kOk);
  CHECK(module_access(*m.user, *wk().java_lang_String) == ModuleAccess::kOk);  // all read java.base
}

TEST_CASE("modules: an unnamed module reads all, and is met by exports to all unnamed ones",
          "[runtime][modules]") {
  Modules m;
  JavaThread& self = linked_jdk();
  CHECK(module_access(*m.unnamed, *m.api) == ModuleAccess::kNotExported);
  REQUIRE(add_exports_to_all_unnamed(self, m.a, "ma/api").ok());
  CHECK(module_access(*m.unnamed, *m.api) == ModuleAccess::kOk);
  REQUIRE(add_reads(self, m.b, m.a).ok());
  CHECK(module_access(*m.user, *m.api) == ModuleAccess::kNotExported);
  REQUIRE(add_exports_to_all(self, m.a, "ma/api").ok());
  CHECK(module_access(*m.user, *m.api) == ModuleAccess::kOk);

  CHECK(module_access(*m.user, *m.unnamed) == ModuleAccess::kNotReadable);
  REQUIRE(add_reads(self, m.b, Handle<>()).ok());
  // whose packages are all exported
  CHECK(module_access(*m.user, *m.unnamed) == ModuleAccess::kOk);
}

TEST_CASE("modules: wrong definitions are refused", "[runtime][modules]") {
  Modules m;
  JavaThread& self = linked_jdk();
  Handle<> fresh = new_module_object();
  check_refused(define(m.loader, Handle<>(), "m.x", {}), Kind::kNullPointer, "Null module object");
  check_refused(define(m.loader, test::fake_handle(*wk().java_lang_Object), "m.x", {}),
                Kind::kIllegalArgument, "module is not an instance of type java.lang.Module");
  check_refused(define(m.loader, fresh, "", {}), Kind::kIllegalArgument,
                "Module name cannot be null");
  check_refused(define(m.loader, fresh, "m.x", {"a//b"}), Kind::kIllegalArgument,
                "Invalid package name: a//b for module: m.x");
  check_refused(
      define(m.loader, fresh, "m.x", {"java/evil"}), Kind::kIllegalArgument,
      "Class loader (instance of): 'mods' tried to define prohibited package name: java.evil");
  check_refused(
      define(m.loader, fresh, "m.x", {"mx", "mb"}), Kind::kIllegalState,
      "Package mb for module m.x is already in another module, m.b, defined to the class loader");
  check_refused(define(m.loader, fresh, "m.a", {"other"}), Kind::kIllegalState,
                "Module m.a is already defined");
  check_refused(define(m.loader, fresh, "java.base", {}), Kind::kIllegalArgument,
                "Class loader must be the boot class loader");
  check_refused(
      define_module(self, LoaderData::boot(), fresh, "java.base", false, "", "", Packages()),
      Kind::kInternal, "Module java.base is already defined");
  // None of them left a trace.
  CHECK(find_package_entry(m.loader.data(), "mx") == nullptr);
  CHECK(define(m.loader, fresh, "m.x", {"mx"}).ok());
  CHECK(std::string(ModuleError{Kind::kIllegalState, ""}.exception_class()) ==
        "java/lang/IllegalStateException");
}

TEST_CASE("modules: wrong edges are refused", "[runtime][modules]") {
  Modules m;
  JavaThread& self = linked_jdk();
  Handle<> none;
  Handle<> not_a_module = test::fake_handle(*wk().java_lang_Object);
  check_refused(add_reads(self, none, m.a), Kind::kNullPointer, "from_module is null");
  check_refused(add_reads(self, not_a_module, m.a), Kind::kIllegalArgument,
                "from_module cannot be found");
  check_refused(add_reads(self, m.a, not_a_module), Kind::kIllegalArgument,
                "to_module cannot be found");
  check_refused(add_exports(self, m.a, "ma/api", none), Kind::kNullPointer, "to_module is null");
  check_refused(add_exports(self, none, "ma/api", m.b), Kind::kNullPointer, "from_module is null");
  check_refused(add_exports(self, m.a, "mb", m.b), Kind::kIllegalArgument,
                "Package mb not found in from_module m.a");
  check_refused(add_exports_to_all(self, m.a, "nowhere"), Kind::kIllegalArgument,
                "Package nowhere not found in from_module m.a");
}

}  // namespace minijvm::runtime
