// Proves JVMS 5.3.4: what two loaders agreed on stays agreed, through chains of loaders and whoever loads first.
#include "runtime/load/loader_constraints.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using test::FakeLoader;

const std::vector<std::uint8_t>& bytes_of_t() {
  static const std::vector<std::uint8_t> bytes =
      test::compile({{"T.java", "public class T { }"}})["T"];
  return bytes;
}

// A loader that defines its own T; never freed, as classes live on.
FakeLoader& loader_with_t(const char* name) {
  test::linked_jdk();
  auto* loader = new FakeLoader(name);
  loader->add("T", bytes_of_t());
  return *loader;
}

Symbol* t() { return intern_symbol("T"); }

}  // namespace

TEST_CASE("constraints: two loaders with classes of their own cannot agree",
          "[runtime][constraints]") {
  FakeLoader& a = loader_with_t("a");
  FakeLoader& b = loader_with_t("b");
  REQUIRE(a.load("T").ok());
  REQUIRE(b.load("T").ok());
  CHECK_FALSE(add_loader_constraint(t(), a.data(), b.data()));
  CHECK(add_loader_constraint(t(), a.data(), a.data()));
  CHECK(add_loader_constraint(intern_symbol("Unloaded"), a.data(), b.data()));
}

TEST_CASE("constraints: who loads second must get the class of who loaded first",
          "[runtime][constraints]") {
  FakeLoader& a = loader_with_t("a");
  FakeLoader& b = loader_with_t("b");
  REQUIRE(add_loader_constraint(t(), a.data(), b.data()));
  CHECK(constrained_class(t(), b.data()) == nullptr);
  Class* first = a.load("T").value();
  CHECK(constrained_class(t(), b.data()) == first);
  Linked<Class*> second = b.load("T");
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().kind == LinkErrorKind::LinkageError);
  CHECK(find_loaded_class(b.data(), t()) == nullptr);
}

TEST_CASE("constraints: delegation keeps them", "[runtime][constraints]") {
  FakeLoader& parent = loader_with_t("parent");
  auto& child = *new FakeLoader("child");
  child.delegate("T", parent);
  REQUIRE(add_loader_constraint(t(), child.data(), parent.data()));
  Linked<Class*> by_child = child.load("T");
  REQUIRE(by_child.ok());
  CHECK(by_child.value() == parent.load("T").value());
  CHECK(add_loader_constraint(t(), parent.data(), child.data()));
}

TEST_CASE("constraints: they are transitive, and joining two groups compares their classes",
          "[runtime][constraints]") {
  FakeLoader& a = loader_with_t("a");
  FakeLoader& b = loader_with_t("b");
  FakeLoader& c = loader_with_t("c");
  FakeLoader& d = loader_with_t("d");
  REQUIRE(add_loader_constraint(t(), a.data(), b.data()));
  REQUIRE(add_loader_constraint(t(), c.data(), d.data()));
  Class* by_a = a.load("T").value();
  SECTION("an empty group takes the class of the other") {
    REQUIRE(add_loader_constraint(t(), c.data(), b.data()));
    CHECK(constrained_class(t(), d.data()) == by_a);
    CHECK_FALSE(d.load("T").ok());
  }
  SECTION("two groups with different classes stay apart") {
    Class* by_d = d.load("T").value();
    CHECK_FALSE(add_loader_constraint(t(), b.data(), c.data()));
    CHECK(constrained_class(t(), b.data()) == by_a);
    CHECK(constrained_class(t(), c.data()) == by_d);
  }
}

TEST_CASE("constraints: a descriptor constrains each class it names, and no primitive",
          "[runtime][constraints]") {
  FakeLoader& a = loader_with_t("a");
  FakeLoader& b = loader_with_t("b");
  REQUIRE(a.load("T").ok());
  REQUIRE(b.load("T").ok());
  CHECK(add_descriptor_constraints(intern_symbol("(IJ[[D)Ljava/lang/Long;"), a.data(), b.data()) ==
        nullptr);
  CHECK(add_descriptor_constraints(intern_symbol("(LLove/Letter;J[[LT;)V"), a.data(), b.data()) ==
        intern_symbol("[[LT;"));
  CHECK(add_descriptor_constraints(intern_symbol("LT;"), a.data(), b.data()) == t());
  CHECK(add_descriptor_constraints(intern_symbol("LT;"), a.data(), a.data()) == nullptr);
}

TEST_CASE("constraints: a loader that is forgotten binds nobody", "[runtime][constraints]") {
  FakeLoader& a = loader_with_t("a");
  FakeLoader& b = loader_with_t("b");
  REQUIRE(add_loader_constraint(t(), a.data(), b.data()));
  REQUIRE(a.load("T").ok());
  forget_loader(a.data());
  CHECK(constrained_class(t(), b.data()) == nullptr);
  CHECK(b.load("T").ok());
}

TEST_CASE("constraints: of two classes and a constraint that come at the same time, one is refused",
          "[runtime][constraints]") {
  Class& one = *loader_with_t("one").load("T").value();
  Class& other = *loader_with_t("other").load("T").value();
  constexpr int kRounds = 3000;
  std::vector<FakeLoader> firsts;
  std::vector<FakeLoader> seconds;
  std::vector<Symbol*> names;
  for (int i = 0; i < kRounds; ++i) {
    firsts.emplace_back("first");
    seconds.emplace_back("second");
    names.push_back(intern_symbol("constraints/Race" + std::to_string(i)));
  }
  std::vector<std::atomic<int>> arrived(kRounds);
  std::vector<std::atomic<int>> accepted(kRounds);
  auto run = [&](auto step) {
    return std::thread([&arrived, &accepted, step] {
      for (std::size_t i = 0; i < kRounds; ++i) {
        ++arrived[i];
        while (arrived[i].load() < 3) {
          std::this_thread::yield();
        }
        accepted[i] += step(i) ? 1 : 0;
      }
    });
  };
  std::thread threads[] = {
      run([&](std::size_t i) {
        return record_initiating_loader(firsts[i].data(), names[i], one).ok();
      }),
      run([&](std::size_t i) {
        return record_initiating_loader(seconds[i].data(), names[i], other).ok();
      }),
      run([&](std::size_t i) {
        return add_loader_constraint(names[i], firsts[i].data(), seconds[i].data());
      })};
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 0; i < kRounds; ++i) {
    INFO("round " << i);
    CHECK(accepted[i].load() == 2);
    // A record that was refused is gone.
    Class* by_first = find_loaded_class(firsts[i].data(), names[i]);
    Class* by_second = find_loaded_class(seconds[i].data(), names[i]);
    CHECK((by_first != nullptr || by_second != nullptr));
  }
}

}  // namespace minijvm::runtime
