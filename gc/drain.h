// How a worker empties its queue: entries wait in a short ring between the queue and the work, while the cache fetches what they are about.
// Proved by tests/gc/scavenger_test.cpp and tests/gc/full_gc_test.cpp.
// Source: Cher, Hosking and Vijaykumar, "Software prefetching for mark-sweep garbage collection", ASPLOS 2004.
#pragma once

#include <array>
#include <cstddef>

#include "gc/scan_entry.h"
#include "gc/work_queue.h"

namespace minijvm::gc {

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
      __builtin_prefetch(address_of(entry), 1);
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

}  // namespace minijvm::gc
