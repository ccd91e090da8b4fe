// Serves memory pools and managers to java.management: MemoryMXBean, MemoryPoolMXBean,
// MemoryManagerMXBean. gc knows the heap's pools; class metadata and code are the two pools
// outside. libmanagement calls the functions of the table through JNI, in native state.
#include "tools/manage/jmm_memory.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/atomic.h"
#include "gc/heap/heap.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/metadata_size.h"
#include "tools/dumps/heap_dump.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/manage_state.h"
#include "tools/named_calls.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::JavaThread;

namespace {

// gc keeps the peaks of the heap's pools; those of the other two are kept here.
Atomic<std::int64_t>& peak_outside(Pool pool) {
  return manage_state.peaks_outside[static_cast<std::size_t>(pool) - gc::kHeapPools];
}

// A `max` of -1 means that there is no limit.
Usage as_usage(const runtime::MetadataSize& size, std::size_t max) {
  return {0, static_cast<std::int64_t>(size.used), static_cast<std::int64_t>(size.committed),
          static_cast<std::int64_t>(max)};
}

// HotSpot's pool has this limit (ReservedCodeCacheSize under -Xint), and managers divide by it. In
// this VM it limits nothing.
constexpr std::size_t kCodeCacheLimit = 48U << 20;

Usage code_cache_usage() {
  const runtime::MetadataSize size = runtime::code_size();
  // The limit must not be below the committed size, or MemoryUsage's constructor throws.
  return as_usage(size, std::max(kCodeCacheLimit, size.committed));
}

// Adds up what MemoryMXBean calls non-heap memory. Its limit stays undefined.
Usage all_outside() {
  Usage sum;
  for (Pool pool : {Pool::kMetaspace, Pool::kCodeCache}) {
    Usage each = usage_of(pool);
    sum.used += each.used;
    sum.committed += each.committed;
  }
  return sum;
}

// libmanagement's callers cast the result to an array of this very class.
JavaResult<Handle<java::ObjectArray>> bean_array(JavaThread& self, const char* element_class,
                                                 const std::vector<Handle<>>& beans) {
  runtime::Class* klass = MJ_TRY(named_class(self, element_class));
  return new_object_array(self, *klass, beans);
}

// Returns the beans of a manager's pools, or of all pools if the manager is null.
JavaResult<Handle<java::ObjectArray>> pools_array(JavaThread& self, Handle<> manager) {
  std::span<const Pool> pools = kAllPools;
  if (!manager.is_null()) {
    pools = pools_of(MJ_TRY(manager_of_bean(self, manager)));
  }
  std::vector<Handle<>> beans;
  for (Pool pool : pools) {
    beans.push_back(MJ_TRY(pool_bean(self, pool)));
  }
  return bean_array(self, "java/lang/management/MemoryPoolMXBean", beans);
}

bool manages(Manager manager, Pool pool) {
  std::span<const Pool> pools = pools_of(manager);
  return std::find(pools.begin(), pools.end(), pool) != pools.end();
}

// Returns the beans of the managers that manage this pool, or of all managers if the pool is null.
JavaResult<Handle<java::ObjectArray>> managers_array(JavaThread& self, Handle<> pool) {
  std::vector<Handle<>> beans;
  for (Manager manager : kAllManagers) {
    if (pool.is_null() || manages(manager, MJ_TRY(pool_of_bean(self, pool)))) {
      beans.push_back(MJ_TRY(manager_bean(self, manager)));
    }
  }
  return bean_array(self, "java/lang/management/MemoryManagerMXBean", beans);
}

JavaResult<Handle<>> usage_bean(JavaThread& self, jobject pool_bean, Usage (*usage)(Pool)) {
  Pool pool = MJ_TRY(pool_of_bean(self, handle_of(pool_bean)));
  return new_memory_usage(self, usage(pool));
}

JavaResult<Handle<>> collection_usage_bean(JavaThread& self, jobject pool_bean) {
  Pool pool = MJ_TRY(pool_of_bean(self, handle_of(pool_bean)));
  // A pool outside the heap is never collected, so MemoryPoolMXBean returns null for it.
  return is_heap_pool(pool) ? new_memory_usage(self, collection_usage_of(pool)) : Handle<>();
}

}  // namespace

