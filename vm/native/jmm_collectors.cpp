// What a collector did last, as com.sun.management.GcInfo wants it.
#include <array>

#include "gc/barrier.h"
#include "runtime/object.h"
#include "sync/clock.h"
#include "vm/java/exceptions.h"
#include "vm/java/vm_times.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/jmm_memory.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

constexpr GcAttribute kAttributes[] = {{"GcThreadCount", 'I', "Number of GC threads"}};

JavaResult<void> fill_statistics(JavaThread& self, jobject bean, GcStatistics& statistics) {
  std::optional<gc::Collector> collector = collector_of(MJ_TRY(manager_of_bean(self, handle_of(bean))));
  gc::CollectionRecord last = collector.has_value() ? gc::last_collection(*collector) : gc::CollectionRecord{};
  statistics.number = static_cast<jlong>(last.number);
  if (last.number == 0) {
    return {};
  }
  statistics.start_ms = since_start_ms(last.start_ns);
  statistics.end_ms = since_start_ms(last.end_ns);
  MJ_TRY(fill_usages(self, handle_of(statistics.usage_before), last.before));
  MJ_TRY(fill_usages(self, handle_of(statistics.usage_after), last.after));
  if (statistics.attribute_count > 0) {
    statistics.attributes[0].i = kGcThreads;
  }
  return {};
}

}  // namespace

std::int64_t since_start_ms(std::int64_t ns) { return (ns - vm_times().began_ns) / sync::kNanosPerMilli; }

JavaResult<void> fill_usages(JavaThread& self, Handle<> array, const gc::HeapUsage& heap) {
  std::int32_t i = 0;
  for (Pool pool : kAllPools) {
    HandleScope scope(self);
    Usage usage = is_heap_pool(pool) ? as_usage(heap[static_cast<std::size_t>(pool)]) : usage_of(pool);
    Handle<> bean = MJ_TRY(new_memory_usage(self, usage));
    NoSafepoint still(self);
    gc::store_ref(still, array.raw(still), Object::element_offset(i++, 3), bean.raw(still));
  }
  return {};
}

jint get_gc_attributes(JNIEnv*, jobject, GcAttribute* attributes, jint count) {
  if (count < 1) {
    return 0;
  }
  attributes[0] = kAttributes[0];
  return 1;
}

void get_last_gc_statistics(JNIEnv* env, jobject collector, GcStatistics* statistics) {
  NativeEntry vm(env);
  (void)fill_statistics(vm.self, collector, *statistics);
}

}  // namespace minijvm::vm::jmm
