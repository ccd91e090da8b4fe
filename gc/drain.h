// How a worker empties its queue: entries wait in a short ring between the queue and the work, while the cache fetches what they are about.
// Proved by tests/gc/scavenger_test.cpp and tests/gc/full_gc_test.cpp.
// Source: Cher, Hosking and Vijaykumar, "Software prefetching for mark-sweep garbage collection", ASPLOS 2004.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "gc/object_scan.h"
#include "gc/scan_entry.h"
#include "gc/work_queue.h"

namespace minijvm::gc {

// The header, which will be written, and where a small object ends: most have at most a line of 64 bytes, and most of those begin in one
// line and end in the next.
inline void prefetch_object(const runtime::Object* object) {
  constexpr std::size_t kLine = 64;
  __builtin_prefetch(object, 1);
  __builtin_prefetch(reinterpret_cast<const std::byte*>(object) + kLine - sizeof(std::uint64_t), 0);
}

// address_of(entry): what is touched first. do_entry(entry) may push more. Chunks of arrays do not wait: their slots do.
template <class AddressOf, class DoEntry>
void drain_through_ring(WorkQueue& queue, bool is_alone, AddressOf address_of, DoEntry do_entry) {
  constexpr std::size_t kRing = 8;
  constexpr unsigned kSharePeriod = 16;  // entries between two looks at whether thieves want some
  std::array<WorkEntry, kRing> ring;
  std::size_t first = 0;
  std::size_t waiting = 0;
  unsigned until_share = kSharePeriod;
  for (;;) {
    WorkEntry entry = waiting < kRing ? queue.pop() : 0;
    if (entry != 0 && kind_of(entry) != ScanKind::kChunk) {
      prefetch_object(address_of(entry));
      ring[(first + waiting) % kRing] = entry;
      ++waiting;
      continue;
    }
    if (entry == 0) {
      if (waiting == 0) {
        return;
      }
      entry = ring[first];
      first = (first + 1) % kRing;
      --waiting;
    }
    do_entry(entry);
    if (!is_alone && --until_share == 0) {
      queue.share();
      until_share = kSharePeriod;
    }
  }
}

// visit(slot) for the elements of one chunk of a long array. The next chunk is left in the queue first, where others can find it.
template <class Visit>
void scan_chunk(WorkQueue& queue, WorkEntry entry, Visit visit) {
  runtime::Object* array = object_of(entry);
  auto length = static_cast<std::size_t>(array->array_length());
  std::size_t step = chunk_length(length);
  std::size_t from = static_cast<std::size_t>(chunk_of(entry)) * step;
  std::size_t to = std::min(from + step, length);
  if (to < length) {
    queue.push(chunk_entry(array, chunk_of(entry) + 1));
  }
  runtime::Object** slots = slot_at(array, runtime::Object::kElementsOffset);
  std::for_each(slots + from, slots + to, [&visit](runtime::Object*& slot) { visit(&slot); });
}

}  // namespace minijvm::gc
