// Reports a collector's last collection in the form of com.sun.management.GcInfo. libmanagement_ext
// calls the functions of the table through JNI, in native state; gc keeps the record of each
// collector.
#include <array>

#include "gc/heap/reference_fields.h"
#include "sync/threads/clock.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/jmm_memory.h"
#include "tools/manage/manage_state.h"
#include "vm/java/errors/exceptions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;

namespace {

// GcInfo shows these values besides times and usages. There is only one.
constexpr GcAttribute kAttributes[] = {{"GcThreadCount", 'I', "Number of GC threads"}};

// Copies gc's record of the last collection. The Java side has allocated the two arrays of
// MemoryUsage and the attributes, and reads nothing if the number is 0.
JavaResult<void> fill_statistics(JavaThread& self, jobject bean, GcStatistics& statistics) {
  std::optional<gc::Collector> collector =
      collector_of(MJ_TRY(manager_of_bean(self, handle_of(bean))));
  LastCollection last =
      collector.has_value() ? manage_state.usage_history.last(*collector) : LastCollection{};
  statistics.number = static_cast<jlong>(last.number);
  if (last.number == 0) {
    return {};
  }
  statistics.start_ms = since_start_ms(last.start_ns);
  statistics.end_ms = since_start_ms(last.end_ns);
  MJ_TRY(fill_usages(self, handle_of(statistics.usage_before), last.before));
  MJ_TRY(fill_usages(self, handle_of(statistics.usage_after), last.after));
  // Java passes room for the attributes that get_gc_attributes has described.
  if (statistics.attribute_count > 0) {
    statistics.attributes[0].i = kGcThreads;
  }
  return {};
}

}  // namespace

// gc's times are of the monotonic clock; java.lang.management counts from the start of the VM.
std::int64_t since_start_ms(std::int64_t ns) {
  return (ns - manage_state.began_ns) / sync::kNanosPerMilli;
}

JavaResult<void> fill_usages(JavaThread& self, Handle<java::ObjectArray> array,
                             const gc::HeapUsage& heap) {
  std::int32_t i = 0;
  for (Pool pool : kAllPools) {
    // Each MemoryUsage is in the array once it is stored, so its handle can go with each round.
    HandleScope scope(self);
    // gc records only the pools of the heap, so the others get their present usage.
    Usage usage =
        is_heap_pool(pool) ? as_usage(heap[static_cast<std::size_t>(pool)]) : usage_of(pool);
    Handle<> bean = MJ_TRY(new_memory_usage(self, usage));
    store_element(self, array, i++, bean);
  }
  return {};
}

// Describes the extra attributes that each GcInfo has.
jint get_gc_attributes(JNIEnv*, jobject, GcAttribute* attributes, jint count) {
  if (count < 1) {
    return 0;
  }
  attributes[0] = kAttributes[0];
  return 1;
}

void get_last_gc_statistics(JNIEnv* env, jobject collector, GcStatistics* statistics) {
  NativeEntry vm(env);
  // If filling fails, an exception is pending, and Java throws it when this function returns.
  (void)fill_statistics(vm.self, collector, *statistics);
}

}  // namespace minijvm::vm::jmm
