// Proves redefinition of classes as data: what may change and what not, that a Method keeps its address while its body changes, that old bodies
// keep their pool, file and oop maps, and which old versions are obsolete. On classes compiled by javac. With frames and calls:
// tests/java/instrument.
#include "tools/redefine/redefinition.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/class_versions.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/method_id.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "tests/runtime/support/linked_jdk.h"
#include "tools/redefine/same_code.h"

namespace minijvm::runtime {
namespace {

using redefine::free_old_versions;
using redefine::is_equivalent;
using redefine::MethodSet;
using redefine::NewVersion;
using redefine::RedefinitionError;

using test::compile;
using test::FakeLoader;
using test::linked_jdk;

std::span<const std::byte> as_bytes(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

Method& method_of(Class& klass, std::string_view name) {
  for (Method& method : klass.methods) {
    if (method.name->text() == name)
      return method;
  }
  FAIL("no method " << name);
  return klass.methods[0];
}

// A class of its own for each test.
class Victim {
 public:
  explicit Victim(const char* source) : self_(linked_jdk()), loader_("app") {
    auto files = compile({{"C.java", source}});
    loader_.add("C", files["C"]);
    klass_ = loader_.load("C").value();
  }
  Class& klass() { return *klass_; }
  Expected<NewVersion, RedefinitionError> prepare(const char* source) {
    auto files = compile({{"C.java", source}});
    return NewVersion::prepare(self_, *klass_, as_bytes(files["C"]));
  }
  // May add and delete methods.
  NewVersion change(const char* source) {
    auto files = compile({{"C.java", source}});
    auto version = NewVersion::prepare(self_, *klass_, as_bytes(files["C"]), MethodSet::kMayChange);
    REQUIRE(version.ok());
    return version.take();
  }
  void redefine(const char* source) {
    auto version = prepare(source);
    REQUIRE(version.ok());
    version.value().install();  // no other thread runs
  }
  RedefinitionError refusal(const char* source) {
    auto version = prepare(source);
    REQUIRE_FALSE(version.ok());
    return version.error();
  }

 private:
  JavaThread& self_;
  FakeLoader loader_;
  Class* klass_;
};

}  // namespace

TEST_CASE(
    "redefinition: a method keeps its address, slot and table index; its body and the class's file "
    "are new",
    "[runtime][redefinition]") {
  Victim victim(
      "class C { int f; int m() { return 1; } static String s() { return \"old\"; } int same() { "
      "return f; } }");
  Class& klass = victim.klass();
  Method& m = method_of(klass, "m");
  Method& same = method_of(klass, "same");
  const std::uint8_t* old_bytecode = m.bytecode;
  const classfile::ClassFile* old_file = klass.file;
  RunConstantPool* old_pool = klass.pool;
  std::int32_t index = m.vtable_index;
  std::uint16_t slot = m.slot;
  const std::uint32_t offset = klass.fields[0].offset;
  // In another order, too.
  victim.redefine(
      "class C { int f; int same() { return f; } static String s() { return \"new\" + 1; } int m() "
      "{ long a = 2; return (int) a + 3; } }");
  CHECK(&method_of(klass, "m") == &m);
  CHECK(klass.vtable()[index] == &m);
  CHECK(m.slot == slot);
  CHECK(m.vtable_index == index);
  CHECK(m.bytecode != old_bytecode);
  CHECK(m.max_locals == 3);
  CHECK(m.pool == klass.pool);
  CHECK(klass.pool != old_pool);
  CHECK(klass.file != old_file);
  CHECK(klass.fields[0].offset == offset);
  CHECK(klass.file->name_of(*klass.fields[0].info) == "f");
  REQUIRE(m.older != nullptr);
  CHECK(m.older->bytecode == old_bytecode);
  CHECK(m.older->holder == &klass);
  CHECK(m.older->pool == old_pool);
  CHECK(&m.older->current() == &m);
  CHECK(m.older->is_obsolete);
  CHECK_FALSE(same.older->is_obsolete);
  CHECK(is_equivalent(same, *same.older));
  CHECK(stack_depth_at(m, 0) == 0);
  CHECK(stack_depth_at(*m.older, 1) == 1);
}

TEST_CASE("redefinition: versions make a chain, found by number", "[runtime][redefinition]") {
  Victim victim("class C { int m() { return 0; } }");
  Method& m = method_of(victim.klass(), "m");
  victim.redefine("class C { int m() { return 1; } }");
  victim.redefine("class C { int m() { return 2; } }");
  victim.redefine("class C { int m() { return 2; } }");
  CHECK(m.version == 3);
  for (std::uint16_t number = 0; number <= 3; ++number)
    CHECK(m.version_of(number).version == number);
  CHECK(m.version_of(0).bytecode[0] == 0x03);  // iconst_0
  CHECK(m.version_of(1).bytecode[0] == 0x04);
  CHECK(m.version_of(1).is_obsolete);
  CHECK_FALSE(m.version_of(2).is_obsolete);
  CHECK(&m.version_of(99) == &m);
  int versions = 0;
  for_each_version(victim.klass(),
                   [&](Method& method) { versions += method.name->text() == "m" ? 1 : 0; });
  CHECK(versions == 4);
}

TEST_CASE(
    "redefinition: methods that are private and static or final may be added and deleted, if asked "
    "to",
    "[runtime][redefinition]") {
  Victim victim(
      "class C { int m() { return p(); } private static int p() { return 1; } private final int "
      "q() { return 2; } }");
  Class& klass = victim.klass();
  Method& m = method_of(klass, "m");
  Method& p = method_of(klass, "p");
  const std::uint8_t* body = p.bytecode;
  const std::size_t count = klass.methods.size();
  victim
      .change(
          "class C { int m() { return n(); } private final int q() { return 2; } private static "
          "int n() { return 3; } }")
      .install();

  CHECK(klass.methods.size() == count + 1);
  CHECK(klass.find_declared_method(p.name, p.descriptor) == nullptr);
  CHECK(p.is_deleted);
  CHECK(p.bytecode == nullptr);
  REQUIRE(p.older != nullptr);
  CHECK(p.older->bytecode == body);
  CHECK(p.older->is_obsolete);
  CHECK(&p.older->current() == &p);
  Method& n = method_of(klass, "n");
  CHECK(klass.find_declared_method(n.name, n.descriptor) == &n);
  CHECK(&klass.methods[n.slot] == &n);
  CHECK(n.holder == &klass);
  CHECK(n.pool == klass.pool);
  CHECK(n.older == nullptr);
  CHECK(klass.find_declared_method(m.name, m.descriptor) == &m);

  // The added one is a method like others; the deleted one may come back, as another.
  NewVersion outdated =
      victim.change("class C { int m() { return 0; } private final int q() { return 2; } }");
  victim
      .change(
          "class C { int m() { return n(); } private static int n() { return 4; } private static "
          "int p() { return 5; } }")
      .install();
  CHECK(n.older != nullptr);
  CHECK_FALSE(n.is_deleted);
  CHECK(klass.find_declared_method(p.name, p.descriptor) != &p);
  CHECK(p.is_deleted);
  CHECK(outdated.is_outdated());
  outdated.discard();
  free_old_versions(klass, {});
  CHECK(n.bytecode != nullptr);
}

TEST_CASE("redefinition: what may not change", "[runtime][redefinition]") {
  using enum redefine::RedefinitionError;
  Victim victim(
      "class C implements Runnable { int f; public void run() {} private int p() { return f; } }");
  const classfile::ClassFile* file = victim.klass().file;
  CHECK(victim.refusal("class C implements Runnable { int f, g; public void run() {} private int "
                       "p() { return f; } }") == UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED);
  CHECK(victim.refusal("class C implements Runnable { long f; public void run() {} private int p() "
                       "{ return 1; } }") == UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED);
  CHECK(victim.refusal("class C implements Runnable { int f; public void run() {} private int p() "
                       "{ return f; } void q() {} }") == UNSUPPORTED_REDEFINITION_METHOD_ADDED);
  CHECK(victim.refusal("class C implements Runnable { int f; public void run() {} }") ==
        UNSUPPORTED_REDEFINITION_METHOD_DELETED);
  CHECK(victim.refusal("class C implements Runnable { int f; public void run() {} static private "
                       "int p() { return 1; } }") ==
        UNSUPPORTED_REDEFINITION_METHOD_MODIFIERS_CHANGED);
  CHECK(victim.refusal("class C { int f; public void run() {} private int p() { return f; } }") ==
        UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED);
  CHECK(victim.refusal("class C extends Thread implements Runnable { int f; public void run() {} "
                       "private int p() { return f; } }") ==
        UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED);
  CHECK(victim.refusal("final class C implements Runnable { int f; public void run() {} private "
                       "int p() { return f; } }") ==
        UNSUPPORTED_REDEFINITION_CLASS_MODIFIERS_CHANGED);
  CHECK(victim.refusal("class C implements Runnable { int f; public void run() {} private int p() "
                       "{ return f; } class Inner {} }") ==
        UNSUPPORTED_REDEFINITION_CLASS_ATTRIBUTE_CHANGED);
  auto files = compile({{"C.java",
                         "class C implements Runnable { int f; public void run() {} private int "
                         "p() { return f; } private int q() { return 1; } }"}});
  auto virtual_one = NewVersion::prepare(linked_jdk(), victim.klass(), as_bytes(files["C"]),
                                         MethodSet::kMayChange);
  REQUIRE_FALSE(virtual_one.ok());  // neither static nor final
  CHECK(virtual_one.error() == UNSUPPORTED_REDEFINITION_METHOD_ADDED);
  CHECK(victim.klass().file == file);
  CHECK(victim.klass().version == 0);
}

TEST_CASE("redefinition: bytes that are no class file of that name, or do not verify",
          "[runtime][redefinition]") {
  using enum redefine::RedefinitionError;
  JavaThread& self = linked_jdk();
  FakeLoader loader("app");
  auto files = compile({{"C.java", "class C { static String s() { return \"x\"; } }"},
                        {"D.java", "class D { static String s() { return \"x\"; } }"}});
  loader.add("C", files["C"]);
  Class& klass = *loader.load("C").value();
  auto error = [&](const std::vector<std::uint8_t>& bytes) {
    return NewVersion::prepare(self, klass, as_bytes(bytes)).error();
  };
  CHECK(error(files["D"]) == NAMES_DONT_MATCH);
  CHECK(error({}) == INVALID_CLASS_FORMAT);
  CHECK(error({1, 2, 3}) == INVALID_CLASS_FORMAT);
  std::vector<std::uint8_t> bytes = files["C"];
  bytes[7] = 99;
  CHECK(error(bytes) == UNSUPPORTED_VERSION);
  bytes = files["C"];
  // ldc "x"; areturn  ->  nop; nop; areturn: nothing on the stack
  for (std::size_t i = 0; i + 2 < bytes.size(); ++i) {
    if (bytes[i] == 0x12 && bytes[i + 2] == 0xb0)
      bytes[i] = bytes[i + 1] = 0;
  }
  CHECK(error(bytes) == FAILS_VERIFICATION);
  CHECK_FALSE(NewVersion::prepare(self, *primitive_class(BasicType::kInt), as_bytes(bytes)).ok());
}

TEST_CASE("redefinition: bodies are compared by what their constants say",
          "[runtime][redefinition]") {
  Victim victim(
      "class C { Object m(int i) { switch (i) { case 1: return \"a\" + i; case 7: return 1.5; "
      "default: return (Runnable) () -> {}; } } }");
  Method& m = method_of(victim.klass(), "m");
  // Other constants come first in the pool.
  victim.redefine(
      "class C { Object m(int i) { switch (i) { case 1: return \"a\" + i; case 7: return 1.5; "
      "default: return (Runnable) () -> {}; } } C() { "
      "System.out.println(\"more\"); } }");
  CHECK_FALSE(m.older->is_obsolete);
  victim.redefine(
      "class C { Object m(int i) { switch (i) { case 1: return \"b\" + i; case 7: return 1.5; "
      "default: return (Runnable) () -> {}; } } }");
  CHECK(m.older->is_obsolete);
  victim.redefine(
      "class C { Object m(int i) { switch (i) { case 2: return \"b\" + i; case 7: return 1.5; "
      "default: return (Runnable) () -> {}; } } }");
  CHECK(m.older->is_obsolete);
}

TEST_CASE("redefinition: old versions go but for the two newest and those that frames run",
          "[runtime][redefinition]") {
  auto source = [](int i) { return "class C { int m() { return " + std::to_string(i) + "; } }"; };
  Victim victim(source(0).c_str());
  Class& klass = victim.klass();
  Method& m = method_of(klass, "m");
  for (int i = 1; i <= 5; ++i) victim.redefine(source(i).c_str());
  auto versions = [&m] {
    std::vector<int> numbers;
    for (const Method* at = &m; at != nullptr; at = at->older) numbers.push_back(at->version);
    return numbers;
  };
  CHECK(versions() == std::vector<int>{5, 4, 3, 2, 1, 0});
  Method& running = const_cast<Method&>(m.version_of(1));
  Method& gone = const_cast<Method&>(m.version_of(2));
  MethodId* id = id_of(gone);
  free_old_versions(klass, {&running});
  CHECK(versions() == std::vector<int>{5, 4, 3, 1});
  CHECK(running.bytecode != nullptr);
  CHECK(gone.bytecode == nullptr);
  CHECK(&gone.current() == &m);
  CHECK(method_of(id) == nullptr);
  CHECK(method_of(id_of(running)) == &running);
  free_old_versions(klass, {});
  CHECK(versions() == std::vector<int>{5, 4, 3});
}

}  // namespace minijvm::runtime
