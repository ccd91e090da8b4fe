// Reads the clocks, and turns relative times of Java into deadlines without overflow.
#include "sync/threads/clock.h"

#include <algorithm>

#include "base/check.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

constexpr std::int64_t kForever = Deadline::forever().ns();

// OPTIMIZATION: a pointer that is called costs what a call into the C library costs, so the choice
// of the program's clock is free.
std::int64_t read_clock(ClockRead read, clockid_t id) {
  timespec now{};
  read(id, &now);
  return now.tv_sec * kNanosPerSecond + now.tv_nsec;
}

}  // namespace

std::int64_t machine_ns() { return read_clock(clock_gettime, CLOCK_MONOTONIC); }

std::int64_t machine_wall_ns() { return read_clock(clock_gettime, CLOCK_REALTIME); }

std::int64_t program_ns() {
  return read_clock(sync_state.program_clock.load(std::memory_order_relaxed), CLOCK_MONOTONIC);
}

std::int64_t program_wall_ns() {
  return read_clock(sync_state.program_clock.load(std::memory_order_relaxed), CLOCK_REALTIME);
}

void set_program_clock(ClockRead read) {
  sync_state.program_clock.store(read, std::memory_order_relaxed);
}

template <Clock kClock>
DeadlineOn<kClock> DeadlineOn<kClock>::after_ns(std::int64_t nanos) {
  std::int64_t moment = now();
  // The comparison comes before the sum, because the sum may overflow.
  if (nanos >= kForever - moment) {
    return forever();
  }
  return at(moment + std::max<std::int64_t>(nanos, 0));
}

template <Clock kClock>
DeadlineOn<kClock> DeadlineOn<kClock>::after_ms(std::int64_t millis) {
  // Here the product may overflow.
  if (millis >= kForever / kNanosPerMilli) {
    return forever();
  }
  return after_ns(std::max<std::int64_t>(millis, 0) * kNanosPerMilli);
}

template class DeadlineOn<Clock::kProgram>;
template class DeadlineOn<Clock::kMachine>;

Deadline deadline_at_wall_clock_ms(std::int64_t millis) {
  // A time before 1970 is in the past.
  if (millis <= 0) {
    return Deadline::after_ns(0);
  }
  if (millis >= kForever / kNanosPerMilli) {
    return Deadline::forever();
  }
  return Deadline::after_ns(millis * kNanosPerMilli - program_wall_ns());
}

MachineDeadline on_machine(Deadline until) {
  MJ_DCHECK(until.is_forever() || sync_state.program_clock == clock_gettime,
            "a wait in the kernel until %lld ns of virtual time",
            static_cast<long long>(until.ns()));
  return MachineDeadline::at(until.ns());
}

}  // namespace minijvm::sync
