// Proves that a switch goes to the other stack and comes back with everything that a function may expect, in both ways of doing it.
#include "sync/schedule/context.h"

#include <catch2/catch.hpp>
#include <cfenv>
#include <cstdint>
#include <vector>

#include "sync/schedule/user_thread.h"

using namespace minijvm::sync;

// The sanitizers must learn of each switch, which user_thread_test.cpp shows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

template <class C>
struct Pair {
  C here;
  C there;
  std::vector<std::byte> stack = std::vector<std::byte>(kStackBytes);
  int steps = 0;
  bool aligned = false;
  bool on_its_stack = false;
};

template <class C>
void count_steps(void* untyped) {
  auto& pair = *static_cast<Pair<C>*>(untyped);
  alignas(16) std::byte local[16];
  pair.aligned = reinterpret_cast<std::uintptr_t>(local) % 16 == 0;
  pair.on_its_stack = local >= pair.stack.data() && local < pair.stack.data() + kStackBytes;
  double sum = 0.5;
  for (;;) {
    ++pair.steps;
    sum += 1;
    C::switch_to(pair.there, pair.here);
    if (sum != pair.steps + 0.5) {
      pair.steps = -1;
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("context: two stacks take turns", "[sync][context]", Context, UContext) {
  Pair<TestType> pair;
  pair.there.prepare(pair.stack.data(), kStackBytes, count_steps<TestType>, &pair);
  for (int i = 1; i <= 1000; ++i) {
    TestType::switch_to(pair.here, pair.there);
    REQUIRE(pair.steps == i);
  }
  REQUIRE(pair.aligned);
  REQUIRE(pair.on_its_stack);
}

namespace {
void round_up(void* untyped) {
  auto& pair = *static_cast<Pair<Context>*>(untyped);
  std::fesetround(FE_UPWARD);
  Context::switch_to(pair.there, pair.here);
}
}  // namespace

TEST_CASE("context: the rounding mode belongs to the stack", "[sync][context]") {
  Pair<Context> pair;
  pair.there.prepare(pair.stack.data(), kStackBytes, round_up, &pair);
  Context::switch_to(pair.here, pair.there);
  REQUIRE(std::fegetround() == FE_TONEAREST);
}
#endif
