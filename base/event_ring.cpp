// Records and prints trace events. record() runs on any thread, in any state; print() may run while
// the VM dies, so it neither allocates nor takes a lock of the VM.
#include "base/event_ring.h"

#include <algorithm>
#include <ctime>
#include <new>

#include "base/base_listener.h"

namespace minijvm {
namespace {

// The names stand in the order of enum class Event.
constexpr const char* kNames[] = {
#define MJ_EVENT_NAME(name) #name,
    MJ_EVENTS(MJ_EVENT_NAME)
#undef MJ_EVENT_NAME
};

}  // namespace

constinit EventState event_state;

const char* event_name(Event event) { return kNames[static_cast<int>(event)]; }

void EventRing::record(Event event, std::uint64_t first, std::uint64_t second) {
  if (entries_ == nullptr) {
    entries_.reset(new (std::nothrow) Entry[kEntries]);
  }
  if (entries_ != nullptr) {
    // The clock is CLOCK_MONOTONIC, so that events of different threads can be sorted into one
    // sequence.
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    // The index wraps around at kEntries, so the newest event replaces the oldest.
    entries_[next_ % kEntries] = {static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
                                      static_cast<std::uint64_t>(now.tv_nsec),
                                  first, second, event};
    ++next_;
  }
  // The listener is called last: it may keep this thread, and the event is already recorded then.
  if (BaseListener* listener = base_listener()) {
    listener->event_recorded(event, first, second);
  }
}

void EventRing::print(std::FILE* out, std::uint32_t most) const {
  // next_ counts all events. Before the first wrap there are fewer than kEntries.
  std::uint32_t count = std::min({next_, kEntries, most});
  // The comparison is != and not <, since next_ itself may have wrapped around.
  for (std::uint32_t i = next_ - count; i != next_; ++i) {
    const Entry& entry = entries_[i % kEntries];
    std::fprintf(out, "  %llu.%06llu %-18s %#llx %#llx\n",
                 static_cast<unsigned long long>(entry.time_ns / 1'000'000'000),
                 static_cast<unsigned long long>(entry.time_ns % 1'000'000'000 / 1000),
                 event_name(entry.event), static_cast<unsigned long long>(entry.first),
                 static_cast<unsigned long long>(entry.second));
  }
}

}  // namespace minijvm
