// The clock of the event log: the processor's counter of ticks where all processors count in step,
// otherwise CLOCK_MONOTONIC. The counter takes half the time to read.
// Tested by tests/base/event_log_test.cpp.
#pragma once

#include <cstdint>

namespace minijvm {

// A moment on both clocks. Two of them give the line on which ticks become nanoseconds.
struct EventMoment {
  std::uint64_t ticks;
  std::int64_t ns;  // of CLOCK_MONOTONIC
};

// Returns the present moment in ticks. Any thread, in any state.
std::uint64_t event_ticks();
EventMoment event_moment();
// Sets the moment from which reports count to the present one. Called once, when the VM starts.
void set_event_zero();
EventMoment event_zero();

// Turns ticks into nanoseconds of CLOCK_MONOTONIC. The two moments should be far apart, since each
// was read with an error of some ten nanoseconds.
class EventTimes {
 public:
  EventTimes(EventMoment begin, EventMoment end);
  std::int64_t ns(std::uint64_t ticks) const;
  double ticks_per_ns() const { return 1 / ns_per_tick_; }

 private:
  EventMoment begin_;
  double ns_per_tick_;
};

}  // namespace minijvm
