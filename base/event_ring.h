// Trace events for machines: typed, one ring per thread, the newest kept. Off by default at one predictable branch.
// Proved by tests/base/event_ring_test.cpp.
//
//   MJ_EVENT(self.events(), Event::meta_hand_over, word, successor);
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>

namespace minijvm {

#define MJ_EVENTS(X)                                                                                                          \
  X(class_loaded) X(class_initialized) X(method_translated) X(exception_thrown) X(native_linked) X(thread_started)             \
  X(thread_ended) X(safepoint_begin) X(safepoint_end) X(gc_begin) X(gc_copied) X(gc_marked) X(gc_planned) X(gc_adjusted)      \
  X(gc_moved) X(gc_end) X(meta_acquire) X(meta_queue) X(meta_receive) X(meta_release) X(meta_hand_over) X(monitor_enter)       \
  X(monitor_exit) X(monitor_block) X(monitor_wait) X(monitor_notify) X(park) X(unpark)

enum class Event : std::uint16_t {
#define MJ_EVENT_ENUM(name) name,
  MJ_EVENTS(MJ_EVENT_ENUM)
#undef MJ_EVENT_ENUM
      kCount
};

const char* event_name(Event event);

extern std::atomic<bool> events_enabled;

// Is told each event by the thread that records it, right where it happens: the stepper, which may keep the thread there. Null: nobody.
using EventListener = void (*)(Event event, std::uint64_t first, std::uint64_t second);
extern std::atomic<EventListener> event_listener;

// Written by its thread alone; read by a report after the thread stopped.
class EventRing {
 public:
  static constexpr std::uint32_t kEntries = 256;

  void record(Event event, std::uint64_t first, std::uint64_t second);
  void print(std::FILE* out, std::uint32_t most) const;

 private:
  struct Entry {
    std::uint64_t time_ns;
    std::uint64_t first;
    std::uint64_t second;
    Event event;
  };
  std::uint32_t next_ = 0;
  Entry entries_[kEntries] = {};
};

}  // namespace minijvm

#define MJ_EVENT(ring, event, first, second)                                                                  \
  do {                                                                                                        \
    if (__builtin_expect(::minijvm::events_enabled.load(std::memory_order_relaxed), 0)) {                     \
      (ring).record((event), static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second));          \
    }                                                                                                         \
  } while (false)
