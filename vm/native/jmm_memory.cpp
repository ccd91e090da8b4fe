// Memory pools and managers of java.management: MemoryMXBean, MemoryPoolMXBean, MemoryManagerMXBean.
#include "vm/native/jmm_memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include "gc/barrier.h"
#include "gc/heap.h"
#include "gc/heap_dump.h"
#include "runtime/metadata_size.h"
#include "runtime/object.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/named_calls.h"
#include "vm/java/strings.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// The largest use of the two pools outside the heap that anyone saw. They shrink only when a loader dies.
std::atomic<std::int64_t> peaks_outside[kPools - gc::kHeapPools];

std::atomic<std::int64_t>& peak_outside(Pool pool) { return peaks_outside[static_cast<std::size_t>(pool) - gc::kHeapPools]; }

// max: -1 if there is no limit.
Usage as_usage(const runtime::MetadataSize& size, std::size_t max) {
  return {0, static_cast<std::int64_t>(size.used), static_cast<std::int64_t>(size.committed), static_cast<std::int64_t>(max)};
}

// HotSpot's pool has this limit (ReservedCodeCacheSize under -Xint), and managers divide by it. Nothing here ends there.
constexpr std::size_t kCodeCacheLimit = 48U << 20;

Usage code_cache_usage() {
  const runtime::MetadataSize size = runtime::code_size();
  return as_usage(size, std::max(kCodeCacheLimit, size.committed));
}

Usage all_outside() {
  Usage sum;
  for (Pool pool : {Pool::kMetaspace, Pool::kCodeCache}) {
    Usage each = usage_of(pool);
    sum.used += each.used;
    sum.committed += each.committed;
  }
  return sum;
}

JavaResult<Handle<>> bean_array(JavaThread& self, const char* element_class, std::span<const Handle<>> beans) {
  runtime::Class* klass = MJ_TRY(named_class(self, element_class));
  Handle<> array = MJ_TRY(new_object_array(self, *klass, static_cast<jint>(beans.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < beans.size(); ++i) {
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), beans[i].raw(still));
  }
  return array;
}

JavaResult<Handle<>> pools_array(JavaThread& self, Handle<> manager) {
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

JavaResult<Handle<>> managers_array(JavaThread& self, Handle<> pool) {
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
  return is_heap_pool(pool) ? new_memory_usage(self, collection_usage_of(pool)) : Handle<>();
}

}  // namespace

Usage as_usage(const gc::PoolUsage& pool) {
  return {static_cast<std::int64_t>(pool.initial), static_cast<std::int64_t>(pool.used), static_cast<std::int64_t>(pool.committed),
          static_cast<std::int64_t>(pool.max)};
}

Usage usage_of(Pool pool) {
  if (is_heap_pool(pool)) {
    return as_usage(gc::heap_usage()[static_cast<std::size_t>(pool)]);
  }
  return pool == Pool::kMetaspace ? as_usage(runtime::class_metadata_size(), gc::metadata_max_bytes()) : code_cache_usage();
}

Usage peak_usage_of(Pool pool) {
  if (is_heap_pool(pool)) {
    return as_usage(gc::heap_peak_usage()[static_cast<std::size_t>(pool)]);
  }
  Usage now = usage_of(pool);
  std::int64_t peak = std::max(peak_outside(pool).load(std::memory_order_relaxed), now.used);
  peak_outside(pool).store(peak, std::memory_order_relaxed);
  return {now.initial, peak, std::max(peak, now.committed), now.max};
}

Usage collection_usage_of(Pool pool) { return as_usage(gc::usage_after_collection(heap_pool(pool))); }

void reset_pool_peak(Pool pool) {
  if (is_heap_pool(pool)) {
    gc::reset_peak_usage(heap_pool(pool));
  } else {
    peak_outside(pool).store(0, std::memory_order_relaxed);
  }
}

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
  return vm.result(new_memory_usage(vm.self, heap ? as_usage(gc::whole_heap_usage()) : all_outside()));
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
