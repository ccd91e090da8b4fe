// Reads the clocks of the kernel, and turns relative times of Java into deadlines without overflow.
#include "sync/threads/clock.h"

#include <algorithm>
#include <ctime>

namespace minijvm::sync {
namespace {

std::int64_t read_clock(clockid_t id) {
  timespec now{};
  clock_gettime(id, &now);
  return now.tv_sec * kNanosPerSecond + now.tv_nsec;
}

}  // namespace

std::int64_t monotonic_ns() { return read_clock(CLOCK_MONOTONIC); }

std::int64_t wall_clock_ns() { return read_clock(CLOCK_REALTIME); }

Deadline Deadline::after_ns(std::int64_t nanos) {
  std::int64_t now = monotonic_ns();
  // The comparison comes before the sum, because now + nanos may overflow.
  if (nanos >= kForever - now) {
    return forever();
  }
  return at(now + std::max<std::int64_t>(nanos, 0));
}

Deadline Deadline::after_ms(std::int64_t millis) {
  // Here the product may overflow.
  if (millis >= kForever / kNanosPerMilli) {
    return forever();
  }
  return after_ns(std::max<std::int64_t>(millis, 0) * kNanosPerMilli);
}

Deadline Deadline::at_wall_clock_ms(std::int64_t millis) {
  // A time before 1970 is in the past.
  if (millis <= 0) {
    return after_ns(0);
  }
  if (millis >= kForever / kNanosPerMilli) {
    return forever();
  }
  return after_ns(millis * kNanosPerMilli - wall_clock_ns());
}

}  // namespace minijvm::sync
