#include "base/event_ring.h"

#include <algorithm>
#include <ctime>

namespace minijvm {
namespace {

constexpr const char* kNames[] = {
#define MJ_EVENT_NAME(name) #name,
    MJ_EVENTS(MJ_EVENT_NAME)
#undef MJ_EVENT_NAME
};

}  // namespace

std::atomic<bool> events_enabled{false};
std::atomic<EventListener> event_listener{nullptr};

const char* event_name(Event event) { return kNames[static_cast<int>(event)]; }

void EventRing::record(Event event, std::uint64_t first, std::uint64_t second) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  Entry& entry = entries_[next_ % kEntries];
  entry = {static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec), first, second, event};
  ++next_;
  // acquire: pairs with the release by which the listener was set, what it works on was made before
  if (EventListener listener = event_listener.load(std::memory_order_acquire)) {
    listener(event, first, second);
  }
}

void EventRing::print(std::FILE* out, std::uint32_t most) const {
  std::uint32_t count = std::min({next_, kEntries, most});
  for (std::uint32_t i = next_ - count; i != next_; ++i) {
    const Entry& entry = entries_[i % kEntries];
    std::fprintf(out, "  %llu.%06llu %-18s %#llx %#llx\n", static_cast<unsigned long long>(entry.time_ns / 1'000'000'000),
                 static_cast<unsigned long long>(entry.time_ns % 1'000'000'000 / 1000), event_name(entry.event),
                 static_cast<unsigned long long>(entry.first), static_cast<unsigned long long>(entry.second));
  }
}

}  // namespace minijvm
