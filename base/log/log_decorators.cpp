// Reads the clocks and the process, and makes texts of them.
#include "base/log/log_decorators.h"

#include <unistd.h>

#include <cstdio>
#include <ctime>

#include "base/log/log_words.h"

namespace minijvm {
namespace {

// Returns the time by ISO 8601 with milliseconds and zone, as in 2024-05-31T12:00:00.123+0200.
std::string calendar_text(bool is_utc) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::tm parts{};
  if (is_utc) {
    gmtime_r(&now.tv_sec, &parts);
  } else {
    localtime_r(&now.tv_sec, &parts);
  }
  char date[32];
  char zone[16];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::strftime(zone, sizeof zone, "%z", &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%s.%03ld%s", date, now.tv_nsec / 1'000'000, zone);
  return text;
}

// Returns a whole number of units since some start, as in "1234ms".
std::string count_text(double seconds, double unit, const char* suffix) {
  return std::to_string(static_cast<long long>(seconds * unit)) + suffix;
}

}  // namespace

double monotonic_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string log_decorator_text(int which, std::string_view label, LogLevel level) {
  timespec wall{};
  clock_gettime(CLOCK_REALTIME, &wall);
  const double wall_s = static_cast<double>(wall.tv_sec) + static_cast<double>(wall.tv_nsec) * 1e-9;
  const double up_s = monotonic_seconds() - log_state.start_s;
  char text[256] = "";
  switch (which) {
    case kTime:
      return calendar_text(false);
    case kUtcTime:
      return calendar_text(true);
    case kUptime:
      std::snprintf(text, sizeof text, "%.3fs", up_s);
      return text;
    case kTimeMillis:
      return count_text(wall_s, 1e3, "ms");
    case kUptimeMillis:
      return count_text(up_s, 1e3, "ms");
    case kTimeNanos:
      return count_text(wall_s, 1e9, "ns");
    case kUptimeNanos:
      return count_text(up_s, 1e9, "ns");
    case kHostName:
      gethostname(text, sizeof text - 1);
      return text;
    case kPid:
      return std::to_string(getpid());
    case kTid:
      return std::to_string(gettid());
    case kLevel:
      return kLogLevelNames[static_cast<int>(level)];
    default:
      return std::string(label);
  }
}

}  // namespace minijvm
