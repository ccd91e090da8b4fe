// Records and prints events. record() runs on any thread, in any state; print() may run while the
// VM dies, so it neither allocates nor takes a lock of the VM.
#include "base/events/event_log.h"

#include <algorithm>

#include "base/base_listener.h"
#include "base/events/event_clock.h"
#include "base/events/event_steps.h"

namespace minijvm {
namespace {

constexpr const char* kNames[] = {
#define MJ_EVENT_ROW(name, group) #name,
#include "base/events/events.def"
};

}  // namespace

constinit EventState event_state;

const char* event_name(Event event) { return kNames[static_cast<int>(event)]; }

namespace {

void choose_wanted() MJ_REQUIRES(event_state.mutex) {
  std::uint32_t reported = kNoEventGroups;
  for (const std::uint32_t groups : event_state.asked) {
    reported |= groups;
  }
  event_state.reported.store(reported, std::memory_order_relaxed);
  event_state.wanted.store(reported | event_state.recorded.load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
}

}  // namespace

void record_event_groups(std::uint32_t groups) {
  NativeMutexLock lock(event_state.mutex);
  event_state.recorded.store(groups, std::memory_order_relaxed);
  choose_wanted();
}

void report_event_groups(EventAsker asker, std::uint32_t groups) {
  NativeMutexLock lock(event_state.mutex);
  event_state.asked[static_cast<int>(asker)] = groups & kReportedGroups;
  choose_wanted();
}

void EventLog::set_owner(EventOwner owner) {
  give_up();
  owner_ = owner;
  is_first_ = true;
}

void EventLog::give_up() {
  if (before_ != nullptr) {
    event_chunks().give(before_);
    before_ = nullptr;
  }
  if (chunk_ != nullptr) {
    is_first_ = chunk_->count < chunk_->capacity;
    event_chunks().give(chunk_);
    chunk_ = nullptr;
  }
}

bool EventLog::has_room() {
  if (chunk_ != nullptr && chunk_->count < chunk_->capacity) {
    return true;
  }
  if (before_ != nullptr) {
    event_chunks().give(before_);
  }
  before_ = chunk_;
  is_first_ = is_first_ && before_ == nullptr;
  chunk_ = event_chunks().take(owner_, is_first_);
  return chunk_ != nullptr;
}

void EventLog::add(const EventRecord& record) {
  if (has_room()) {
    chunk_->records()[chunk_->count] = record;
    ++chunk_->count;
  } else {
    event_chunks().count_lost();
  }
}

void EventLog::tell_listener(const EventRecord& record) {
  const std::uint32_t reported = event_state.reported.load(std::memory_order_relaxed);
  if ((reported & group_bit(event_group(record.event))) != 0) {
    if (BaseListener* listener = base_listener()) {
      listener->event_recorded(record.event, record.first, record.second);
    }
  }
}

void EventLog::keep(Event event, std::uint64_t first, std::uint64_t second, std::uint32_t extra) {
  add({event_ticks(), event, extra, first, second});
}

namespace {

// Returns whether the event is a step that nobody wants: no recording has asked for steps, and no
// listener hears of them.
bool is_left_out(Event event) {
  const std::uint32_t group = group_bit(event_group(event));
  return is_event_step(event) &&
         (event_state.recorded.load(std::memory_order_relaxed) & kEventSteps) == 0 &&
         (event_state.reported.load(std::memory_order_relaxed) & group) == 0;
}

}  // namespace

// The listener is called last: it may keep this thread, and the event is already recorded then.
void EventLog::record(Event event, std::uint64_t first, std::uint64_t second, std::uint32_t extra) {
  if (is_left_out(event)) {
    return;
  }
  const EventRecord record = {event_ticks(), event, extra, first, second};
  add(record);
  tell_listener(record);
}

void EventLog::record_at(std::uint64_t ticks, Event event, std::uint64_t first,
                         std::uint64_t second) {
  const EventRecord record = {ticks, event, 0, first, second};
  add(record);
  tell_listener(record);
}

namespace {

void print_newest(EventChunk* chunk, std::FILE* out, std::uint32_t count) {
  const EventMoment zero = event_zero();
  const EventTimes times(zero, event_moment());
  for (std::uint32_t i = chunk->count - count; i != chunk->count; ++i) {
    const EventRecord& record = chunk->records()[i];
    std::fprintf(out, "  %.6f s %-18s %#llx %#llx\n",
                 static_cast<double>(times.ns(record.ticks) - zero.ns) / 1e9,
                 event_name(record.event), static_cast<unsigned long long>(record.first),
                 static_cast<unsigned long long>(record.second));
  }
}

}  // namespace

void EventLog::print(std::FILE* out, std::uint32_t most) const {
  const std::uint32_t newest = chunk_ == nullptr ? 0 : std::min(chunk_->count, most);
  if (before_ != nullptr) {
    print_newest(before_, out, std::min(before_->count, most - newest));
  }
  if (chunk_ != nullptr) {
    print_newest(chunk_, out, newest);
  }
}

void SharedEventLog::set_owner(EventOwner owner) {
  NativeMutexLock lock(mutex_);
  log_.set_owner(owner);
}

void SharedEventLog::record(Event event, std::uint64_t first, std::uint64_t second,
                            std::uint32_t extra) {
  NativeMutexLock lock(mutex_);
  log_.keep(event, first, second, extra);
}

void SharedEventLog::give_up() {
  NativeMutexLock lock(mutex_);
  log_.give_up();
}

}  // namespace minijvm
