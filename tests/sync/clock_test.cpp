// Proves that deadlines saturate and compare as a wait needs them.
#include "sync/threads/clock.h"

#include <catch2/catch.hpp>
#include <limits>
#include <type_traits>

using namespace minijvm::sync;

// A deadline of the program that reached the kernel would be a compile error.
static_assert(!std::is_convertible_v<Deadline, MachineDeadline>);
static_assert(!std::is_convertible_v<MachineDeadline, Deadline>);

TEST_CASE("clock: the monotonic clock does not go back", "[sync][clock]") {
  std::int64_t first = machine_ns();
  REQUIRE(machine_ns() >= first);
}

TEST_CASE("clock: the program's clock is the machine's unless it is replaced", "[sync][clock]") {
  std::int64_t before = machine_ns();
  std::int64_t between = program_ns();
  REQUIRE(before <= between);
  REQUIRE(between <= machine_ns());
  REQUIRE(on_machine(Deadline::at(before)).ns() == before);
  set_program_clock([](clockid_t, timespec* now) {
    *now = {7, 1};
    return 0;
  });
  std::int64_t replaced = program_ns();
  std::int64_t after_2_ns = Deadline::after_ns(2).ns();
  set_program_clock(clock_gettime);
  REQUIRE(replaced == 7 * kNanosPerSecond + 1);
  REQUIRE(after_2_ns == replaced + 2);
}

TEST_CASE("clock: a deadline too far away is for ever", "[sync][clock]") {
  REQUIRE(Deadline::after_ns(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE(Deadline::after_ms(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE(deadline_at_wall_clock_ms(std::numeric_limits<std::int64_t>::max()).is_forever());
  REQUIRE_FALSE(Deadline::forever().passed());
}

TEST_CASE("clock: a deadline in the past has passed", "[sync][clock]") {
  REQUIRE(Deadline::after_ns(-5).passed());
  REQUIRE(Deadline::after_ms(std::numeric_limits<std::int64_t>::min()).passed());
  REQUIRE(deadline_at_wall_clock_ms(1).passed());
  REQUIRE_FALSE(Deadline::after_ms(60'000).passed());
}

TEST_CASE("clock: a wall-clock deadline is translated to the monotonic clock", "[sync][clock]") {
  Deadline soon = deadline_at_wall_clock_ms(program_wall_ns() / kNanosPerMilli + 10'000);
  std::int64_t left = soon.ns() - program_ns();
  REQUIRE(left > 9 * kNanosPerSecond);
  REQUIRE(left <= 10 * kNanosPerSecond);
}
