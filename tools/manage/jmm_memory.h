// Measures how full the memory pools are, as numbers and as java.lang.management.MemoryUsage.
// Tested by tests/java/management.
#pragma once

#include <cstdint>

#include "tools/manage/jmm_beans.h"

namespace minijvm::vm::jmm {

// Holds the fields of MemoryUsage, in bytes.
struct Usage {
  std::int64_t initial = 0;
  std::int64_t used = 0;
  std::int64_t committed = 0;
  std::int64_t max = -1;  // -1: undefined
};

Usage as_usage(const gc::PoolUsage& pool);
// The usage now, at its peak, and after the last collection of the pool (heap pools only).
Usage usage_of(Pool pool);
Usage peak_usage_of(Pool pool);
Usage collection_usage_of(Pool pool);
void reset_pool_peak(Pool pool);

// Converts a time to milliseconds since the VM began, as GcInfo counts.
std::int64_t since_start_ms(std::int64_t machine_ns);
inline constexpr int kGcThreads = 1;

// Fills a MemoryUsage[kPools] in the order of kAllPools, which is the order of GcInfoBuilder's
// names. Pools outside the heap get their present usage.
JavaResult<void> fill_usages(runtime::JavaThread& self, runtime::Handle<java::ObjectArray> array,
                             const gc::HeapUsage& heap);

JavaResult<runtime::Handle<>> new_memory_usage(runtime::JavaThread& self, const Usage& usage);

}  // namespace minijvm::vm::jmm
