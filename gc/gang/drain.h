// Empties a worker's queue. Entries wait in a short ring between the queue and the work, while the
// processor fetches the memory that they refer to.
// Tested by tests/gc/scavenger_test.cpp and tests/gc/full_gc_test.cpp.
//
//   queue.pop() ---> prefetch ---> ring of 8 entries ---> do_entry ---> queue.push()
//
// Without the ring, each object would be touched right after its address was found, and the worker
// would wait for memory each time. With the ring, a fetch has the time of about eight entries'
// work.
// Source: Cher, Hosking and Vijaykumar, "Software prefetching for mark-sweep garbage collection",
// ASPLOS 2004.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "gc/gang/work_queue.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/scan_entry.h"

namespace minijvm::gc {

// Fetches the header, which will be written, and the end of a small object. Most objects have at
// most 64 bytes, the length of a cache line, and most of those begin in one line and end in the
// next.
inline void prefetch_object(const runtime::Object* object) {
  constexpr std::size_t kLine = 64;
  __builtin_prefetch(object, 1);
  __builtin_prefetch(reinterpret_cast<const std::byte*>(object) + kLine - sizeof(std::uint64_t), 0);
}

// Does all work of the queue and of the ring. address_of(entry) is the object that do_entry touches
// first; do_entry(entry) may push more entries. Chunks of arrays do not go through the ring,
// because they only push the slots of their elements.
template <class AddressOf, class DoEntry>
void drain_through_ring(WorkQueue& queue, bool is_alone, AddressOf address_of, DoEntry do_entry) {
  constexpr std::size_t kRing = 8;
  // The number of entries between two offers to thieves.
  constexpr unsigned kSharePeriod = 16;
  std::array<WorkEntry, kRing> ring;
  std::size_t first = 0;
  std::size_t waiting = 0;
  unsigned until_share = kSharePeriod;
  for (;;) {
    // The ring is filled before an entry is worked on, because the memory of the entries in it is
    // being fetched.
    WorkEntry entry = waiting < kRing ? queue.pop() : 0;
    if (entry != 0 && kind_of(entry) != ScanKind::kChunk) {
      prefetch_object(address_of(entry));
      ring[(first + waiting) % kRing] = entry;
      ++waiting;
      continue;
    }
    // The ring is full or the queue is empty, so the worker takes the entry that has waited
    // longest.
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

// Visits the elements of one chunk of a long array. It pushes the next chunk first, so that another
// worker can steal it while this one scans.
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
