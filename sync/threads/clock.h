// All code reads the clock here. So a deterministic mode with virtual time has to replace only this
// file.
// Tested by tests/sync/clock_test.cpp.
#pragma once

#include <cstdint>
#include <limits>

namespace minijvm::sync {

inline constexpr std::int64_t kNanosPerMilli = 1'000'000;
inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

// Returns CLOCK_MONOTONIC in nanoseconds, for deadlines and System.nanoTime.
std::int64_t monotonic_ns();

// Returns CLOCK_REALTIME in nanoseconds since 1970, for System.currentTimeMillis and Clock. It
// jumps when the clock is set, so no wait may use it.
std::int64_t wall_clock_ns();

// A moment of CLOCK_MONOTONIC at which a wait ends. It is absolute, so a wait that wakes early and
// continues needs no arithmetic.
class Deadline {
 public:
  static constexpr Deadline forever() { return Deadline(kForever); }
  static constexpr Deadline at(std::int64_t monotonic) { return Deadline(monotonic); }
  // The next two saturate: a time too far away becomes forever(), a negative one becomes now.
  static Deadline after_ns(std::int64_t nanos);
  static Deadline after_ms(std::int64_t millis);
  // Unsafe.park(true, time) needs this: its time is milliseconds since 1970. The time is translated
  // once, so setting the clock later does not move the deadline.
  static Deadline at_wall_clock_ms(std::int64_t millis);

  constexpr bool is_forever() const { return ns_ == kForever; }
  constexpr std::int64_t ns() const { return ns_; }
  bool passed() const { return !is_forever() && monotonic_ns() >= ns_; }

 private:
  static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
  explicit constexpr Deadline(std::int64_t ns) : ns_(ns) {}
  std::int64_t ns_;
};

}  // namespace minijvm::sync
