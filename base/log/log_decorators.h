// Decorators are texts before a line of the log: the time, the level, the tags.
// Tested by tests/base/log_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "base/log.h"

namespace minijvm {

// The decorators that may stand before a line, in order. Each is a bit of an output's `decorators`.
enum LogDecorator : int {
  kTime,
  kUtcTime,
  kUptime,
  kTimeMillis,
  kUptimeMillis,
  kTimeNanos,
  kUptimeNanos,
  kHostName,
  kPid,
  kTid,
  kLevel,
  kLabel,
  kDecorators
};
// For each decorator, the long and the short name that -Xlog accepts.
inline constexpr std::string_view kLogDecoratorNames[kDecorators][2] = {
    {"time", "t"},          {"utctime", "utc"},  {"uptime", "u"},       {"timemillis", "tm"},
    {"uptimemillis", "um"}, {"timenanos", "tn"}, {"uptimenanos", "un"}, {"hostname", "hn"},
    {"pid", "p"},           {"tid", "ti"},       {"level", "l"},        {"tags", "tg"}};

// Returns the text of one decorator of the line that is being written.
std::string log_decorator_text(int which, std::string_view label, LogLevel level);
// Returns the seconds of the monotonic clock.
double monotonic_seconds();

}  // namespace minijvm
