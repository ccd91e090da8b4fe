// Proves resolution, overriding and selection (JVMS 5.4.3 to 5.4.6) and their texts, on classes compiled by javac of which some are then
// replaced by incompatible versions.
#include "runtime/link/resolution.h"

#include <catch2/catch.hpp>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/polymorphic_methods.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using classfile::ConstantTag;
using test::compile;
using test::FakeLoader;
using test::linked_jdk;

// The pool entry of a member reference by name.
std::uint16_t find_member(const Class& klass, std::string_view name) {
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  for (std::uint16_t i = 1; i < pool.size(); ++i) {
    if (pool.is_member(i) && pool.member(i).name == name) {
      return i;
    }
  }
  FAIL("no reference to " << name);
  return 0;
}

Method& method_of(Class& klass, std::string_view name) {
  for (Method& method : klass.methods) {
    if (method.name->text() == name) {
      return method;
    }
  }
  FAIL("no method " << name);
  return klass.methods[0];
}

constexpr const char* kUser =
    "class User { static void use(A a, I i) { A.s(); a.v(); i.m(); a.gone(1, null); int x = a.f; "
    "A.sf = x; a.g = 3; }  void other() {} }";
constexpr const char* kOldA =
    "class A implements I { static void s() {} void v() {} public void m() {} void gone(int a, "
    "String[] b) {} int f; static int sf; int g; int missing; }";
constexpr const char* kNewA =
    "class A implements I { void s() {} void v() {} public void m() {} private int f; final static "
    "int sf = Integer.parseInt(\"1\"); }";
constexpr const char* kI = "interface I { void m(); default void d() {} }";

// User compiled against the old A, linked against the new one.
FakeLoader& broken() {
  static FakeLoader& loader = *[] {
    auto* made = new FakeLoader("app");
    auto before = compile({{"User.java", kUser}, {"A.java", kOldA}, {"I.java", kI}});
    auto after = compile({{"A.java", kNewA}, {"I.java", kI}});
    made->add("User", before["User"]);
    made->add("A", after["A"]);
    made->add("I", after["I"]);
    return made;
  }();
  return loader;
}

}  // namespace

TEST_CASE("resolution: errors are worded as java words them", "[runtime][resolution]") {
  JavaThread& self = linked_jdk();
  Class& user = *broken().load("User").value();
  Method& use = method_of(user, "use");

  auto call = [&](const char* name, InvokeKind kind) {
    return resolve_call(self, *user.pool, find_member(user, name), kind);
  };
  Linked<ResolvedCall> s = call("s", InvokeKind::kStatic);
  REQUIRE_FALSE(s.ok());
  CHECK(s.error().kind == LinkErrorKind::IncompatibleClassChangeError);
  CHECK(s.error().message == "Expected static method 'void A.s()'");
  CHECK(call("s", InvokeKind::kStatic).error().message == s.error().message);

  Linked<ResolvedCall> gone = call("gone", InvokeKind::kVirtual);
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().kind == LinkErrorKind::NoSuchMethodError);
  CHECK(gone.error().message == "'void A.gone(int, java.lang.String[])'");

  Linked<Field*> f = resolve_field(self, use, find_member(user, "f"), FieldUse::kGetField);
  REQUIRE_FALSE(f.ok());
  CHECK(f.error().kind == LinkErrorKind::IllegalAccessError);
  CHECK(f.error().message ==
        "class User tried to access private field A.f (User and A are in unnamed module of loader "
        "'app')");

  Linked<Field*> sf = resolve_field(self, use, find_member(user, "sf"), FieldUse::kPutStatic);
  REQUIRE_FALSE(sf.ok());
  CHECK(sf.error().message ==
        "Update to static final field A.sf attempted from a different class (User) than the "
        "field's declaring class");

  Linked<Field*> g = resolve_field(self, use, find_member(user, "g"), FieldUse::kPutField);
  REQUIRE_FALSE(g.ok());
  CHECK(g.error().kind == LinkErrorKind::NoSuchFieldError);
  CHECK(g.error().message == "g");
}

