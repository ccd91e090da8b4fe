// The tables of counters, by the kind of their values: texts and numbers that never change, and
// numbers that sample() reads.
#include "tools/perfdata/vm_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include "base/machine_memory.h"
#include "gc/policy/memory_pools.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/metadata_size.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "tools/manage/class_counts.h"
#include "tools/manage/manage_state.h"
#include "tools/perfdata/heap_shape.h"
#include "vm/java/properties.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm::perfdata {
namespace {

using enum CounterUnit;
using enum Variability;

constexpr std::size_t kCauseBytes = 48;
// HotSpot cuts texts that do not change here (-XX:PerfMaxStringConstLength).
constexpr std::size_t kLongestText = 1025;  // with the zero byte
constexpr const char* kNoCollection = "No GC";

// Everything that the rows below read, taken at one moment.
struct Sample {
  gc::HeapShape heap;
  runtime::MetadataSize metadata;
  ThreadCounts threads;
  jmm::LastCollection young;
  jmm::LastCollection full;
  std::int64_t classes = 0;
  std::int64_t began_ns = 0;
  std::int64_t uptime_ns = 0;

  // 0 stands for a moment that has not come.
  std::int64_t since_start(std::int64_t ns) const { return ns == 0 ? 0 : ns - began_ns; }
};

struct SampledRow {
  const char* name;
  CounterUnit unit;
  Variability variability;
  std::int64_t (*value)(const Sample&);
};

#define MJ_VALUE(expression) \
  [](const Sample& now) { return static_cast<std::int64_t>(now.expression); }

constexpr SampledRow kSampled[] = {
    {"java.cls.loadedClasses", kEvents, kMonotonic, MJ_VALUE(classes)},
    {"java.cls.unloadedClasses", kEvents, kMonotonic,
     [](const Sample&) { return static_cast<std::int64_t>(runtime::unloaded_class_count()); }},
    {"sun.cls.loadedBytes", kBytes, kMonotonic, MJ_VALUE(metadata.used)},

    {"java.threads.daemon", kNone, kVariable, MJ_VALUE(threads.daemon)},
    {"java.threads.live", kNone, kVariable, MJ_VALUE(threads.live)},
    {"java.threads.livePeak", kNone, kVariable, MJ_VALUE(threads.peak)},
    {"java.threads.started", kEvents, kMonotonic, MJ_VALUE(threads.started)},

    {"sun.gc.collector.0.invocations", kEvents, kMonotonic, MJ_VALUE(young.number)},
    {"sun.gc.collector.0.lastEntryTime", kTicks, kVariable,
     MJ_VALUE(since_start(now.young.start_ns))},
    {"sun.gc.collector.0.lastExitTime", kTicks, kVariable, MJ_VALUE(since_start(now.young.end_ns))},
    {"sun.gc.collector.0.time", kTicks, kMonotonic, MJ_VALUE(young.total_ns)},
    {"sun.gc.collector.1.invocations", kEvents, kMonotonic, MJ_VALUE(full.number)},
    {"sun.gc.collector.1.lastEntryTime", kTicks, kVariable,
     MJ_VALUE(since_start(now.full.start_ns))},
    {"sun.gc.collector.1.lastExitTime", kTicks, kVariable, MJ_VALUE(since_start(now.full.end_ns))},
    {"sun.gc.collector.1.time", kTicks, kMonotonic, MJ_VALUE(full.total_ns)},
    {"sun.gc.generation.0.capacity", kBytes, kVariable, MJ_VALUE(heap.young_capacity())},
    {"sun.gc.generation.0.space.0.capacity", kBytes, kVariable, MJ_VALUE(heap.eden.capacity)},
    {"sun.gc.generation.0.space.0.used", kBytes, kVariable, MJ_VALUE(heap.eden.used)},
    {"sun.gc.generation.0.space.1.capacity", kBytes, kVariable,
     MJ_VALUE(heap.survivors[0].capacity)},
    {"sun.gc.generation.0.space.1.used", kBytes, kVariable, MJ_VALUE(heap.survivors[0].used)},
    {"sun.gc.generation.0.space.2.capacity", kBytes, kVariable,
     MJ_VALUE(heap.survivors[1].capacity)},
    {"sun.gc.generation.0.space.2.used", kBytes, kVariable, MJ_VALUE(heap.survivors[1].used)},
    {"sun.gc.generation.1.capacity", kBytes, kVariable, MJ_VALUE(heap.old.capacity)},
    {"sun.gc.generation.1.space.0.capacity", kBytes, kVariable, MJ_VALUE(heap.old.capacity)},
    {"sun.gc.generation.1.space.0.used", kBytes, kVariable, MJ_VALUE(heap.old.used)},
    {"sun.gc.metaspace.capacity", kBytes, kVariable, MJ_VALUE(metadata.committed)},
    {"sun.gc.metaspace.used", kBytes, kVariable, MJ_VALUE(metadata.used)},
    {"sun.gc.policy.desiredSurvivorSize", kBytes, kVariable, MJ_VALUE(heap.survivor_target)},
    {"sun.gc.policy.tenuringThreshold", kNone, kVariable, MJ_VALUE(heap.tenuring_threshold)},

    {"sun.os.hrt.ticks", kTicks, kMonotonic, MJ_VALUE(uptime_ns)},
    {"sun.rt.safepoints", kEvents, kMonotonic,
     [](const Sample&) { return static_cast<std::int64_t>(sync::safepoint_count()); }},
};

// Nothing is compiled, all classes are in one memory, and nothing measures how long they take to
// load.
constexpr struct {
  const char* name;
  CounterUnit unit;
} kZeros[] = {{"java.ci.totalTime", kTicks},
              {"sun.ci.lastFailedType", kNone},
              {"sun.ci.lastSize", kBytes},
              {"sun.ci.lastType", kNone},
              {"sun.ci.totalBailouts", kEvents},
              {"sun.ci.totalCompiles", kEvents},
              {"sun.ci.totalInvalidates", kEvents},
              {"java.cls.sharedLoadedClasses", kEvents},
              {"java.cls.sharedUnloadedClasses", kEvents},
              {"sun.cls.sharedLoadedBytes", kBytes},
              {"sun.cls.sharedUnloadedBytes", kBytes},
              {"sun.cls.time", kTicks},
              {"sun.cls.unloadedBytes", kBytes},
              {"sun.gc.compressedclassspace.capacity", kBytes},
              {"sun.gc.compressedclassspace.maxCapacity", kBytes},
              {"sun.gc.compressedclassspace.minCapacity", kBytes},
              {"sun.gc.compressedclassspace.used", kBytes},
              {"sun.gc.metaspace.minCapacity", kBytes}};

constexpr struct {
  const char* name;
  const char* text;
} kTexts[] = {
    {"sun.ci.lastFailedMethod", ""},
    {"sun.ci.lastMethod", ""},
    // HOTSPOT: while a collection runs this is its cause.
    {"sun.gc.cause", "No GC"},
    {"sun.gc.collector.0.name", "Parallel young collection pauses"},
    {"sun.gc.collector.1.name", "Parallel full collection pauses"},
    {"sun.gc.generation.0.name", "new"},
    {"sun.gc.generation.0.space.0.name", "eden"},
    {"sun.gc.generation.0.space.1.name", "s0"},
    {"sun.gc.generation.0.space.2.name", "s1"},
    {"sun.gc.generation.1.name", "old"},
    {"sun.gc.generation.1.space.0.name", "old"},
    {"sun.gc.policy.name", "ParScav:MSC"},
    // Each character is one ability. The first two: tools may attach, and stacks may be
    // printed by signal.
    {"sun.rt.jvmCapabilities", "1100000000000000000000000000000000000000000000000000000000000000"}};

// The VM's properties that become counters, behind "java.property.".
constexpr const char* kProperties[] = {"java.class.path",
                                       "java.home",
                                       "java.library.path",
                                       "java.vm.info",
                                       "java.vm.name",
                                       "java.vm.specification.name",
                                       "java.vm.specification.vendor",
                                       "java.vm.specification.version",
                                       "java.vm.vendor",
                                       "java.vm.version"};

void make_number(PerfMemory& memory, const char* name, CounterUnit unit, std::int64_t value) {
  memory.add_number({name, unit, kConstant}, value);
}

void make_text(PerfMemory& memory, const std::string& name, const std::string& text) {
  const std::size_t bytes = std::min(text.size() + 1, kLongestText);
  memory.add_text({name, kString, kConstant, bytes}, text);
}

void store(std::byte* counter, std::int64_t value) {
  if (counter != nullptr) {
    store_number(counter, value);
  }
}

// Returns JAVA_VERSION of the file "release" of the JDK, from which VisualVM learns how to read the
// counters; "" if there is none. The library's property of that name comes too late.
std::string java_version() {
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  std::ifstream release(vm_property_or_empty("java.home") + "/release");
  for (std::string line; std::getline(release, line);) {
    if (line.starts_with(kKey) && line.ends_with('"')) {
      return line.substr(kKey.size(), line.size() - kKey.size() - 1);
    }
  }
  return "";
}

void make_texts(PerfMemory& memory, const Options& options) {
  for (const auto& row : kTexts) {
    make_text(memory, row.name, row.text);
  }
  for (const char* key : kProperties) {
    if (const std::string* value = find_vm_property(key)) {
      make_text(memory, fmt::format("java.property.{}", key), *value);
    }
  }
  if (const std::string version = java_version(); !version.empty()) {
    make_text(memory, "java.property.java.version", version);
  }
  make_text(memory, "sun.rt.javaCommand", vm_property_or_empty("sun.java.command"));
  make_text(memory, "java.rt.vmArgs", vm_arguments_text());
  make_text(memory, "java.rt.vmFlags", fmt::format("{}", fmt::join(options.file_flags, " ")));
}

// The limits of the spaces. Without -XX:MaxMetaspaceSize only the machine's memory limits classes.
void make_limits(PerfMemory& memory, const gc::HeapSizes& limits, const Options& options) {
  const struct {
    const char* name;
    std::size_t bytes;
  } rows[] = {{"sun.gc.generation.0.minCapacity", limits.eden_initial},
              {"sun.gc.generation.0.maxCapacity", limits.young_max},
              {"sun.gc.generation.0.space.0.maxCapacity", limits.eden_max},
              {"sun.gc.generation.0.space.0.initCapacity", limits.eden_initial},
              {"sun.gc.generation.0.space.1.maxCapacity", limits.survivor_limit},
              {"sun.gc.generation.0.space.1.initCapacity", 0},
              {"sun.gc.generation.0.space.2.maxCapacity", limits.survivor_limit},
              {"sun.gc.generation.0.space.2.initCapacity", 0},
              {"sun.gc.generation.1.minCapacity", limits.old_initial},
              {"sun.gc.generation.1.maxCapacity", limits.old_max},
              {"sun.gc.generation.1.space.0.maxCapacity", limits.old_max},
              {"sun.gc.generation.1.space.0.initCapacity", limits.old_initial},
              {"sun.gc.metaspace.maxCapacity",
               std::min(gc::metadata_max_bytes(), physical_memory_bytes())}};
  for (const auto& row : rows) {
    make_number(memory, row.name, kBytes, static_cast<std::int64_t>(row.bytes));
  }
  make_number(memory, "sun.gc.generation.0.spaces", kNone, 3);
  make_number(memory, "sun.gc.generation.1.spaces", kNone, 1);
  make_number(memory, "sun.gc.policy.collectors", kNone, gc::kCollectors);
  make_number(memory, "sun.gc.policy.generations", kNone, 2);
  make_number(memory, "sun.gc.policy.maxTenuringThreshold", kNone,
              options.heap.max_tenuring_threshold);
}

// Returns the cause of the collection that ended last.
const char* last_cause(const Sample& now) {
  const jmm::LastCollection& last = now.young.end_ns > now.full.end_ns ? now.young : now.full;
  return last.number == 0 ? kNoCollection : gc::cause_text(last.cause);
}

}  // namespace

