// Names the memory pools and memory managers that java.lang.management shows, and makes the Java
// beans that stand for them. The factories of java.management make a bean on first use; a bean
// lives as long as the process.
// Tested by tests/java/management.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gc/policy/memory_pools.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm::jmm {

enum class Pool : std::uint8_t { kEden, kSurvivor, kTenured, kMetaspace, kCodeCache };
inline constexpr std::size_t kPools = 5;
enum class Manager : std::uint8_t {
  kCopy,
  kMarkSweepCompact,
  kMetaspaceManager,
  kCodeCacheManager
};
inline constexpr std::size_t kManagers = 4;

// The order is that in which java.lang.management lists them.
inline constexpr Pool kAllPools[] = {Pool::kMetaspace, Pool::kTenured, Pool::kEden, Pool::kSurvivor,
                                     Pool::kCodeCache};
inline constexpr Manager kAllManagers[] = {Manager::kMetaspaceManager, Manager::kCodeCacheManager,
                                           Manager::kCopy, Manager::kMarkSweepCompact};

// A pool of the heap has the same number in gc::HeapPool.
inline bool is_heap_pool(Pool pool) { return static_cast<std::size_t>(pool) < gc::kHeapPools; }
inline gc::HeapPool heap_pool(Pool pool) { return static_cast<gc::HeapPool>(pool); }
bool has_usage_threshold(Pool pool);
bool has_collection_threshold(Pool pool);

const char* name_of(Manager manager);
std::span<const Pool> pools_of(Manager manager);
std::optional<gc::Collector> collector_of(Manager manager);

JavaResult<runtime::Handle<>> pool_bean(runtime::JavaThread& self, Pool pool);
JavaResult<runtime::Handle<>> manager_bean(runtime::JavaThread& self, Manager manager);
// Return the pool or manager that a bean stands for. They throw NullPointerException for null and
// InternalError for an unknown bean.
JavaResult<Pool> pool_of_bean(runtime::JavaThread& self, runtime::Handle<> bean);
JavaResult<Manager> manager_of_bean(runtime::JavaThread& self, runtime::Handle<> bean);

}  // namespace minijvm::vm::jmm
