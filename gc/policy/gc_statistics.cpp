// Keeps the times and counts of pauses, and prints the lines of -Xlog:gc, gc+start, gc+heap and
// gc+cpu. begin() and finish() run on the coordinator while the world is stopped.
#include "gc/policy/gc_statistics.h"

#include <sys/resource.h>

#include "base/bits.h"
#include "base/log.h"
#include "gc/policy/memory_pools.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

const PoolUsage& pool_of(const HeapUsage& usage, HeapPool pool) {
  return usage[static_cast<std::size_t>(pool)];
}

const char* name_of(Collector collector) {
  return collector == Collector::kFull ? "Full" : "Young";
}

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / static_cast<double>(sync::kNanosPerSecond);
}

}  // namespace

// HOTSPOT: the texts are HotSpot's, since log viewers group by them. "Stress" is this VM's own.
const char* cause_text(GcCause cause) {
  switch (cause) {
    case GcCause::kAllocationFailure:
      return "Allocation Failure";
    case GcCause::kSystemGc:
      return "System.gc()";
    case GcCause::kLastDitch:
      return "Last ditch collection";
    case GcCause::kStress:
      return "Stress";
    case GcCause::kMetadataThreshold:
      return "Metadata GC Threshold";
    case GcCause::kHeapDump:
      return "Heap Dump Initiated GC";
    case GcCause::kMetadataClearSoft:
      return "Metadata GC Clear Soft References";
    case GcCause::kContinuationStacks:
      return "Continuation Stacks";
    case GcCause::kHeapInspection:
      return "Heap Inspection Initiated GC";
  }
  return "Unknown";
}

void GcStatistics::start_clock() {
  // Before the first collection, times are measured from the moment when the heap was made.
  last_end_ns_ = sync::machine_ns();
  last_full_ns_ = last_end_ns_;
}

CpuTimes process_cpu_times() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto ns = [](const timeval& time) {
    return time.tv_sec * sync::kNanosPerSecond + time.tv_usec * 1000;
  };
  return {ns(usage.ru_utime), ns(usage.ru_stime)};
}

GcStatistics::Pause GcStatistics::begin(Collector collector, GcCause cause,
                                        const HeapUsage& before) const {
  MJ_LOG(gcstart, kInfo, "GC(%llu) Pause %s (%s)", number(), name_of(collector), cause_text(cause));
  // Reading the processor time is a system call, which is made only if the line will be printed.
  const std::int64_t now = sync::machine_ns();
  return {{collector, cause, now, now, before, {}},
          log_enabled(LogTag::gccpu, LogLevel::kInfo) ? process_cpu_times() : CpuTimes{}};
}

// HOTSPOT: the lines are those of ParallelGC. The survivor pool shows the use of both spaces and
// the size of one.
void GcStatistics::log_pools(const HeapUsage& before, const HeapUsage& after) const {
  const PoolUsage& eden = pool_of(before, HeapPool::kEden);
  const PoolUsage& from = pool_of(before, HeapPool::kSurvivor);
  const PoolUsage& old = pool_of(before, HeapPool::kTenured);
  const PoolUsage& eden_now = pool_of(after, HeapPool::kEden);
  const PoolUsage& from_now = pool_of(after, HeapPool::kSurvivor);
  const PoolUsage& old_now = pool_of(after, HeapPool::kTenured);
  MJ_LOG(gcheap, kInfo,
         "GC(%llu) PSYoungGen: %zuK(%zuK)->%zuK(%zuK) Eden: %zuK(%zuK)->%zuK(%zuK) From: "
         "%zuK(%zuK)->%zuK(%zuK)",
         number(), (eden.used + from.used) / kKiB, (eden.committed + from.committed) / kKiB,
         (eden_now.used + from_now.used) / kKiB, (eden_now.committed + from_now.committed) / kKiB,
         eden.used / kKiB, eden.committed / kKiB, eden_now.used / kKiB, eden_now.committed / kKiB,
         from.used / kKiB, from.committed / kKiB, from_now.used / kKiB, from_now.committed / kKiB);
  MJ_LOG(gcheap, kInfo, "GC(%llu) ParOldGen: %zuK(%zuK)->%zuK(%zuK)", number(), old.used / kKiB,
         old.committed / kKiB, old_now.used / kKiB, old_now.committed / kKiB);
}

std::int64_t GcStatistics::finish(Pause& pause, const HeapUsage& after) {
  CollectionRecord& record = pause.record;
  record.end_ns = sync::machine_ns();
  record.after = after;
  std::int64_t length = record.end_ns - record.start_ns;
  // The lines come before the count goes up, so they all carry this collection's number.
  log_pools(record.before, after);
  MJ_LOG(gc, kInfo, "GC(%llu) Pause %s (%s) %zuM->%zuM(%zuM) %.3fms", number(),
         name_of(record.collector), cause_text(record.cause), sum_of(record.before).used / kMiB,
         sum_of(after).used / kMiB, sum_of(after).committed / kMiB,
         static_cast<double>(length) / 1e6);
  if (log_enabled(LogTag::gccpu, LogLevel::kInfo)) {
    CpuTimes cpu = process_cpu_times();
    MJ_LOG(gccpu, kInfo, "GC(%llu) User=%.2fs Sys=%.2fs Real=%.2fs", number(),
           seconds(cpu.user - pause.start_cpu.user), seconds(cpu.system - pause.start_cpu.system),
           seconds(length));
  }
  ++(pause.is_full() ? counts_.full_collections : counts_.young_collections);
  last_end_ns_ = record.end_ns;
  if (pause.is_full()) {
    last_full_ns_ = record.end_ns;
  }
  return length;
}

}  // namespace minijvm::gc
