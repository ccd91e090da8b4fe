// Proves that hierarchies of any shape are loaded, compared and searched in moderate time and memory: ten thousand superclasses, superinterfaces to
// which 2^60 paths lead, recursion that would use up the C stack. The class files are written by hand, as no compiler would take such sources.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/link/resolution.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using test::FakeLoader;
using test::linked_jdk;
using Bytes = std::vector<std::uint8_t>;

constexpr int kUtf8 = 1;
constexpr int kClass = 7;

// A class file without members, or an interface with an abstract m()V and a constant-less field f.
class File {
 public:
  File(const std::string& name, const std::string& super,
       const std::vector<std::string>& interfaces, bool is_interface) {
    u4(0xcafebabe);
    u4(52);
    u2(static_cast<unsigned>(9 + 2 * interfaces.size()));
    entry(name);
    entry(super);
    for (const std::string& interface : interfaces) {
      entry(interface);
    }
    for (const char* text : {"m", "()V", "f", "I"}) {
      utf8(text);
    }
    u2(is_interface ? 0x0601 : 0x0021);
    u2(2);
    u2(4);
    u2(static_cast<unsigned>(interfaces.size()));
    for (std::size_t i = 0; i < interfaces.size(); ++i) {
      u2(static_cast<unsigned>(6 + 2 * i));
    }
  }

  // Fields and methods: each flags, or none when 0.
  Bytes close(unsigned field_flags, unsigned method_flags) {
    member(field_flags, next_ - 2, next_ - 1);
    member(method_flags, next_ - 4, next_ - 3);
    u2(0);
    return bytes_;
  }

 private:
  void u1(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void u2(unsigned value) {
    u1(value >> 8 & 255);
    u1(value & 255);
  }
  void u4(unsigned value) {
    u2(value >> 16);
    u2(value & 0xffff);
  }
  void utf8(const std::string& text) {
    u1(kUtf8);
    u2(static_cast<unsigned>(text.size()));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    ++next_;
  }
  void entry(const std::string& class_name) {
    utf8(class_name);
    u1(kClass);
    u2(next_ - 1);
    ++next_;
  }
  void member(unsigned flags, unsigned name, unsigned descriptor) {
    u2(flags == 0 ? 0 : 1);
    if (flags != 0) {
      u2(flags);
      u2(name);
      u2(descriptor);
      u2(0);
    }
  }

  Bytes bytes_;
  unsigned next_ = 1;
};

Bytes plain(const std::string& name, const std::string& super,
            const std::vector<std::string>& interfaces = {}) {
  return File(name, super, interfaces, false).close(0, 0);
}

std::string numbered(const char* prefix, int number) { return prefix + std::to_string(number); }

}  // namespace

TEST_CASE("hierarchy: ten thousand superclasses", "[runtime][hierarchy]") {
  JavaThread& self = linked_jdk();
  FakeLoader& loader = *new FakeLoader("deep");
  constexpr int kDepth = 10'000;
  std::vector<Class*> classes;
  for (int i = 0; i < kDepth; ++i) {
    loader.add(numbered("C", i),
               plain(numbered("C", i), i == 0 ? "java/lang/Object" : numbered("C", i - 1)));
    classes.push_back(loader.load(numbered("C", i)).value());
  }
  Class& last = *classes.back();
  CHECK(last.depth == kDepth);
  CHECK(last.secondaries.empty());
  for (int i : {0, 1, 6, 7, 8, 9, 500, kDepth - 2, kDepth - 1}) {
    CHECK(last.is_subclass_of(*classes[static_cast<std::size_t>(i)]));
    CHECK(classes[static_cast<std::size_t>(i)]->is_subclass_of(last) == (i == kDepth - 1));
  }
  CHECK(link_class(self, *classes[3000]).ok());
}

TEST_CASE("hierarchy: superinterfaces over 2^60 paths", "[runtime][hierarchy]") {
  linked_jdk();
  FakeLoader& loader = *new FakeLoader("ladder");
  constexpr int kSteps = 60;
  constexpr unsigned kAbstract = 0x0401;
  constexpr unsigned kConstant = 0x0019;
  for (int i = 0; i <= kSteps; ++i) {
    const std::vector<std::string> above =
        i == 0 ? std::vector<std::string>{}
               : std::vector<std::string>{numbered("A", i - 1), numbered("B", i - 1)};
    loader.add(numbered("A", i), File(numbered("A", i), "java/lang/Object", above, true)
                                     .close(0, i % 2 == 0 ? kAbstract : 0));
    loader.add(numbered("B", i), File(numbered("B", i), "java/lang/Object", above, true)
                                     .close(i == 0 ? kConstant : 0, kAbstract));
  }
  loader.add("Bottom",
             plain("Bottom", "java/lang/Object", {numbered("A", kSteps), numbered("B", kSteps)}));
  Class& bottom = *loader.load("Bottom").value();
  CHECK(bottom.secondaries.size() == 2 * (kSteps + 1));
  CHECK(bottom.is_subclass_of(*loader.load("B0").value()));
  const Symbol* name = intern_symbol("m");
  const Symbol* descriptor = intern_symbol("()V");
  CHECK(lookup_method(bottom, name, descriptor) != nullptr);
  CHECK(lookup_field(bottom, intern_symbol("f"), intern_symbol("I")) != nullptr);
  CHECK(lookup_field(bottom, intern_symbol("g"), intern_symbol("I")) == nullptr);
}

TEST_CASE("hierarchy: superclasses that are loaded from the bottom may use up the stack",
          "[runtime][hierarchy]") {
  JavaThread& self = linked_jdk();
  self.adopt_native_stack();
  FakeLoader& loader = *new FakeLoader("endless");
  constexpr int kDepth = 60'000;
  for (int i = 0; i < kDepth; ++i) {
    loader.add(numbered("C", i),
               plain(numbered("C", i), i == 0 ? "java/lang/Object" : numbered("C", i - 1)));
  }
  Linked<Class*> bottom = loader.load(numbered("C", kDepth - 1));
  REQUIRE_FALSE(bottom.ok());
  CHECK(bottom.error().kind == LinkErrorKind::StackOverflowError);
  CHECK(loader.load("C50").ok());
}

}  // namespace minijvm::runtime
