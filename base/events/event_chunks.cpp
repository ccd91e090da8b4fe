// Hands out chunks and takes them back. The mutex is taken once in 31 or 511 events of a thread.
#include "base/events/event_chunks.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <tuple>

#include "base/events/event_log.h"

namespace minijvm {

EventChunks& event_chunks() { return *event_state.chunks; }

namespace {

std::size_t bytes_of(const EventChunk& chunk) {
  return (std::size_t{chunk.capacity} + 1) * sizeof(EventRecord);
}

}  // namespace

void EventChunks::set_most_bytes(std::size_t bytes) {
  NativeMutexLock lock(mutex_);
  most_bytes_ = bytes;
}

EventChunk* EventChunks::remove_oldest() {
  EventChunk* oldest = first_;
  if (oldest != nullptr) {
    first_ = oldest->next;
    last_ = first_ == nullptr ? nullptr : last_;
  }
  return oldest;
}

EventChunk* EventChunks::new_chunk(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) {
    return nullptr;
  }
  bytes_ += bytes;
  auto* chunk = new (memory) EventChunk;
  chunk->capacity = static_cast<std::uint32_t>(bytes / sizeof(EventRecord) - 1);
  return chunk;
}

void EventChunks::free_chunk(EventChunk* chunk) {
  bytes_ -= bytes_of(*chunk);
  std::free(chunk);
}

EventChunk* EventChunks::take(EventOwner owner, bool is_first) {
  const std::size_t bytes = is_first ? kSmallBytes : kLargeBytes;
  NativeMutexLock lock(mutex_);
  EventChunk* chunk = nullptr;
  while (chunk == nullptr && bytes_ + bytes > most_bytes_ && first_ != nullptr) {
    EventChunk* oldest = remove_oldest();
    lost_.fetch_add(oldest->count, std::memory_order_relaxed);
    // Chunks have two sizes. One that fits is used again, since new memory costs a page fault for
    // each 127 events.
    if (bytes_of(*oldest) == bytes && bytes_ <= most_bytes_) {
      chunk = oldest;
      chunk->count = 0;
    } else {
      free_chunk(oldest);
    }
  }
  if (chunk == nullptr) {
    chunk = new_chunk(bytes);
  }
  if (chunk != nullptr) {
    chunk->owner = owner;
  }
  return chunk;
}

void EventChunks::give(EventChunk* chunk) {
  NativeMutexLock lock(mutex_);
  chunk->next = nullptr;
  (first_ == nullptr ? first_ : last_->next) = chunk;
  last_ = chunk;
}

void EventChunks::add(SharedEventLog& log) {
  NativeMutexLock lock(list_mutex_);
  shared_.push_back(&log);
}

void EventChunks::remove(SharedEventLog& log) {
  NativeMutexLock lock(list_mutex_);
  std::erase(shared_, &log);
}

std::size_t EventChunks::most_events() {
  NativeMutexLock lock(mutex_);
  return bytes_ / sizeof(EventRecord);
}

std::vector<LoggedEvent> EventChunks::copy() {
  {
    NativeMutexLock lock(list_mutex_);
    for (SharedEventLog* log : shared_) {
      log->give_up();
    }
  }
  const std::size_t most = most_events();
  std::vector<LoggedEvent> all;
  all.reserve(most);
  // The chunks by their owners, then by their age.
  std::vector<std::tuple<EventOwner, std::size_t, EventChunk*>> chunks;
  chunks.reserve(most / (kSmallBytes / sizeof(EventRecord)) + 1);
  NativeMutexLock lock(mutex_);
  for (EventChunk* chunk = first_; chunk != nullptr; chunk = chunk->next) {
    chunks.emplace_back(chunk->owner, chunks.size(), chunk);
  }
  std::ranges::sort(chunks);
  for (const auto& [owner, age, chunk] : chunks) {
    for (std::uint32_t i = 0; i < chunk->count; ++i) {
      all.push_back({owner, chunk->records()[i]});
    }
  }
  return all;
}

void EventChunks::clear() {
  NativeMutexLock lock(mutex_);
  while (EventChunk* chunk = remove_oldest()) {
    free_chunk(chunk);
  }
  lost_.store(0, std::memory_order_relaxed);
}

}  // namespace minijvm