TEST_CASE("resolution: virtual calls go by vtable, interface calls by itable",
          "[runtime][resolution]") {
  JavaThread& self = linked_jdk();
  Class& user = *broken().load("User").value();
  Class& a = *broken().load("A").value();
  ResolvedCall v =
      resolve_call(self, *user.pool, find_member(user, "v"), InvokeKind::kVirtual).value();
  CHECK_FALSE(v.through_itable);
  REQUIRE(v.table_index >= 0);
  CHECK(a.vtable()[v.table_index] == v.method);
  ResolvedCall m =
      resolve_call(self, *user.pool, find_member(user, "m"), InvokeKind::kInterface).value();
  CHECK(m.through_itable);
  const ItableEntry* entry = a.find_itable(*m.method->holder);
  REQUIRE(entry != nullptr);
  CHECK(entry->methods[m.table_index] == &method_of(a, "m"));
  CHECK(select_method(a, *m.method, SelectFor::kOtherCall).value() == &method_of(a, "m"));
}

TEST_CASE("overriding: package-private methods of other packages keep their slot",
          "[runtime][dispatch]") {
  linked_jdk();
  FakeLoader& loader = *new FakeLoader("over");
  for (auto& [name, bytes] :
       compile({{"a/A.java", "package a; public class A { void m() {} }"},
                {"b/B.java", "package b; public class B extends a.A { public void m() {} }"},
                {"a/C.java", "package a; public class C extends b.B { public void m() {} }"}})) {
    loader.add(name, bytes);
  }
  Class& a = *loader.load("a/A").value();
  Class& b = *loader.load("b/B").value();
  Class& c = *loader.load("a/C").value();
  Method& am = method_of(a, "m");
  Method& bm = method_of(b, "m");
  Method& cm = method_of(c, "m");
  CHECK(am.vtable_index != bm.vtable_index);
  CHECK(b.vtable()[am.vtable_index] == &am);
  CHECK(c.vtable()[am.vtable_index] == &cm);
  CHECK(c.vtable()[bm.vtable_index] == &cm);
}

TEST_CASE("selection: conflicting defaults are an IncompatibleClassChangeError",
          "[runtime][dispatch]") {
  linked_jdk();
  FakeLoader& loader = *new FakeLoader("defaults");
  auto before = compile({{"I.java", "interface I { default void d() {} }"},
                         {"J.java", "interface J { }"},
                         {"C.java", "class C implements I, J { }"}});
  auto after = compile({{"J.java", "interface J { default void d() {} }"}});
  loader.add("I", before["I"]);
  loader.add("C", before["C"]);
  loader.add("J", after["J"]);
  Class& c = *loader.load("C").value();
  Class& i = *loader.load("I").value();
  CHECK(c.find_itable(i)->methods[0] == nullptr);
  Linked<Method*> selected = select_method(c, method_of(i, "d"), SelectFor::kOtherCall);
  REQUIRE_FALSE(selected.ok());
  CHECK(selected.error().message == "Conflicting default methods: I.d J.d");
}

TEST_CASE("polymorphic: one intrinsic per basic form of a descriptor", "[runtime][polymorphic]") {
  linked_jdk();
  const Class& handle = *wk().java_lang_invoke_MethodHandle;
  CHECK(polymorphic_kind(handle, intern_symbol("invokeExact")) == PolymorphicKind::kGeneric);
  CHECK(polymorphic_kind(handle, intern_symbol("linkToVirtual")) ==
        PolymorphicKind::kLinkToVirtual);
  CHECK(polymorphic_kind(handle, intern_symbol("bindTo")) == PolymorphicKind::kNone);
  CHECK(polymorphic_kind(*wk().java_lang_invoke_VarHandle, intern_symbol("compareAndSet")) ==
        PolymorphicKind::kGeneric);
  Method* one = polymorphic_intrinsic(PolymorphicKind::kInvokeBasic,
                                      intern_symbol("(Ljava/lang/String;ZJ)[I"));
  Method* same = polymorphic_intrinsic(PolymorphicKind::kInvokeBasic,
                                       intern_symbol("(Ljava/lang/Object;IJ)Ljava/lang/Object;"));
  CHECK(one == same);
  CHECK(one->arg_slots == 5);
}

