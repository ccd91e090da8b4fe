// Proves which slots of a frame the collector is shown: of compiled Java at a bci, of natives by their descriptor, with arguments that belong
// to a callee left out. The analysis itself is proved in tests/classfile/flow.
#include "runtime/frame/oop_map_cache.h"

#include <catch2/catch.hpp>
#include <set>

#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "tests/runtime/support/hand_stack.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using classfile::Opcode;
using test::HandStack;

constexpr const char* kSource =
    "class M {\n"
    "  static Object two(Object a, long b, Object c) { return a; }\n"
    "  Object f(String s, int n, Object[] xs) { Object local = xs; return two(s, 5L, local); }\n"
    "  String g(String s) { return \"x\" + s; }\n"
    "  native void instance(int i, Object o, long l, String[] s);\n"
    "  static native void common(double d, Object o);\n"
    "}\n";

Method& method_of(std::string_view name) {
  static Class& klass = *[] {
    test::linked_jdk();
    test::install_address_pcs();
    auto* loader = new test::FakeLoader("maps");
    loader->add("M", test::compile({{"M.java", kSource}})["M"]);
    Linked<Class*> loaded = loader->load("M");
    REQUIRE(loaded.ok());
    return loaded.value();
  }();
  for (Method& method : klass.methods) {
    if (method.name->text() == name) {
      return method;
    }
  }
  FAIL("no method " << name);
  return klass.methods[0];
}

// A frame of `method` at a bci, all its slots full of what would crash a collector that looked.
struct Stopped {
  Stopped(Method& method, std::int32_t bci, bool owns_arguments)
      : fp(prepare(method)),
        frame(fp, method.bytecode == nullptr ? nullptr : method.bytecode + bci, owns_arguments) {}

  Slot* prepare(Method& method) {
    for (unsigned i = 0; i < method.arg_slots; ++i) {
      stack.push(0xdead);
    }
    return stack.call(method, nullptr);
  }
  // Locals as they are numbered, operand stack slots from 100 on, the lock as -1.
  std::set<int> references() const {
    std::set<int> found;
    visit_frame_references(frame, [&](Object** slot) {
      const Slot* at = reinterpret_cast<Slot*>(slot);
      const auto number = at == &fp[kFrameLock] ? -1
                          : at > fp             ? 100 + (at - frame.stack())
                                                : at - frame.locals();
      CHECK(found.insert(static_cast<int>(number)).second);
    });
    return found;
  }

  HandStack stack;
  Slot* fp;
  Frame frame;
};

}  // namespace

TEST_CASE("oop maps: locals count once they are set, the stack as deep as it is",
          "[runtime][oop_maps]") {
  Method& f = method_of("f");
  CHECK(Stopped(f, 0, true).references() == std::set<int>{0, 1, 3});
  REQUIRE(f.bytecode[9] == static_cast<std::uint8_t>(Opcode::invokestatic));
  CHECK(stack_depth_at(f, 0) == 0);
  CHECK(stack_depth_at(f, 9) == 4);
  const std::set<int> stack = Stopped(f, 9, true).references();
  CHECK(stack.contains(100));        // s
  CHECK_FALSE(stack.contains(101));  // the long and its upper half
  CHECK_FALSE(stack.contains(102));
  CHECK(stack.contains(103));  // local
}

TEST_CASE("oop maps: arguments of a call in progress are the callee's", "[runtime][oop_maps]") {
  Method& f = method_of("f");
  for (int slot : Stopped(f, 9, false).references()) {
    CHECK(slot < 100);
  }
  Method& g = method_of("g");
  REQUIRE(g.bytecode[1] == static_cast<std::uint8_t>(Opcode::invokedynamic));
  CHECK(Stopped(g, 1, true).references().contains(100));
  CHECK_FALSE(Stopped(g, 1, false).references().contains(100));
}

TEST_CASE("oop maps: a native's arguments go by its descriptor", "[runtime][oop_maps]") {
  CHECK(Stopped(method_of("instance"), 0, true).references() == std::set<int>{0, 2, 5});
  CHECK(Stopped(method_of("common"), 0, true).references() == std::set<int>{2});
}

TEST_CASE("oop maps: what a synchronized method locked is a root of its own",
          "[runtime][oop_maps]") {
  std::uint64_t words[2] = {};
  Stopped common(method_of("common"), 0, true);
  common.fp[kFrameLock].ref = reinterpret_cast<Object*>(words);
  CHECK(common.references() == std::set<int>{-1, 2});
}

TEST_CASE("oop maps: slots that an engine has not written yet are left out",
          "[runtime][oop_maps]") {
  Method& f = method_of("f");
  struct WithoutSlot0 final : test::AddressPcs {
    bool is_materialised(const Frame&, std::uint32_t slot) const override { return slot != 0; }
  } decoder;
  set_frame_decoder(decoder);
  const std::set<int> masked = Stopped(f, 9, true).references();
  test::install_address_pcs();
  CHECK_FALSE(masked.contains(100));
  CHECK(masked.contains(103));
}

TEST_CASE("oop maps: forgotten maps are made anew", "[runtime][oop_maps]") {
  Method& f = method_of("f");
  const std::set<int> before = Stopped(f, 9, true).references();
  forget_oop_maps(*f.holder);
  CHECK(Stopped(f, 9, true).references() == before);
}

}  // namespace minijvm::runtime