Usage as_usage(const gc::PoolUsage& pool) {
  return {static_cast<std::int64_t>(pool.initial), static_cast<std::int64_t>(pool.used),
          static_cast<std::int64_t>(pool.committed), static_cast<std::int64_t>(pool.max)};
}

Usage usage_of(Pool pool) {
  if (is_heap_pool(pool)) {
    return as_usage(gc::heap_usage()[static_cast<std::size_t>(pool)]);
  }
  return pool == Pool::kMetaspace
             ? as_usage(runtime::class_metadata_size(), gc::metadata_max_bytes())
             : code_cache_usage();
}

Usage peak_usage_of(Pool pool) {
  if (is_heap_pool(pool)) {
    return as_usage(
        manage_state.usage_history.peaks(gc::heap_usage())[static_cast<std::size_t>(pool)]);
  }
  // Nothing reports each change of these two pools, so a query itself raises the peak.
  Usage now = usage_of(pool);
  std::int64_t peak = std::max(peak_outside(pool).load(std::memory_order_relaxed), now.used);
  peak_outside(pool).store(peak, std::memory_order_relaxed);
  // The committed size at the peak is not known; it was at least the peak itself.
  return {now.initial, peak, std::max(peak, now.committed), now.max};
}

Usage collection_usage_of(Pool pool) {
  return as_usage(manage_state.usage_history.after_collection(heap_pool(pool)));
}

void reset_pool_peak(Pool pool) {
  if (is_heap_pool(pool)) {
    manage_state.usage_history.reset_peak(heap_pool(pool), gc::heap_usage());
  } else {
    // The next query raises the peak to the usage of that moment.
    peak_outside(pool).store(0, std::memory_order_relaxed);
  }
}

// MemoryUsage's constructor checks that used <= committed <= max.
JavaResult<Handle<>> new_memory_usage(JavaThread& self, const Usage& usage) {
  CallArgs args;
  args.push_long(usage.initial);
  args.push_long(usage.used);
  args.push_long(usage.committed);
  args.push_long(usage.max);
  return construct_named(self, "java/lang/management/MemoryUsage", "(JJJJ)V", args);
}

jobjectArray get_memory_pools(JNIEnv* env, jobject manager) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(pools_array(vm.self, handle_of(manager)));
}

jobjectArray get_memory_managers(JNIEnv* env, jobject pool) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(managers_array(vm.self, handle_of(pool)));
}

jobject get_memory_usage(JNIEnv* env, jboolean heap) {
  NativeEntry vm(env);
  return vm.result(
      new_memory_usage(vm.self, heap ? as_usage(gc::whole_heap_usage()) : all_outside()));
}

jobject get_pool_usage(JNIEnv* env, jobject pool) {
  NativeEntry vm(env);
  return vm.result(usage_bean(vm.self, pool, usage_of));
}

jobject get_peak_pool_usage(JNIEnv* env, jobject pool) {
  NativeEntry vm(env);
  return vm.result(usage_bean(vm.self, pool, peak_usage_of));
}

jobject get_pool_collection_usage(JNIEnv* env, jobject pool) {
  NativeEntry vm(env);
  return vm.result(collection_usage_bean(vm.self, pool));
}

// Implements HotSpotDiagnosticMXBean.dumpHeap, which must not overwrite a file.
jint dump_heap(JNIEnv* env, jstring file, jboolean live) {
  NativeEntry vm(env);
  std::string path = to_modified_utf8(vm.self, handle_of(file));
  gc::HeapDumpResult result = gc::write_heap_dump(vm.self, path.c_str(), live != JNI_FALSE);
  if (result.error != 0) {
    (void)throw_new(vm.self, "java/io/IOException", std::strerror(result.error));
    return -1;
  }
  return 0;
}

}  // namespace minijvm::vm::jmm
