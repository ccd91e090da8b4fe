// The memory of the event log. A thread holds one chunk and appends to it; nobody else touches it.
// A full one goes to the end of a queue, and the thread takes another.
//
//   thread 1  [ chunk | * * *       ]
//   thread 2  [ chunk | *           ]      full chunks, oldest first
//                  |                       +----+  +----+  +----+
//                  +-- full -------------> |****|  |****|  |****|  -- above the bound: freed
//                                          +----+  +----+  +----+
//
// Memory is bounded: when no more may be had, the oldest full chunk is freed, and its events are
// counted as lost. Chunks that a thread holds are never taken away, so no record tears.
// Tested by tests/base/event_log_test.cpp.
// Rejected: one ring for all threads. Threads would contend for its index in the very paths that
// are traced. A ring in each thread: ten thousand quiet threads would each hold memory for many
// events, and one busy thread would forget its own while others have room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/events/events.h"
#include "base/native_mutex.h"

namespace minijvm {

struct EventRecord {
  std::uint64_t ticks;  // event_clock.h
  Event event;
  std::uint32_t extra;
  std::uint64_t first;
  std::uint64_t second;
};
static_assert(sizeof(EventRecord) == 32);

// The name of the thread that records: sync::ExecEnv::id() of a Java thread. Threads of the VM that
// run no Java code have kKernelThread and their kernel id.
using EventOwner = std::uint64_t;
inline constexpr EventOwner kKernelThread = EventOwner{1} << 32;

struct alignas(EventRecord) EventChunk {
  EventChunk* next = nullptr;
  EventOwner owner = 0;
  std::uint32_t capacity = 0;
  std::uint32_t count = 0;  // the holder writes it
  std::uint64_t unused = 0;

  EventRecord* records() { return reinterpret_cast<EventRecord*>(this + 1); }
};
static_assert(sizeof(EventChunk) == sizeof(EventRecord));

class SharedEventLog;  // event_log.h

// An event as a reader gets it.
struct LoggedEvent {
  EventOwner owner;
  EventRecord record;
};

class EventChunks {
 public:
  // The first chunk of a thread is small, since most of ten thousand threads record little.
  static constexpr std::size_t kSmallBytes = 1024;
  static constexpr std::size_t kLargeBytes = 16 * 1024;
  static constexpr std::size_t kDefaultMost = 32 * 1024 * 1024;

  // Bounds the memory of all chunks. It may be exceeded by the chunks that threads hold.
  void set_most_bytes(std::size_t bytes);

  // Returns a chunk for a thread that records, or null if there is no memory.
  EventChunk* take(EventOwner owner, bool is_first);
  // Puts a chunk behind the full ones. Null does nothing.
  void give(EventChunk* chunk);
  // Counts an event for which no memory was there.
  void count_lost() { lost_.fetch_add(1, std::memory_order_relaxed); }

  // Shared logs are listed, so that a reader finds their chunks.
  void add(SharedEventLog& log);
  void remove(SharedEventLog& log);

  // Copies the events of the full chunks and of the shared logs: one thread's, oldest first, then
  // the next one's. Java threads have to give up their chunks before.
  std::vector<LoggedEvent> copy();
  // Frees the full chunks, and forgets what was lost.
  void clear();
  // Returns how many events were overwritten or never kept.
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  // Returns how many events there may be: memory for a copy is taken before the mutex is.
  std::size_t most_events();
  // Removes the oldest full chunk; null if there is none.
  EventChunk* remove_oldest() MJ_REQUIRES(mutex_);
  EventChunk* new_chunk(std::size_t bytes) MJ_REQUIRES(mutex_);
  void free_chunk(EventChunk* chunk) MJ_REQUIRES(mutex_);

  // Both are the operating system's mutex, since base lies below the ranked ones. A thread that
  // holds the second may take a shared log's, and then the first.
  NativeMutex mutex_;
  NativeMutex list_mutex_;
  EventChunk* first_ MJ_GUARDED_BY(mutex_) = nullptr;
  EventChunk* last_ MJ_GUARDED_BY(mutex_) = nullptr;
  std::size_t bytes_ MJ_GUARDED_BY(mutex_) = 0;
  std::size_t most_bytes_ MJ_GUARDED_BY(mutex_) = kDefaultMost;
  std::vector<SharedEventLog*> shared_ MJ_GUARDED_BY(list_mutex_);
  Atomic<std::uint64_t> lost_{0};
};

// Returns the chunks of the process.
EventChunks& event_chunks();

}  // namespace minijvm
