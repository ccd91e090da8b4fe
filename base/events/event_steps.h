// The steps of a lock: events that no picture of a run needs, since blocks and wakings tell it all.
// They are more than half of what a program records that waits and notifies, so a recording leaves
// them out unless it is asked for them. The stepper hears of them, and stops there.
// Tested by tests/base/event_log_test.cpp.
#pragma once

#include <cstdint>

#include "base/events/events.h"

namespace minijvm {

// Beside the groups that record_event_groups() gets: the steps of these groups are recorded, too.
inline constexpr std::uint32_t kEventSteps = 1U << 31;
static_assert((kAllEventGroups & kEventSteps) == 0);

constexpr bool is_event_step(Event event) {
  switch (event) {
    case Event::park:
    case Event::meta_acquire:
    case Event::meta_release:
    case Event::monitor_enter:
    case Event::monitor_exit:
    case Event::monitor_wait:
    case Event::monitor_notify:
      return true;
    default:
      return false;
  }
}

}  // namespace minijvm
