// Ticks: what counts, and that the three engines count alike. All other tests of this program run while ticks are counted as well, and
// those of interp_cells_test.cpp compare them.
#include <catch2/catch.hpp>

#include "tests/vm/scripted_world.h"
#include "vm/interp/ticks.h"
#include "vm/java/allocation.h"
#include "vm/vm.h"

using namespace minijvm;
using namespace minijvm::vm;
using namespace minijvm::vm::test;

namespace {

// Before any engine starts.
[[maybe_unused]] const bool is_counting = (the_vm.interp.counts_ticks = true);

// Calls f(number, array) in each engine, which must all take the same ticks, and returns how many.
std::int64_t ticks_of(const Bytecode& code, std::int32_t number, const MethodShape& shape = {}) {
  std::int64_t taken[3] = {};
  int next = 0;
  for (const char* engine : {"switch", "plain", "folded"}) {
    World world(engine);
    runtime::HandleScope scope(world.self);
    Method& f = world.add_method(*world.object, "f", "(I[I)I", code, shape);
    CallArgs args = ints({number});
    args.push(new_primitive_array(world.self, BasicType::kInt, 4).take());
    JavaResult<JavaValue> result = world.try_call(f, args);
    if (!result.ok())
      (void)world.thrown_class();
    taken[next++] = world.self.ticks_.taken();
  }
  CHECK(taken[1] == taken[0]);
  CHECK(taken[2] == taken[0]);
  return taken[0];
}

}  // namespace

TEST_CASE("ticks: a method without calls and loops takes none", "[ticks]") {
  REQUIRE(ticks_of({k_iload_0, k_iconst_1, k_iadd, k_ireturn}, 1) == 0);
  // A jump forward.
  REQUIRE(ticks_of({k_iload_0, k_ifeq, 0, 5, k_iconst_1, k_ireturn, k_iconst_2, k_ireturn}, 0) == 0);
}

TEST_CASE("ticks: a loop takes one for its method and one for each jump back", "[ticks]") {
  // for (i = 0; i < n; i++); the head tests, so the last jump back ends the loop
  const Bytecode with_head = {k_iconst_0, k_istore_2, k_iload_2, k_iload_0, k_if_icmpge, 0, 9,
                              k_iinc, 2, 1, k_goto_, 255, 248, k_iload_2, k_ireturn};
  REQUIRE(ticks_of(with_head, 10) == 11);
  REQUIRE(ticks_of(with_head, 0) == 1);
  // do i++; while (i < n)
  const Bytecode with_foot = {k_iconst_0, k_istore_2, k_iinc, 2, 1, k_iload_2, k_iload_0, k_if_icmplt, 255, 251,
                              k_iload_2, k_ireturn};
  REQUIRE(ticks_of(with_foot, 10) == 10);
}

TEST_CASE("ticks: jumps that lead to jumps are each counted", "[ticks]") {
  // The loop's body ends with a jump to a jump back; the jump back leads to a jump forward.
  const Bytecode code = {k_iinc, 0, 255,              // 0: n--
                         k_iload_0, k_ifle, 0, 11,    // 3: done at 15
                         k_goto_, 0, 5,               // 7: to 12
                         k_nop, k_nop,                // 10
                         k_goto_, 255, 244,           // 12: to 0
                         k_iload_0, k_ireturn};       // 15
  REQUIRE(ticks_of(code, 5) == 5);
  const Bytecode back_to_jump = {k_goto_, 0, 6,            // 0: to 6
                                 k_goto_, 0, 12,           // 3: to 15
                                 k_iinc, 0, 255,           // 6
                                 k_iload_0, k_ifle, 255, 249,  // 9: to 3, a jump to a jump
                                 k_goto_, 255, 249,        // 13: to 6
                                 };
  Bytecode with_end = back_to_jump;
  with_end[5] = 13;  // 3: to 16
  with_end.insert(with_end.end(), {k_iload_0, k_ireturn});
  // The entry, two rounds back to 6, and the jump back to 3.
  REQUIRE(ticks_of(with_end, 3) == 4);
}

TEST_CASE("ticks: a loop over an array whose array goes away", "[ticks]") {
  // for (i = 0; i < a.length; i++) if (i == n) a = null;
  const Bytecode code = {k_iconst_0, k_istore_2,
                         k_iload_2, k_aload_1, k_arraylength, k_if_icmpge, 0, 16,  // 2: to 21
                         k_iload_2, k_iload_0, k_if_icmpne, 0, 5,                  // 8: to 15
                         k_aconst_null, k_astore_1,                                // 13
                         k_iinc, 2, 1, k_goto_, 255, 240,                          // 15: to 2
                         k_iload_2, k_ireturn};                                    // 21
  REQUIRE(ticks_of(code, 9) == 5);
  REQUIRE(ticks_of(code, 2) == 4);
}

TEST_CASE("ticks: a landing in a handler counts", "[ticks]") {
  const Bytecode code = {k_iconst_1, k_iload_0, k_idiv, k_ireturn, k_pop, k_iconst_m1, k_ireturn};
  MethodShape shape;
  shape.handlers = {{0, 3, 4}};
  REQUIRE(ticks_of(code, 1, shape) == 0);
  REQUIRE(ticks_of(code, 0, shape) == 1);
}

TEST_CASE("ticks: a subroutine's return counts", "[ticks]") {
  const Bytecode code = {k_jsr, 0, 5, k_iload_0, k_ireturn, k_astore_2, k_iinc, 0, 1, k_ret, 2};
  REQUIRE(ticks_of(code, 1) == 2);
}

TEST_CASE("ticks: the model hears of the tick that is due, and none before", "[ticks]") {
  sync::Ticks ticks;
  ticks.set_due(3);
  REQUIRE_FALSE(ticks.take(2));
  REQUIRE(ticks.taken() == 2);
  REQUIRE(ticks.take(1));
  ticks.set_due(5);
  REQUIRE_FALSE(ticks.is_due());
  REQUIRE(ticks.taken() == 3);
  REQUIRE_FALSE(ticks.take(1));
  REQUIRE(ticks.take(4));
  REQUIRE(ticks.taken() == 8);
}
