// Proves what MJ_TRY does with a JavaResult: the value goes on, "pending" returns at once, whatever the caller's own type.
#include "vm/java/java_result.h"

#include <catch2/catch.hpp>
#include <memory>

namespace minijvm::vm {
namespace {

JavaResult<int> number(bool throws) {
  if (throws) {
    return kPending;
  }
  return 20;
}

JavaResult<void> action(bool throws) {
  if (throws) {
    return kPending;
  }
  return {};
}

JavaResult<std::unique_ptr<int>> both(bool first_throws, bool second_throws, int* steps) {
  const int value = MJ_TRY(number(first_throws));
  ++*steps;
  MJ_TRY(action(second_throws));
  ++*steps;
  return std::make_unique<int>(value + *steps);  // a type that only moves
}

}  // namespace

TEST_CASE("java result: a chain stops where the exception came", "[vm][java_result]") {
  int steps = 0;
  JavaResult<std::unique_ptr<int>> whole = both(false, false, &steps);
  REQUIRE(whole.ok());
  CHECK(*whole.take() == 22);
  steps = 0;
  CHECK_FALSE(both(true, false, &steps).ok());
  CHECK(steps == 0);
  CHECK_FALSE(both(false, true, &steps).ok());
  CHECK(steps == 1);
}

TEST_CASE("java result: a default stands in for a call that threw", "[vm][java_result]") {
  CHECK(number(false).value_or(3) == 20);
  CHECK(number(true).value_or(3) == 3);
  CHECK_FALSE(action(true));
  CHECK(action(false));
}

}  // namespace minijvm::vm
