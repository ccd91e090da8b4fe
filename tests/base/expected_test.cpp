// Proves that Expected holds a value or a reason, and that MJ_TRY returns the reason early.
#include "base/expected.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

using namespace minijvm;

namespace {

using Number = Expected<std::unique_ptr<int>, std::string>;

Number positive(int value) {
  if (value <= 0)
    return Unexpected(std::string("not positive"));
  return std::make_unique<int>(value);
}

Expected<void, std::string> accept(int value) {
  MJ_TRY(positive(value));
  return {};
}

Expected<long, std::string> sum(int left, int right, bool* reached_right) {
  const std::unique_ptr<int> first = MJ_TRY(positive(left));
  *reached_right = true;
  const std::unique_ptr<int> second = MJ_TRY(positive(right));
  return long{*first} + *second;
}

}  // namespace

TEST_CASE("expected: a value can be looked at and taken", "[base][expected]") {
  Number number = positive(4);
  REQUIRE(number.ok());
  REQUIRE(*number.value() == 4);
  const std::unique_ptr<int> taken = number.take();
  REQUIRE(*taken == 4);
}

TEST_CASE("expected: MJ_TRY goes on with values and leaves with the first reason",
          "[base][expected]") {
  bool reached_right = false;
  REQUIRE(sum(2, 3, &reached_right).value() == 5);
  reached_right = false;
  const auto failed = sum(0, 3, &reached_right);
  REQUIRE_FALSE(failed);
  REQUIRE(failed.error() == "not positive");
  REQUIRE_FALSE(reached_right);
}

TEST_CASE("expected: a success of nothing", "[base][expected]") {
  REQUIRE(accept(1).ok());
  REQUIRE(accept(-1).error() == "not positive");
}
