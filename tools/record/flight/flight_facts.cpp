// Writes collections and facts.
#include "tools/record/flight/flight_facts.h"

#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <algorithm>

#include "base/machine_processors.h"
#include "vm/java/properties.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm::record {
namespace {

void write_machine(jfr::ChunkWriter& out, const RecordedRun& run) {
  const jfr::Instant now{ticks(run.about.duration_ns)};
  utsname names{};
  uname(&names);
  const std::string system = std::string(names.sysname) + ' ' + names.release + ' ' + names.version;
  out.add(jfr::OSInformation{.at = now, .osVersion = system});
  const auto processors = static_cast<std::uint32_t>(allowed_processors());
  out.add(jfr::CPUInformation{.at = now,
                              .cpu = names.machine,
                              .description = names.machine,
                              .sockets = 1,
                              .cores = processors,
                              .hwThreads = processors});
  struct sysinfo memory {};
  sysinfo(&memory);
  const std::uint64_t total = memory.totalram * std::uint64_t{memory.mem_unit};
  out.add(jfr::PhysicalMemory{.at = now,
                              .totalSize = total,
                              .usedSize = total - memory.freeram * std::uint64_t{memory.mem_unit}});
}

}  // namespace

jfr::Ticks ticks(std::int64_t ns) { return static_cast<jfr::Ticks>(std::max<std::int64_t>(ns, 0)); }

void write_collections(jfr::ChunkWriter& out, const RecordedRun& run) {
  std::uint32_t id = 0;
  for (const Collection& one : run.collections) {
    const jfr::Span span{ticks(one.start), ticks(one.end - one.start)};
    out.add(jfr::GarbageCollection{.at = span,
                                   .gcId = id,
                                   .name = one.is_full ? jfr::kParallelOld : jfr::kParallelScavenge,
                                   .cause = out.pools().add(jfr::GCCause{{one.cause}}),
                                   .sumOfPauses = span.duration,
                                   .longestPause = span.duration});
    if (one.is_full) {
      out.add(jfr::ParallelOldGarbageCollection{.at = span, .gcId = id});
    } else {
      out.add(jfr::YoungGarbageCollection{.at = span, .gcId = id});
    }
    const jfr::VirtualSpace heap{.committedSize = static_cast<std::uint64_t>(one.committed),
                                 .reservedSize = static_cast<std::uint64_t>(one.committed)};
    out.add(jfr::GCHeapSummary{.at = {ticks(one.start)},
                               .gcId = id,
                               .when = jfr::kBeforeGc,
                               .heapSpace = heap,
                               .heapUsed = static_cast<std::uint64_t>(one.before)});
    out.add(jfr::GCHeapSummary{.at = {ticks(one.end)},
                               .gcId = id,
                               .when = jfr::kAfterGc,
                               .heapSpace = heap,
                               .heapUsed = static_cast<std::uint64_t>(one.after)});
    ++id;
  }
}

void write_loads(jfr::ChunkWriter& out, const RecordedRun& run) {
  for (const CpuLoad& load : run.cpu_loads) {
    out.add(jfr::CPULoad{.at = {ticks(load.time)},
                         .jvmUser = load.user,
                         .jvmSystem = load.system,
                         .machineTotal = load.machine});
  }
}

void write_facts(jfr::ChunkWriter& out, const RecordedRun& run, const FlightOptions& options) {
  const jfr::Instant now{ticks(run.about.duration_ns)};
  const ThreadCounts counts = thread_counts();
  out.add(jfr::JavaThreadStatistics{.at = now,
                                    .activeCount = counts.live,
                                    .daemonCount = counts.daemon,
                                    .accumulatedCount = counts.started,
                                    .peakCount = counts.peak});
  out.add(jfr::JVMInformation{.at = now,
                              .jvmName = vm_property_or_empty("java.vm.name"),
                              .jvmVersion = vm_property_or_empty("java.vm.version"),
                              .jvmArguments = run.vm_arguments,
                              .javaArguments = run.about.command,
                              .jvmStartTime = run.vm_start_ms,
                              .pid = run.about.pid});
  for (const Property& property : vm_properties()) {
    out.add(jfr::InitialSystemProperty{.at = now, .key = property.first, .value = property.second});
  }
  out.add(jfr::ActiveRecording{.at = {ticks(0), 0, {}, {}},
                               .id = options.number,
                               .name = options.name,
                               .destination = options.destination,
                               .recordingStart = run.wall_begin_ns / 1'000'000,
                               .recordingDuration = run.about.duration_ns / 1'000'000});
  if (run.about.lost != 0) {
    out.add(jfr::LostEvents{.at = now, .lost = run.about.lost});
  }
  write_machine(out, run);
}

}  // namespace minijvm::vm::record