void VmCounters::make(PerfMemory& memory, const Options& options) {
  began_ns_ = sync::program_ns();
  make_texts(memory, options);
  make_limits(memory, gc::heap_shape().limits, options);
  for (const auto& row : kZeros) {
    make_number(memory, row.name, row.unit, 0);
  }
  make_number(memory, "sun.os.hrt.frequency", kHertz, sync::kNanosPerSecond);
  make_number(memory, "sun.rt.createVmBeginTime", kNone,
              sync::program_wall_ns() / sync::kNanosPerMilli);
  end_of_start_ = memory.add_number({"sun.rt.createVmEndTime", kNone, kVariable}, 0);
  for (const SampledRow& row : kSampled) {
    sampled_.push_back(memory.add_number({row.name, row.unit, row.variability}, 0));
  }
  last_cause_ =
      memory.add_text({"sun.gc.lastCause", kString, kVariable, kCauseBytes}, kNoCollection);
}

std::int64_t VmCounters::count_classes() {
  const std::size_t bytes = runtime::class_metadata_size().used;
  if (bytes != counted_bytes_) {
    counted_bytes_ = bytes;
    classes_ = jmm::count_classes().loaded;
  }
  return classes_ + static_cast<std::int64_t>(runtime::unloaded_class_count());
}

void VmCounters::sample() {
  // acquire, release: what one sampling thread writes the next one reads.
  if (!is_sampling_.exchange(true, std::memory_order_acquire)) {
    sample_alone();
    is_sampling_.store(false, std::memory_order_release);
  }
}

void VmCounters::sample_alone() {
  const jmm::UsageHistory& history = manage_state.usage_history;
  const Sample now{.heap = gc::heap_shape(),
                   .metadata = runtime::class_metadata_size(),
                   .threads = thread_counts(),
                   .young = history.last(gc::Collector::kYoung),
                   .full = history.last(gc::Collector::kFull),
                   .classes = count_classes(),
                   .began_ns = began_ns_,
                   .uptime_ns = sync::program_ns() - began_ns_};
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    store(sampled_[i], kSampled[i].value(now));
  }
  if (last_cause_ != nullptr) {
    store_text(last_cause_, kCauseBytes, last_cause(now));
  }
}

void VmCounters::java_runs() {
  store(end_of_start_, sync::program_wall_ns() / sync::kNanosPerMilli);
}

}  // namespace minijvm::vm::perfdata
