#include "gc/memory_pools.h"

#include <algorithm>

#include "gc/heap_parts.h"

namespace minijvm::gc {
namespace {

constexpr auto kEden = static_cast<std::size_t>(HeapPool::kEden);
constexpr auto kSurvivor = static_cast<std::size_t>(HeapPool::kSurvivor);
constexpr auto kTenured = static_cast<std::size_t>(HeapPool::kTenured);

PoolUsage usage(std::size_t initial, std::size_t used, std::size_t capacity, std::size_t max) {
  std::size_t committed = std::max(used, capacity);
  return {initial, used, committed, std::max(committed, max)};
}

bool is_collected_by(std::size_t pool, Collector collector) { return collector == Collector::kFull || pool != kTenured; }

}  // namespace

HeapUsage Heap::usage() const {
  const HeapSizes& sizes = policy.sizes();
  const Space& tenured = old.space();
  HeapUsage all;
  all[kEden] = gc::usage(sizes.eden_initial, eden.used(), eden.capacity(), sizes.eden_max);
  all[kSurvivor] = gc::usage(0, survivors_[0].used() + survivors_[1].used(), policy.survivor_capacity(), sizes.survivor_limit);
  all[kTenured] = gc::usage(sizes.old_initial, tenured.used(), tenured.capacity(), sizes.old_max);
  return all;
}

// --- gc/usage_history.h ---

void UsageHistory::initialize(const HeapUsage& fresh) {
  peaks_ = fresh;
  after_ = fresh;
  for (PoolUsage& pool : after_) {
    pool.used = 0;
    pool.committed = 0;
  }
}

void UsageHistory::begin_collection(const HeapUsage& now) {
  peaks(now);
  before_ = now;
}

void UsageHistory::end_collection(Collector collector, GcCause cause, std::int64_t start_ns, std::int64_t end_ns, const HeapUsage& now) {
  CollectionRecord& record = records_[static_cast<std::size_t>(collector)];
  std::int64_t total_ns = record.total_ns + end_ns - start_ns;
  record = {record.number + 1, cause, start_ns, end_ns, total_ns, before_, now};
  for (std::size_t pool = 0; pool < kHeapPools; ++pool) {
    if (is_collected_by(pool, collector)) {
      after_[pool] = now[pool];
    }
  }
}

const HeapUsage& UsageHistory::peaks(const HeapUsage& now) {
  for (std::size_t pool = 0; pool < kHeapPools; ++pool) {
    if (now[pool].used > peaks_[pool].used) {
      peaks_[pool] = now[pool];
    }
    peaks_[pool].committed = std::max(peaks_[pool].committed, now[pool].committed);
    peaks_[pool].max = std::max(peaks_[pool].max, now[pool].max);
  }
  return peaks_;
}

void UsageHistory::reset_peak(HeapPool pool, const HeapUsage& now) {
  auto index = static_cast<std::size_t>(pool);
  peaks_[index] = now[index];
}

// --- gc/memory_pools.h ---

HeapUsage heap_usage() {
  sync::MutexLock lock(the_heap().mutex);
  return the_heap().usage();
}

PoolUsage whole_heap_usage() {
  PoolUsage sum;
  for (const PoolUsage& pool : heap_usage()) {
    sum.initial += pool.initial;
    sum.used += pool.used;
    sum.committed += pool.committed;
  }
  sum.max = the_heap().max_bytes();
  sum.committed = std::min(sum.committed, sum.max);
  sum.used = std::min(sum.used, sum.committed);
  return sum;
}

HeapUsage heap_peak_usage() {
  sync::MutexLock lock(the_heap().mutex);
  return the_heap().history.peaks(the_heap().usage());
}

void reset_peak_usage(HeapPool pool) {
  sync::MutexLock lock(the_heap().mutex);
  the_heap().history.reset_peak(pool, the_heap().usage());
}

PoolUsage usage_after_collection(HeapPool pool) { return the_heap().history.after_collection(pool); }
CollectionRecord last_collection(Collector collector) { return the_heap().history.last(collector); }

}  // namespace minijvm::gc
