// Trace events for machines: each has a type and two values. Every thread has a ring of 256
// entries, which keeps the newest events. The stepper turns them on; a fatal report prints the ring
// of the thread that failed. While events are off, an MJ_EVENT costs one relaxed load and a branch
// that the processor predicts, and a ring has no entries: its first event allocates them.
// Tested by tests/base/event_ring_test.cpp.
//
//   MJ_EVENT(self.events(), Event::meta_hand_over, word, successor);
//
//   entry   | time_ns | first | second | event |      event number n stands in entry n % 256,
//           | ...     |       |        |       |      so the oldest one is overwritten first
//
// Rejected: one ring for all threads. Threads would contend for its index in the very paths that
// are traced.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>

#include "base/atomic.h"

namespace minijvm {

// The list has all events, grouped by room: vm, threads, collector, locks.
// clang-format does not lay out such lists in the same way each time.
// clang-format off
#define MJ_EVENTS(X) \
  X(class_loaded) X(class_initialized) X(method_translated) X(exception_thrown) X(native_linked) \
  X(thread_started) X(thread_ended) X(safepoint_begin) X(safepoint_end) X(gc_begin) X(gc_copied) \
  X(gc_marked) X(gc_planned) X(gc_adjusted) X(gc_moved) X(gc_end) X(meta_acquire) X(meta_queue) \
  X(meta_receive) X(meta_release) X(meta_hand_over) X(monitor_enter) X(monitor_exit) \
  X(monitor_block) X(monitor_wait) X(monitor_notify) X(park) X(unpark)
// clang-format on

enum class Event : std::uint16_t {
#define MJ_EVENT_ENUM(name) name,
  MJ_EVENTS(MJ_EVENT_ENUM)
#undef MJ_EVENT_ENUM
      kCount
};

// Returns the event's name as it stands in the list above.
const char* event_name(Event event);

// Read by every MJ_EVENT, by threads of all rooms. Read relaxed, `enabled` may be seen late; a
// thread then only records a few events less.
struct EventState {
  Atomic<bool> enabled{false};
};
extern constinit EventState event_state [[gnu::visibility("hidden")]];

// The events of one thread. Only that thread writes, without any synchronization. The same thread
// reads them in its fatal report; another thread may read them only after the first has stopped.
class EventRing {
 public:
  static constexpr std::uint32_t kEntries = 256;

  // Adds the event with the time of CLOCK_MONOTONIC, then runs the callback. The meaning of the two
  // values depends on the event. If there is no memory for the entries, the event is not kept.
  void record(Event event, std::uint64_t first, std::uint64_t second);
  // Prints at most `most` of the newest events, oldest first, one a line. Allocates nothing and
  // takes no lock of the VM, because fatal reports use it.
  void print(std::FILE* out, std::uint32_t most) const;

 private:
  struct Entry {
    std::uint64_t time_ns;
    std::uint64_t first;
    std::uint64_t second;
    Event event;
  };
  // Number of events ever recorded, modulo 2^32. The next one goes to next_ % kEntries.
  std::uint32_t next_ = 0;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace minijvm

// The macro evaluates `ring` only while events are on.
#define MJ_EVENT(ring, event, first, second)                                                   \
  do {                                                                                         \
    if (__builtin_expect(::minijvm::event_state.enabled.load(std::memory_order_relaxed), 0)) { \
      (ring).record((event), static_cast<std::uint64_t>(first),                                \
                    static_cast<std::uint64_t>(second));                                       \
    }                                                                                          \
  } while (false)
