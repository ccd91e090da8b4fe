// Reads the clock of the event log. Which clock it is, is found out at the first use, since it
// takes a look at a file of the kernel.
#include "base/events/event_clock.h"

#include <cstdio>
#include <cstring>
#include <ctime>

#include "base/events/events.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace minijvm {
namespace {

std::int64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

#if defined(__x86_64__)

// Returns a bit of a leaf's register EDX.
bool has_feature(unsigned leaf, unsigned bit) {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (d & (1U << bit)) != 0;
}

// The counter runs at one rate whatever the processor's clock does, and RDTSCP reads it.
bool counter_is_invariant() { return has_feature(0x80000007, 8) && has_feature(0x80000001, 27); }

// The kernel uses the counter for its own clocks only if all processors count in step.
bool kernel_trusts_counter() {
  char name[16] = "";
  std::FILE* file =
      std::fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (file != nullptr) {
    (void)std::fscanf(file, "%15s", name);
    std::fclose(file);
  }
  return std::strcmp(name, "tsc") == 0;
}

// Several threads may find out at once; all find the same.
bool uses_counter() {
  EventClock clock = event_state.clock.load(std::memory_order_relaxed);
  if (clock == EventClock::kUnknown) {
    clock = counter_is_invariant() && kernel_trusts_counter() ? EventClock::kCounter
                                                              : EventClock::kNanoseconds;
    event_state.clock.store(clock, std::memory_order_relaxed);
  }
  return clock == EventClock::kCounter;
}

// RDTSCP waits for the loads before it. RDTSC would not, so a thread that has seen another's store
// could note an earlier time than the other.
std::uint64_t counter() {
  unsigned processor = 0;
  return __rdtscp(&processor);
}

#else

bool uses_counter() { return false; }
std::uint64_t counter() { return 0; }

#endif

}  // namespace

std::uint64_t event_ticks() {
  return uses_counter() ? counter() : static_cast<std::uint64_t>(monotonic_ns());
}

EventMoment event_moment() {
  const std::int64_t ns = monotonic_ns();
  return {uses_counter() ? counter() : static_cast<std::uint64_t>(ns), ns};
}

void set_event_zero() {
  const EventMoment now = event_moment();
  event_state.zero_ticks.store(now.ticks, std::memory_order_relaxed);
  event_state.zero_ns.store(now.ns, std::memory_order_relaxed);
}

EventMoment event_zero() {
  return {event_state.zero_ticks.load(std::memory_order_relaxed),
          event_state.zero_ns.load(std::memory_order_relaxed)};
}

EventTimes::EventTimes(EventMoment begin, EventMoment end)
    : begin_(begin),
      ns_per_tick_(end.ticks == begin.ticks ? 1.0
                                            : static_cast<double>(end.ns - begin.ns) /
                                                  static_cast<double>(end.ticks - begin.ticks)) {}

std::int64_t EventTimes::ns(std::uint64_t ticks) const {
  const auto since = static_cast<double>(static_cast<std::int64_t>(ticks - begin_.ticks));
  return begin_.ns + static_cast<std::int64_t>(since * ns_per_tick_);
}

}  // namespace minijvm
