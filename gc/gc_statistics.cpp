#include "gc/gc_statistics.h"

#include <sys/resource.h>

#include "base/bits.h"
#include "base/log.h"
#include "gc/memory_pools.h"
#include "sync/clock.h"

namespace minijvm::gc {
namespace {

const PoolUsage& pool_of(const HeapUsage& usage, HeapPool pool) { return usage[static_cast<std::size_t>(pool)]; }

PoolUsage total_of(const HeapUsage& usage) {
  PoolUsage total;
  for (const PoolUsage& pool : usage) {
    total.used += pool.used;
    total.committed += pool.committed;
  }
  return total;
}

double seconds(std::int64_t ns) { return static_cast<double>(ns) / static_cast<double>(sync::kNanosPerSecond); }

}  // namespace

const char* cause_text(GcCause cause) {
  switch (cause) {
    case GcCause::kAllocationFailure: return "Allocation Failure";
    case GcCause::kSystemGc: return "System.gc()";
    case GcCause::kLastDitch: return "Last ditch collection";
    case GcCause::kStress: return "Stress";
    case GcCause::kMetadataThreshold: return "Metadata GC Threshold";
    case GcCause::kHeapDump: return "Heap Dump Initiated GC";
    case GcCause::kMetadataClearSoft: return "Metadata GC Clear Soft References";
    case GcCause::kHeapInspection: return "Heap Inspection Initiated GC";
  }
  return "Unknown";
}

void GcStatistics::start_clock() {
  last_end_ns_ = sync::monotonic_ns();
  last_full_ns_ = last_end_ns_;
}

CpuTimes process_cpu_times() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto ns = [](const timeval& time) { return time.tv_sec * sync::kNanosPerSecond + time.tv_usec * 1000; };
  return {ns(usage.ru_utime), ns(usage.ru_stime)};
}

GcStatistics::Pause GcStatistics::begin(bool full, GcCause cause, const HeapUsage& before) const {
  MJ_LOG(gcstart, kInfo, "GC(%llu) Pause %s (%s)", number(), full ? "Full" : "Young", cause_text(cause));
  return {full, cause, before, sync::monotonic_ns(), log_enabled(LogTag::gccpu, LogLevel::kInfo) ? process_cpu_times() : CpuTimes{}};
}

// HOTSPOT: ParallelGC's lines. A survivor pool shows both spaces' use and one space's size.
void GcStatistics::log_pools(const HeapUsage& before, const HeapUsage& after) const {
  const PoolUsage& eden = pool_of(before, HeapPool::kEden);
  const PoolUsage& from = pool_of(before, HeapPool::kSurvivor);
  const PoolUsage& old = pool_of(before, HeapPool::kTenured);
  const PoolUsage& eden_now = pool_of(after, HeapPool::kEden);
  const PoolUsage& from_now = pool_of(after, HeapPool::kSurvivor);
  const PoolUsage& old_now = pool_of(after, HeapPool::kTenured);
  MJ_LOG(gcheap, kInfo, "GC(%llu) PSYoungGen: %zuK(%zuK)->%zuK(%zuK) Eden: %zuK(%zuK)->%zuK(%zuK) From: %zuK(%zuK)->%zuK(%zuK)", number(),
         (eden.used + from.used) / kKiB, (eden.committed + from.committed) / kKiB, (eden_now.used + from_now.used) / kKiB,
         (eden_now.committed + from_now.committed) / kKiB, eden.used / kKiB, eden.committed / kKiB, eden_now.used / kKiB, eden_now.committed / kKiB,
         from.used / kKiB, from.committed / kKiB, from_now.used / kKiB, from_now.committed / kKiB);
  MJ_LOG(gcheap, kInfo, "GC(%llu) ParOldGen: %zuK(%zuK)->%zuK(%zuK)", number(), old.used / kKiB, old.committed / kKiB, old_now.used / kKiB,
         old_now.committed / kKiB);
}

std::int64_t GcStatistics::finish(const Pause& pause, const HeapUsage& after) {
  std::int64_t now = sync::monotonic_ns();
  std::int64_t length = now - pause.start_ns;
  log_pools(pause.before, after);
  MJ_LOG(gc, kInfo, "GC(%llu) Pause %s (%s) %zuM->%zuM(%zuM) %.3fms", number(), pause.full ? "Full" : "Young", cause_text(pause.cause),
         total_of(pause.before).used / kMiB, total_of(after).used / kMiB, total_of(after).committed / kMiB, static_cast<double>(length) / 1e6);
  if (log_enabled(LogTag::gccpu, LogLevel::kInfo)) {
    CpuTimes cpu = process_cpu_times();
    MJ_LOG(gccpu, kInfo, "GC(%llu) User=%.2fs Sys=%.2fs Real=%.2fs", number(), seconds(cpu.user - pause.start_cpu.user),
           seconds(cpu.system - pause.start_cpu.system), seconds(length));
  }
  ++(pause.full ? counts_.full_collections : counts_.young_collections);
  counts_.pause_us_total += static_cast<std::uint64_t>(length / 1000);
  last_end_ns_ = now;
  if (pause.full) {
    last_full_ns_ = now;
  }
  return length;
}

}  // namespace minijvm::gc
