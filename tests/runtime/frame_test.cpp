// Proves the walk over stacks made by hand: callers, the pcs of their calls, who owns arguments, and entry frames between.
#include "runtime/frame/frame.h"

#include <catch2/catch.hpp>

#include "tests/runtime/support/hand_stack.h"

namespace minijvm::runtime {
namespace {

using test::HandStack;

struct FakeMethod : Method {
  FakeMethod(std::uint16_t args, std::uint16_t locals, std::uint16_t flags = 0) : Method() {
    arg_slots = args;
    max_locals = locals;
    access_flags = flags;
    bytecode = bytes;
  }
  std::uint8_t bytes[64] = {};
};

constexpr std::uint16_t kNative = 0x0100;

}  // namespace

TEST_CASE("frames: a thread without Java has none", "[runtime][frame]") {
  FrameWalk walk{FrameAnchor()};
  CHECK(walk.done());
}

TEST_CASE("frames: a callee's locals are its caller's outgoing arguments", "[runtime][frame]") {
  FakeMethod outer(1, 3);
  FakeMethod inner(2, 4);
  HandStack stack;
  Slot& argument = stack.push(11);
  Slot* outer_fp = stack.call(outer, nullptr);
  Slot& rest = stack.push(21);
  Slot& first = stack.push(22);
  stack.push(23);
  Slot* inner_fp = stack.call(inner, outer.bytes + 9);
  stack.anchor.pc = inner.bytes + 5;

  FrameWalk walk(stack.anchor);
  REQUIRE_FALSE(walk.done());
  CHECK(walk.frame().fp() == inner_fp);
  CHECK(&walk.frame().method() == &inner);
  CHECK(walk.frame().pc() == inner.bytes + 5);
  CHECK(walk.frame().locals() == &first);
  CHECK(walk.frame().locals()[1].bits == 23);
  CHECK(walk.frame().owns_arguments());

  walk.next();
  REQUIRE_FALSE(walk.done());
  CHECK(walk.frame().fp() == outer_fp);
  CHECK(walk.frame().pc() == outer.bytes + 9);
  CHECK(walk.frame().locals() == &argument);
  CHECK(walk.frame().stack() == &rest);
  CHECK_FALSE(walk.frame().owns_arguments());
  CHECK_FALSE(walk.crossed_entry());

  walk.next();
  CHECK(walk.done());
}

TEST_CASE("frames: entry frames are skipped, and below them a frame owns its arguments",
          "[runtime][frame]") {
  FakeMethod caller(0, 1);
  FakeMethod native(0, 0, kNative);
  FakeMethod called(0, 2);
  HandStack stack;
  stack.enter(nullptr);  // the launcher called main
  Slot* caller_fp = stack.call(caller, nullptr);
  Slot* native_fp = stack.call(native, caller.bytes + 3);
  stack.enter(native.bytes);  // the native called back, twice without Java between
  stack.enter(nullptr);
  stack.call(called, nullptr);

  FrameWalk walk(stack.anchor);
  CHECK(&walk.frame().method() == &called);
  CHECK_FALSE(walk.crossed_entry());
  // The upper entry frame saved an anchor that is the lower one.
  walk.next();
  REQUIRE_FALSE(walk.done());
  CHECK(walk.frame().fp() == native_fp);
  CHECK(walk.frame().pc() == native.bytes);
  CHECK(walk.frame().owns_arguments());
  CHECK(walk.crossed_entry());
  walk.next();
  CHECK(walk.frame().fp() == caller_fp);
  CHECK(walk.frame().pc() == caller.bytes + 3);
  CHECK_FALSE(walk.frame().owns_arguments());
  CHECK_FALSE(walk.crossed_entry());
  walk.next();
  CHECK(walk.done());
  CHECK(walk.crossed_entry());
}

TEST_CASE("frames: a walk may begin at an entry frame", "[runtime][frame]") {
  FakeMethod method(0, 0);
  HandStack stack;
  Slot* fp = stack.call(method, nullptr);
  stack.enter(method.bytes + 1);
  FrameWalk walk(stack.anchor);
  REQUIRE_FALSE(walk.done());
  CHECK(walk.frame().fp() == fp);
  CHECK(walk.frame().pc() == method.bytes + 1);
  CHECK_FALSE(walk.crossed_entry());
}

TEST_CASE("frames: the engine says which bci a pc is, and natives have none", "[runtime][frame]") {
  test::install_address_pcs();
  FakeMethod method(0, 0);
  FakeMethod native(0, 0, kNative);
  HandStack stack;
  stack.call(method, nullptr);
  stack.call(native, method.bytes + 17);
  FrameWalk walk(stack.anchor);
  CHECK(walk.frame().bci() == -1);
  walk.next();
  CHECK(walk.frame().bci() == 17);
}

}  // namespace minijvm::runtime
