// Proves access control (JVMS 5.4.4) within and across packages and nests, and what the verifier is told of classes (JVMS 4.10.1).
#include "runtime/link/access.h"

#include <catch2/catch.hpp>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/link/linker_oracle.h"
#include "runtime/link/resolution.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using classfile::TypeOracle;
using test::FakeLoader;
using test::linked_jdk;
using Answer = TypeOracle::Answer;

constexpr std::uint16_t kPackage = 0;
constexpr std::uint16_t kPrivate = 0x0002;
constexpr std::uint16_t kProtected = 0x0004;
constexpr std::uint16_t kProtectedStatic = 0x000c;

const std::map<std::string, std::vector<std::uint8_t>>& classes() {
  static const auto compiled = test::compile(
      {{"a/A.java",
        "package a; public abstract class A { protected int p; int q; private int r; class Inner { "
        "} void pack() { } abstract void todo();\n"
        "  protected void prot() { } }"},
       {"a/Friend.java", "package a; public class Friend { }"},
       {"a/Hidden.java", "package a; class Hidden { }"},
       {"b/Sub.java", "package b; public abstract class Sub extends a.A { }"},
       {"b/SubSub.java", "package b; public abstract class SubSub extends Sub { }"},
       {"b/Other.java", "package b; public abstract class Other extends a.A { }"},
       {"b/Stranger.java",
        "package b; public class Stranger implements Runnable { public void run() { } }"}});
  return compiled;
}

FakeLoader& new_loader(const char* name) {
  linked_jdk();
  auto* loader = new FakeLoader(name);
  for (const auto& [class_name, bytes] : classes()) {
    loader->add(class_name, bytes);
  }
  return *loader;
}

Class& get(std::string_view name) {
  static FakeLoader& loader = new_loader("acc");
  Linked<Class*> klass = loader.load(name);
  INFO(name);
  REQUIRE(klass.ok());
  return *klass.value();
}

bool may(Class& from, Class& referenced, std::uint16_t flags) {
  return can_access_member(linked_jdk(), from, referenced, get("a/A"), flags).value();
}

Method& method_of_a(std::string_view name) {
  for (Method& method : get("a/A").methods) {
    if (method.name->text() == name) {
      return method;
    }
  }
  FAIL("no method " << name);
  return get("a/A").methods[0];
}

}  // namespace

TEST_CASE(
    "access: package members stay in the run-time package, which a loader of its own is not in",
    "[runtime][access]") {
  CHECK(may(get("a/Friend"), get("a/A"), kPackage));
  CHECK(may(get("a/Friend"), get("a/A"), kProtected));
  CHECK_FALSE(may(get("b/Sub"), get("a/A"), kPackage));
  Class& impostor = *new_loader("impostor").load("a/Friend").value();
  CHECK_FALSE(may(impostor, get("a/A"), kPackage));
}

TEST_CASE("access: protected members are for subclasses, through their own kind",
          "[runtime][access]") {
  Class& sub = get("b/Sub");
  CHECK(may(sub, sub, kProtected));
  CHECK(may(sub, get("b/SubSub"), kProtected));
  // a superclass is named; the verifier looks at the object's type
  CHECK(may(sub, get("a/A"), kProtected));
  CHECK_FALSE(may(sub, get("b/Other"), kProtected));
  CHECK(may(sub, get("b/Other"), kProtectedStatic));
  CHECK_FALSE(may(get("b/Stranger"), sub, kProtected));
  CHECK_FALSE(may(get("b/Stranger"), sub, kProtectedStatic));
}

TEST_CASE("access: private members are the nest's", "[runtime][access]") {
  JavaThread& self = linked_jdk();
  Class& a = get("a/A");
  Class& inner = get("a/A$Inner");
  CHECK(may(a, a, kPrivate));
  CHECK(may(inner, a, kPrivate));
  CHECK_FALSE(may(get("a/Friend"), a, kPrivate));
  CHECK_FALSE(may(get("b/Sub"), a, kPrivate));
  CHECK(are_nestmates(self, a, inner).value());
  CHECK(nest_host_of(self, inner).value() == &a);
  CHECK_FALSE(nest_host_failure(inner).has_value());
}

TEST_CASE("access: a nest host that does not know its member makes the member its own host",
          "[runtime][access]") {
  JavaThread& self = linked_jdk();
  auto& loader = *new FakeLoader("nest");
  auto before = test::compile({{"Host.java", "class Host { static class In { } }"}});
  auto after = test::compile({{"Host.java", "class Host { }"}});
  loader.add("Host$In", before["Host$In"]);
  loader.add("Host", after["Host"]);
  Class& member = *loader.load("Host$In").value();
  CHECK(nest_host_of(self, member).value() == &member);
  CHECK(nest_host_failure(member) ==
        "Type Host$In (loader: 'nest') is not a nest member of type Host (loader: 'nest'): current "
        "type is not listed as a nest member");
}

