// Schedules as text: one line each, LF, UTF-8, edited by hand if one likes.
// Tested by tests/sync/decide/schedule_text_test.cpp.
//
//   minijvm-schedule 1
//   program Race classpath sha256:5c1f vm 0.9/17.0.9 flags PreemptAt=races DataSeed=0
//   shared Race.counter
//   found policy=pct depth=2 seed=18 verdict=output-differs
//   at main/1 tick 4 access Race.add@5 #1 run main/2   # before the putstatic of Race.java:6
//   end ticks=31 events=14
//
// The first three lines come in this order; `classpath`, `vm`, `flags`, `shared` and `found` may be
// missing. Words are separated by blanks or tabs. A # that no digit follows begins a comment. A %
// in a word stands before two hexadecimal digits, by which any byte can be written.
//
// A deviation says where and what. `at` a position the thread could have gone on, `after` it could
// not. The position may name a site, `access SITE #n` or `operation SITE`, and the n-th such
// question since the tick by `#n`. Then comes one of:
//
//   run main/2                          who goes on
//   exit invites main/3                 which contender
//   notify takes main/3                 which waiter
//   time-passes to 100ms                the deadline that has come: ns, us, ms or s from the start
//   wakes main/2 for-no-reason
//   cas-fails
//   reads write main/2 tick 9           an older write
//
// The ticks of a thread never fall from one line to the next. `end` shows that nothing is missing.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.h"
#include "sync/decide/schedule.h"

namespace minijvm::decide {

struct ScheduleError {
  std::size_t line = 0;  // from 1
  std::string reason;
  std::string text() const { return "line " + std::to_string(line) + ": " + reason; }
};

Expected<Schedule, ScheduleError> parse_schedule(std::string_view text);

// ENSURES: parse_schedule gives an equal schedule.
std::string print_schedule(const Schedule& schedule);
// A deviation's line, without LF.
std::string print_deviation(const Deviation& deviation);

inline constexpr std::size_t kMostScheduleBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostLineBytes = std::size_t{64} << 10;

}  // namespace minijvm::decide
