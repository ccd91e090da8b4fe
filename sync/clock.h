// The one door for time. A deterministic mode with virtual time must be able to take over this file and nothing else.
// Proved by tests/sync/clock_test.cpp.
#pragma once

#include <cstdint>
#include <limits>

namespace minijvm::sync {

inline constexpr std::int64_t kNanosPerMilli = 1'000'000;
inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

// CLOCK_MONOTONIC: for deadlines and System.nanoTime.
std::int64_t monotonic_ns();

// CLOCK_REALTIME since 1970: for System.currentTimeMillis and Clock. Steps when somebody sets the clock; never use it to wait.
std::int64_t wall_clock_ns();

// A moment of CLOCK_MONOTONIC at which a wait ends. Absolute, so a wait that is woken and resumed needs no arithmetic.
class Deadline {
 public:
  static constexpr Deadline forever() { return Deadline(kForever); }
  static constexpr Deadline at(std::int64_t monotonic) { return Deadline(monotonic); }
  // Saturates: a time too far away is for ever; a negative one is now.
  static Deadline after_ns(std::int64_t nanos);
  static Deadline after_ms(std::int64_t millis);
  // The wall clock's moment, translated once (Unsafe.park(true, time)).
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
