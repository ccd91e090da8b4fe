// Events tell machines what happens in the VM: each has a type and three numbers. The stepper stops
// at some of them; the timeline is made of them (event_log.h keeps them). While no group of events
// is wanted, an MJ_EVENT costs one relaxed load and a branch that the processor predicts.
// Tested by tests/base/event_log_test.cpp.
//
//   MJ_EVENT(self.events(), Event::meta_hand_over, word, successor);
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.h"
#include "base/lazy.h"
#include "base/native_mutex.h"

namespace minijvm {

enum class Event : std::uint16_t {
#define MJ_EVENT_ROW(name, group) name,
#include "base/events/events.def"
  kCount
};

// Each group is a bit, so that a wish for some groups is one number.
enum class EventGroup : std::uint32_t {
  kClasses = 1U << 0,
  kExceptions = 1U << 1,
  kThreads = 1U << 2,
  kSafepoints = 1U << 3,
  kCollections = 1U << 4,
  kMetaLock = 1U << 5,
  kMonitors = 1U << 6,
  kBlocking = 1U << 7,
  kNatives = 1U << 8,
  kStacks = 1U << 9,
  kLwps = 1U << 10,
  kGang = 1U << 11,
};

inline constexpr std::uint32_t kNoEventGroups = 0;
// The groups whose events a listener may hear of (base_listener.h). The others are recorded where a
// listener must not keep the thread, or by threads that run no Java code.
inline constexpr std::uint32_t kReportedGroups = (1U << 8) - 1;
inline constexpr std::uint32_t kAllEventGroups = (1U << 12) - 1;

// Returns the event's name as it stands in events.def.
const char* event_name(Event event);
constexpr EventGroup event_group(Event event) {
  constexpr EventGroup kGroups[] = {
#define MJ_EVENT_ROW(name, group) EventGroup::group,
#include "base/events/events.def"
  };
  return kGroups[static_cast<int>(event)];
}
constexpr std::uint32_t group_bit(EventGroup group) { return static_cast<std::uint32_t>(group); }

// Those who want the listener to hear of events.
enum class EventAsker : std::uint8_t { kStepper, kFlight };
inline constexpr std::size_t kEventAskers = 2;

class EventChunks;  // event_chunks.h

// The clock of the log (event_clock.h), once somebody has asked for it.
enum class EventClock : std::uint8_t { kUnknown, kNanoseconds, kCounter };

// Read by every MJ_EVENT, by threads of all rooms. All reads are relaxed: a thread that sees a
// change late only records a few events more or less.
struct EventState {
  // The groups that are recorded or reported.
  Atomic<std::uint32_t> wanted{kNoEventGroups};
  // Those that somebody wants to be recorded, and those that the listener hears of.
  Atomic<std::uint32_t> recorded{kNoEventGroups};
  Atomic<std::uint32_t> reported{kNoEventGroups};
  Lazy<EventChunks> chunks;
  Atomic<EventClock> clock{EventClock::kUnknown};
  // The moment from which reports count (event_clock.h).
  Atomic<std::uint64_t> zero_ticks{0};
  Atomic<std::int64_t> zero_ns{0};
  // Guards the changes of the masks. It is the operating system's, as in event_chunks.h.
  NativeMutex mutex;
  std::uint32_t asked[kEventAskers] MJ_GUARDED_BY(mutex) = {};
};
extern constinit EventState event_state [[gnu::visibility("hidden")]];

inline bool is_wanted(Event event) {
  return (event_state.wanted.load(std::memory_order_relaxed) & group_bit(event_group(event))) != 0;
}

// From now on these groups are recorded, besides those that are reported. Any thread.
void record_event_groups(std::uint32_t groups);
// From now on the listener hears of these groups, besides those of other askers, and they are
// recorded. Other groups than those of kReportedGroups are left out. Any thread.
void report_event_groups(EventAsker asker, std::uint32_t groups);

}  // namespace minijvm

// The macro evaluates `log` and the values only while the event is wanted.
#define MJ_EVENT(log, event, first, second)                    \
  do {                                                         \
    if (__builtin_expect(::minijvm::is_wanted(event), 0)) {    \
      (log).record((event), static_cast<std::uint64_t>(first), \
                   static_cast<std::uint64_t>(second));        \
    }                                                          \
  } while (false)
