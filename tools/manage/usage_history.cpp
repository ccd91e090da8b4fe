// Collections add to the history while the world is stopped, so no thread in kInVm reads it then.
// Queries of several threads meet in peaks_, which the mutex guards.
#include "tools/manage/usage_history.h"

#include <algorithm>

#include "sync/schedule/scheduler.h"
#include "sync/schedule/virtual_clock.h"

namespace minijvm::vm::jmm {
namespace {

// A young collection does not look at the old generation.
bool is_collected_by(std::size_t pool, gc::Collector collector) {
  return collector == gc::Collector::kFull ||
         pool != static_cast<std::size_t>(gc::HeapPool::kTenured);
}

}  // namespace

// Before the first collection a pool's usage after collection is zero, but its maximum is known.
void UsageHistory::initialize(const gc::HeapUsage& fresh) {
  peaks_ = fresh;
  after_ = fresh;
  for (gc::PoolUsage& pool : after_) {
    pool.used = 0;
    pool.committed = 0;
  }
}

// The record becomes the newest; the total time is carried over from the one before.
void UsageHistory::add(const gc::CollectionRecord& collection) {
  raise_peaks(collection.before);
  LastCollection& last = last_[static_cast<std::size_t>(collection.collector)];
  last = {collection, last.number + 1, last.total_ns + collection.end_ns - collection.start_ns};
  // The machine's time is not that of a deterministic run, whose clock stands still meanwhile.
  if (sync::thread_model().runs_one_thread()) {
    last.start_ns = last.end_ns = sync::virtual_time();
    last.total_ns = 0;
  }
  for (std::size_t pool = 0; pool < gc::kHeapPools; ++pool) {
    if (is_collected_by(pool, collection.collector)) {
      after_[pool] = collection.after[pool];
    }
  }
}

// Each of the three values has a peak of its own, so none of them falls when another one rises.
void UsageHistory::raise_peaks(const gc::HeapUsage& now) {
  for (std::size_t pool = 0; pool < now.size(); ++pool) {
    peaks_[pool].used = std::max(peaks_[pool].used, now[pool].used);
    peaks_[pool].committed = std::max(peaks_[pool].committed, now[pool].committed);
    peaks_[pool].max = std::max(peaks_[pool].max, now[pool].max);
  }
}

gc::HeapUsage UsageHistory::peaks(const gc::HeapUsage& now) {
  sync::MutexLock lock(mutex_);
  raise_peaks(now);
  return peaks_;
}

void UsageHistory::reset_peak(gc::HeapPool pool, const gc::HeapUsage& now) {
  sync::MutexLock lock(mutex_);
  const auto index = static_cast<std::size_t>(pool);
  peaks_[index] = now[index];
}

}  // namespace minijvm::vm::jmm
