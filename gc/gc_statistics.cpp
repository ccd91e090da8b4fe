#include "gc/gc_statistics.h"

#include "base/bits.h"
#include "base/log.h"
#include "gc/memory_pools.h"
#include "sync/clock.h"

namespace minijvm::gc {

const char* cause_text(GcCause cause) {
  switch (cause) {
    case GcCause::kAllocationFailure: return "Allocation Failure";
    case GcCause::kSystemGc: return "System.gc()";
    case GcCause::kLastDitch: return "Last ditch collection";
    case GcCause::kStress: return "Stress";
    case GcCause::kMetadataThreshold: return "Metadata GC Threshold";
    case GcCause::kHeapInspection: return "Heap Inspection Initiated GC";
  }
  return "Unknown";
}

void GcStatistics::start_clock() {
  last_end_ns_ = sync::monotonic_ns();
  last_full_ns_ = last_end_ns_;
}

GcStatistics::Pause GcStatistics::begin(bool full, GcCause cause, std::size_t used_before) {
  return {full, cause, used_before, sync::monotonic_ns()};
}

std::int64_t GcStatistics::finish(const Pause& pause, std::size_t used_after, std::size_t capacity) {
  std::int64_t now = sync::monotonic_ns();
  std::int64_t length = now - pause.start_ns;
  MJ_LOG(gc, kInfo, "GC(%llu) Pause %s (%s) %zuM->%zuM(%zuM) %.3fms", static_cast<unsigned long long>(collections()), pause.full ? "Full" : "Young",
         cause_text(pause.cause), pause.used_before / kMiB, used_after / kMiB, capacity / kMiB, static_cast<double>(length) / 1e6);
  ++(pause.full ? counts_.full_collections : counts_.young_collections);
  counts_.pause_us_total += static_cast<std::uint64_t>(length / 1000);
  last_end_ns_ = now;
  if (pause.full) {
    last_full_ns_ = now;
  }
  return length;
}

}  // namespace minijvm::gc
