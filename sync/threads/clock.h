// All code reads the clock here. There are two clocks:
//
//   program   Java's time: System.nanoTime, and the deadlines of Java's waits
//   machine   what the kernel and people need: futexes, sysmon, the lengths of pauses, logs
//
// Both read the kernel's clock, unless the run is deterministic: then the program's is virtual
// (sync/schedule/virtual_clock.h). A program's deadline would mean nothing to the kernel, so there
// are two types of deadlines.
// Tested by tests/sync/clock_test.cpp, and by tests/layout/check clocks: which room reads which.
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>

namespace minijvm::sync {

inline constexpr std::int64_t kNanosPerMilli = 1'000'000;
inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

// Return the moment of the machine in nanoseconds: of CLOCK_MONOTONIC, and since 1970
// (CLOCK_REALTIME). The second jumps when the clock is set, so no wait may use it.
std::int64_t machine_ns();
std::int64_t machine_wall_ns();

// Return the program's moment: for System.nanoTime, and for System.currentTimeMillis and Clock.
std::int64_t program_ns();
std::int64_t program_wall_ns();

// Reads a clock as clock_gettime(2) does.
using ClockRead = int (*)(clockid_t, timespec*);
// Replaces the program's clock. REQUIRES: there is one thread, and no deadline is used yet.
void set_program_clock(ClockRead read);

enum class Clock : std::uint8_t { kProgram, kMachine };

// A moment at which a wait ends. It is absolute, so a wait that wakes early and continues needs no
// arithmetic.
template <Clock kClock>
class DeadlineOn {
 public:
  static constexpr DeadlineOn forever() { return DeadlineOn(kForever); }
  static constexpr DeadlineOn at(std::int64_t ns) { return DeadlineOn(ns); }
  // The next two saturate: a time too far away becomes forever(), a negative one becomes now.
  static DeadlineOn after_ns(std::int64_t nanos);
  static DeadlineOn after_ms(std::int64_t millis);

  constexpr bool is_forever() const { return ns_ == kForever; }
  constexpr std::int64_t ns() const { return ns_; }
  bool passed() const { return !is_forever() && now() >= ns_; }

 private:
  static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
  static std::int64_t now() { return kClock == Clock::kProgram ? program_ns() : machine_ns(); }
  explicit constexpr DeadlineOn(std::int64_t ns) : ns_(ns) {}
  std::int64_t ns_;
};
using Deadline = DeadlineOn<Clock::kProgram>;
using MachineDeadline = DeadlineOn<Clock::kMachine>;

// Unsafe.park(true, time) needs this: its time is milliseconds since 1970. The time is translated
// once, so setting the clock later does not move the deadline.
Deadline deadline_at_wall_clock_ms(std::int64_t millis);

// Translates the deadline of a wait in the kernel. REQUIRES: the program's clock is the machine's,
// or the deadline is forever().
MachineDeadline on_machine(Deadline until);

}  // namespace minijvm::sync
