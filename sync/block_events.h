// Records for the event log (base/events/event_log.h) what one MJ_EVENT cannot say: who owns a
// monitor for which a thread is queued, and what kernel threads do between two Java threads.
// Tested by tests/tools/record.
#pragma once

#include <cerrno>
#include <cstdint>

#include "sync/fwd.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// Events show this address.
inline std::uint64_t address_of(const MultiUseWord& word) {
  return reinterpret_cast<std::uintptr_t>(&word);
}

// Returns the number of a record's owner, but 0 while nobody wants to know it.
inline std::uint32_t id_for_log(const Atomic<ExecEnv*>& owner) {
  return is_wanted(Event::monitor_block) ? owner.load(std::memory_order_relaxed)->id() : 0;
}

// The thread was queued for a monitor, which the thread with this number owned then; 0: not known.
inline void note_queued(ExecEnv& self, const MultiUseWord& word, std::uint32_t owner) {
  if (is_wanted(Event::monitor_block)) [[unlikely]] {
    self.events().record(Event::monitor_block, address_of(word), 0, owner);
  }
}
// Does the same for a monitor that does not know its object. No listener hears of it: the caller
// holds the monitor's guard.
inline void note_queued_at_fat(ExecEnv& self, const ExecEnv* owner) {
  if (is_wanted(Event::monitor_block)) [[unlikely]] {
    self.events().keep(Event::monitor_block, 0, 0, owner == nullptr ? 0 : owner->id());
  }
}

// Remembers when self stopped, and records it once self runs again: a reader may have the log while
// self stands still.
class StopRecord {
 public:
  explicit StopRecord(ExecEnv& self) : self_(self) {}
  ~StopRecord() {
    if (stopped_at_ != 0) [[unlikely]] {
      const int error = errno;  // recording may allocate
      self_.events().record(Event::thread_stopped, stopped_at_, 0);
      errno = error;
    }
  }
  StopRecord(const StopRecord&) = delete;
  StopRecord& operator=(const StopRecord&) = delete;

  void note_stop() {
    if (is_wanted(Event::thread_stopped) && stopped_at_ == 0) [[unlikely]] {
      stopped_at_ = event_ticks();
    }
  }

 private:
  ExecEnv& self_;
  std::uint64_t stopped_at_ = 0;
};

// Records an event of a kernel thread that runs no Java code at the moment, such as an LWP between
// two threads, in that thread's own log. A kernel thread without a log records nothing.
void record_on_kernel_thread(Event event, std::uint64_t first, std::uint64_t second);

// Returns the number of the thread; 0 if it has no ExecEnv yet, or none any more.
std::uint32_t id_of(const UserThread& thread);

// Records an event in the log of the calling thread: a Java thread's own, else its kernel thread's.
void record_here(Event event, std::uint64_t first, std::uint64_t second);

}  // namespace minijvm::sync
