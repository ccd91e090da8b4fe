// Remembers what collections did to the pools of the heap, for the queries of java.lang.management:
// peaks, the usage after collection, and the last collection of each collector.
// Tested by tests/tools/usage_history_test.cpp and tests/java/management.
#pragma once

#include <array>
#include <cstdint>

#include "gc/policy/memory_pools.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::jmm {

// The last collection of a collector.
struct LastCollection : gc::CollectionRecord {
  std::uint64_t number = 0;  // counted from 1; 0: there was none yet
  // The time of this and all earlier collections of this collector.
  std::int64_t total_ns = 0;
};

class UsageHistory {
 public:
  // `fresh` is the usage of the empty heap.
  void initialize(const gc::HeapUsage& fresh);
  // REQUIRES: the world is stopped.
  void add(const gc::CollectionRecord& collection);

  // The queries. REQUIRES: kInVm.
  //
  // The highest usage since the start or the last reset. It is sampled when collections begin and
  // now.
  gc::HeapUsage peaks(const gc::HeapUsage& now);
  void reset_peak(gc::HeapPool pool, const gc::HeapUsage& now);
  // The usage after the last collection that looked at the pool. Before the first such collection,
  // nothing is used or committed.
  const gc::PoolUsage& after_collection(gc::HeapPool pool) const {
    return after_[static_cast<std::size_t>(pool)];
  }
  const LastCollection& last(gc::Collector collector) const {
    return last_[static_cast<std::size_t>(collector)];
  }

 private:
  void raise_peaks(const gc::HeapUsage& now);

  sync::Mutex mutex_{sync::LockRank::kLeaf};
  gc::HeapUsage peaks_{};  // written under mutex_, or while the world is stopped
  // Written while the world is stopped.
  gc::HeapUsage after_{};
  std::array<LastCollection, gc::kCollectors> last_{};
};

}  // namespace minijvm::vm::jmm
