// Proves that deadlines saturate and compare as a wait needs them.
#include "sync/threads/clock.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace minijvm::sync;

TEST_CASE("clock: the monotonic clock does not go back", "[sync][clock]") {
  std::int64_t first = monotonic_ns();
  REQUIRE(monotonic_ns() >= first);
}

TEST_CASE("clock: a deadline too far away is for ever", "[sync][clock]") {
  REQUIRE(Deadline::after_ns(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE(Deadline::after_ms(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE(Deadline::at_wall_clock_ms(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE_FALSE(Deadline::forever().passed());
}

TEST_CASE("clock: a deadline in the past has passed", "[sync][clock]") {
  REQUIRE(Deadline::after_ns(-5).passed());
  REQUIRE(Deadline::after_ms(std::numeric_limits<std::int64_t>::min()).passed());
  REQUIRE(Deadline::at_wall_clock_ms(1).passed());
  REQUIRE_FALSE(Deadline::after_ms(60'000).passed());
}

TEST_CASE("clock: a wall-clock deadline is translated to the monotonic clock", "[sync][clock]") {
  Deadline soon = Deadline::at_wall_clock_ms(wall_clock_ns() / kNanosPerMilli + 10'000);
  std::int64_t left = soon.ns() - monotonic_ns();
  REQUIRE(left > 9 * kNanosPerSecond);
  REQUIRE(left <= 10 * kNanosPerSecond);
}
