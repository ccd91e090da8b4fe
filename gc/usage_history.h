// What collections did to the pools, kept for memory_pools.h. Written in a stopped world, read by threads in kInVm.
// Proved by tests/gc/heap_test.cpp.
#pragma once

#include "gc/memory_pools.h"

namespace minijvm::gc {

class UsageHistory {
 public:
  void initialize(const HeapUsage& fresh);

  void begin_collection(const HeapUsage& now);
  void end_collection(Collector collector, GcCause cause, std::int64_t start_ns, std::int64_t end_ns, const HeapUsage& now);

  // Takes `now` into account.
  const HeapUsage& peaks(const HeapUsage& now);
  void reset_peak(HeapPool pool, const HeapUsage& now);
  const PoolUsage& after_collection(HeapPool pool) const { return after_[static_cast<std::size_t>(pool)]; }
  const CollectionRecord& last(Collector collector) const { return records_[static_cast<std::size_t>(collector)]; }

 private:
  HeapUsage before_{};
  HeapUsage peaks_{};
  HeapUsage after_{};
  std::array<CollectionRecord, kCollectors> records_{};
};

}  // namespace minijvm::gc