TEST_CASE(
    "polymorphic: sub-ints are int, references Object, and linkers keep the class of their last "
    "parameter",
    "[runtime][polymorphic]") {
  linked_jdk();
  auto basic = [](PolymorphicKind kind, const char* descriptor) {
    return polymorphic_intrinsic(kind, intern_symbol(descriptor));
  };
  for (const char* small : {"Z", "B", "C", "S", "I"}) {
    const std::string descriptor = std::string("(") + small + ")" + small;
    CHECK(basic(PolymorphicKind::kInvokeBasic, descriptor.c_str())->descriptor->text() == "(I)I");
  }
  CHECK(basic(PolymorphicKind::kInvokeBasic, "(JFD[[I)V")->descriptor->text() ==
        "(JFDLjava/lang/Object;)V");
  Method* to_virtual =
      basic(PolymorphicKind::kLinkToVirtual, "(Ljava/lang/String;CLjava/lang/invoke/MemberName;)Z");
  CHECK(to_virtual->descriptor->text() == "(Ljava/lang/Object;ILjava/lang/invoke/MemberName;)I");
  CHECK(to_virtual->is_static());
  CHECK(to_virtual->arg_slots == 3);
  CHECK(to_virtual->return_type == BasicType::kInt);
  CHECK(to_virtual->is_hidden);
  CHECK(basic(PolymorphicKind::kLinkToSpecial,
              "(Ljava/lang/String;CLjava/lang/invoke/MemberName;)Z") != to_virtual);
  CHECK(basic(PolymorphicKind::kInvokeBasic, "()V")->arg_slots == 1);  // the handle itself
}

TEST_CASE("polymorphic: invokevirtual finds any descriptor, the other instructions find nothing",
          "[runtime][polymorphic]") {
  JavaThread& self = linked_jdk();
  FakeLoader& loader = *new FakeLoader("polymorphic");
  auto classes = compile({{"Calls.java",
                           "class Calls { static Object use(java.lang.invoke.MethodHandle h) "
                           "throws Throwable { return h.invokeExact(1, 2L); } }"}});
  loader.add("Calls", classes["Calls"]);
  Linked<Class*> calls = loader.load("Calls");
  REQUIRE(calls.ok());
  const std::uint16_t index = find_member(*calls.value(), "invokeExact");
  CHECK(resolve_call(self, *calls.value()->pool, index, InvokeKind::kVirtual)
            .value()
            .method->polymorphic == PolymorphicKind::kGeneric);
  Linked<ResolvedCall> as_static =
      resolve_call(self, *calls.value()->pool, index, InvokeKind::kStatic);
  REQUIRE_FALSE(as_static.ok());
  CHECK(as_static.error().kind == LinkErrorKind::NoSuchMethodError);
  CHECK(as_static.error().message ==
        "'java.lang.Object java.lang.invoke.MethodHandle.invokeExact(int, long)'");
}

TEST_CASE("linking: a method and what it overrides must mean the same classes",
          "[runtime][dispatch]") {
  JavaThread& self = linked_jdk();
  auto classes = compile({{"T.java", "public class T { }"},
                          {"P.java", "public class P { public void m(T t) { } }"},
                          {"C.java", "public class C extends P { public void m(T t) { } }"}});
  FakeLoader& parent = *new FakeLoader("parent");
  parent.add("P", classes["P"]);
  parent.add("T", classes["T"]);
  FakeLoader& child = *new FakeLoader("child");
  child.add("C", classes["C"]);
  child.add("T", classes["T"]);
  child.delegate("P", parent);
  REQUIRE(parent.load("T").ok());
  REQUIRE(child.load("T").ok());
  Linked<Class*> c = child.load("C");
  REQUIRE(c.ok());
  Linked<void> linked = link_class(self, *c.value());
  REQUIRE_FALSE(linked.ok());
  CHECK(linked.error().kind == LinkErrorKind::LinkageError);
  CHECK(linked.error().message.find("loader constraint violation") == 0);
}

TEST_CASE("define: circular superclasses, duplicates and java.* are refused",
          "[runtime][class_linker]") {
  JavaThread& self = linked_jdk();
  FakeLoader& loader = *new FakeLoader("bad");
  auto first = compile({{"P.java", "class P { }"}, {"Q.java", "class Q extends P { }"}});
  auto second = compile({{"P.java", "class P extends Q { }"}, {"Q.java", "class Q { }"}});
  loader.add("P", second["P"]);
  loader.add("Q", first["Q"]);
  Linked<Class*> circle = loader.load("P");
  REQUIRE_FALSE(circle.ok());
  CHECK(circle.error().kind == LinkErrorKind::ClassCircularityError);

  FakeLoader& twice = *new FakeLoader("twice");
  twice.add("P", first["P"]);
  REQUIRE(twice.load("P").ok());
  Linked<Class*> again = define_class(self, twice.data(), std::as_bytes(std::span(first["P"])), {});
  REQUIRE_FALSE(again.ok());
  CHECK(again.error().message ==
        "loader 'twice' attempted duplicate class definition for P. (P is in unnamed module of "
        "loader 'twice')");
}

}  // namespace minijvm::runtime