TEST_CASE("access: errors are worded as java words them", "[runtime][access]") {
  JavaThread& self = linked_jdk();
  Class& a = get("a/A");
  Class& sub = get("b/Sub");
  CHECK(check_class_access(self, sub, a).ok());
  CHECK(check_class_access(self, get("a/Friend"), get("a/Hidden")).ok());
  const std::string where = "are in unnamed module of loader 'acc')";
  Linked<void> hidden =
      check_class_access(self, sub, *array_class_of(self, get("a/Hidden")).value());
  REQUIRE_FALSE(hidden.ok());
  CHECK(hidden.error().kind == LinkErrorKind::IllegalAccessError);
  CHECK(hidden.error().message ==
        "failed to access class a.Hidden from class b.Sub (a.Hidden and b.Sub " + where);
  CHECK(check_method_access(self, sub, a, method_of_a("pack")).error().message ==
        "class b.Sub tried to access method 'void a.A.pack()' (b.Sub and a.A " + where);
  CHECK(check_method_access(self, sub, a, method_of_a("todo")).error().message ==
        "class b.Sub tried to access abstract method 'void a.A.todo()' (b.Sub and a.A " + where);
  CHECK(check_method_access(self, get("b/Stranger"), a, method_of_a("prot")).error().message ==
        "class b.Stranger tried to access protected method 'void a.A.prot()' (b.Stranger and a.A " +
            where);
  const Field& r = *a.find_declared_field(intern_symbol("r"), intern_symbol("I"));
  CHECK(check_field_access(self, sub, a, r).error().message ==
        "class b.Sub tried to access private field a.A.r (b.Sub and a.A " + where);
}

TEST_CASE("access: clone is public in arrays", "[runtime][access]") {
  JavaThread& self = linked_jdk();
  Class& ints = *primitive_array_class(BasicType::kInt);
  const Method& clone = *wk().java_lang_Object->find_declared_method(
      intern_symbol("clone"), intern_symbol("()Ljava/lang/Object;"));
  CHECK(check_method_access(self, get("b/Stranger"), ints, clone).ok());
  CHECK_FALSE(check_method_access(self, get("b/Stranger"), *wk().java_lang_String, clone).ok());
}

TEST_CASE("oracle: the verifier's questions are answered by the class's own loader",
          "[runtime][oracle]") {
  LinkerOracle oracle(linked_jdk(), get("b/Sub"));
  CHECK(oracle.is_interface("java/lang/Runnable") == Answer::kYes);
  CHECK(oracle.is_interface("b/Stranger") == Answer::kNo);
  CHECK(oracle.is_subclass("b/SubSub", "a/A") == Answer::kYes);
  CHECK(oracle.is_subclass("a/A", "b/SubSub") == Answer::kNo);
  CHECK(oracle.is_superclass_of_current("a/A") == Answer::kYes);
  CHECK(oracle.is_superclass_of_current("java/lang/Object") == Answer::kYes);
  CHECK(oracle.is_superclass_of_current("b/Sub") == Answer::kNo);  // itself is no superclass
}

TEST_CASE("oracle: it loads no class for what is true of every class", "[runtime][oracle]") {
  LinkerOracle oracle(linked_jdk(), get("b/Sub"));
  CHECK(oracle.is_subclass("not/There", "not/There") == Answer::kYes);
  CHECK(oracle.is_subclass("not/There", "java/lang/Object") == Answer::kYes);
  CHECK_FALSE(oracle.failure().has_value());
}

TEST_CASE("oracle: a class that is not found is a loading error, and says why",
          "[runtime][oracle]") {
  LinkerOracle oracle(linked_jdk(), get("b/Sub"));
  CHECK(oracle.is_interface("not/There") == Answer::kLoadingError);
  REQUIRE(oracle.failure().has_value());
  CHECK(oracle.failure()->kind == LinkErrorKind::NoClassDefFoundError);
  CHECK(oracle.failure()->message == "not/There");
}

TEST_CASE("oracle: protected members of another package, inherited ones too", "[runtime][oracle]") {
  LinkerOracle oracle(linked_jdk(), get("b/Sub"));
  using Kind = TypeOracle::MemberKind;
  CHECK(oracle.is_protected_in_other_package(Kind::kField, "b/SubSub", "p", "I") == Answer::kYes);
  CHECK(oracle.is_protected_in_other_package(Kind::kMethod, "a/A", "prot", "()V") == Answer::kYes);
  CHECK(oracle.is_protected_in_other_package(Kind::kField, "a/A", "q", "I") == Answer::kNo);
  CHECK(oracle.is_protected_in_other_package(Kind::kField, "a/A", "missing", "I") == Answer::kNo);
  LinkerOracle friendly(linked_jdk(), get("a/Friend"));
  // the same package
  CHECK(friendly.is_protected_in_other_package(Kind::kField, "a/A", "p", "I") == Answer::kNo);
}

}  // namespace minijvm::runtime
