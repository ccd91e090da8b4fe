// The events of one thread, newest in the chunk that the thread holds, older ones in the chunks
// that it has filled (event_chunks.h). A fatal report prints the newest ones of the thread that
// failed.
// Tested by tests/base/event_log_test.cpp.
#pragma once

#include <cstdint>
#include <cstdio>

#include "base/events/event_chunks.h"
#include "base/events/events.h"

namespace minijvm {

// Only the owner's thread records. It reads the log in its own fatal report. Another thread may
// take the chunk away while the owner stands still.
class EventLog {
 public:
  EventLog() = default;
  ~EventLog() { give_up(); }
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  // Gives the log to a thread. The events of its last owner go to the full chunks.
  void set_owner(EventOwner owner);
  // Adds the event with the present ticks, then calls the listener. The meaning of the values
  // depends on the event (events.def). Without memory the event is counted and not kept.
  void record(Event event, std::uint64_t first, std::uint64_t second, std::uint32_t extra = 0);
  // Does the same for an event of a moment ago, of which only now is known that it was one.
  void record_at(std::uint64_t ticks, Event event, std::uint64_t first, std::uint64_t second);
  // Does the same as record() without the listener, where that must not keep the thread.
  void keep(Event event, std::uint64_t first, std::uint64_t second, std::uint32_t extra = 0);
  // Puts the chunks behind the full ones, so that a reader finds their events.
  void give_up();
  // Prints at most `most` of the newest events in the chunks, oldest first, one a line, with the
  // seconds since the VM started. Allocates nothing and takes no lock of the VM, because fatal
  // reports use it.
  void print(std::FILE* out, std::uint32_t most) const;

 private:
  bool has_room();
  void add(const EventRecord& record);
  static void tell_listener(const EventRecord& record);

  EventChunk* chunk_ = nullptr;
  // The chunk before, which is full: a report has more than one event even if the other is new.
  EventChunk* before_ = nullptr;
  EventOwner owner_ = 0;
  bool is_first_ = true;
};

// The log of a thread that is no Java thread, such as an LWP: a reader does not stop it, so it
// takes the chunk under a mutex.
class SharedEventLog {
 public:
  SharedEventLog() { event_chunks().add(*this); }
  ~SharedEventLog() { event_chunks().remove(*this); }
  SharedEventLog(const SharedEventLog&) = delete;
  SharedEventLog& operator=(const SharedEventLog&) = delete;

  // As those of EventLog; no listener hears of the events. Any thread.
  void set_owner(EventOwner owner);
  void record(Event event, std::uint64_t first, std::uint64_t second, std::uint32_t extra = 0);
  void give_up();

 private:
  NativeMutex mutex_;  // as in EventChunks
  EventLog log_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm
