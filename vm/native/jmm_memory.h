// How full the memory pools are, as numbers and as java.lang.management.MemoryUsage. Proved by tests/java/management.
#pragma once

#include <cstdint>

#include "vm/native/jmm_beans.h"

namespace minijvm::vm::jmm {

// MemoryUsage's fields, in bytes.
struct Usage {
  std::int64_t initial = 0;
  std::int64_t used = 0;
  std::int64_t committed = 0;
  std::int64_t max = -1;  // -1: undefined
};

Usage as_usage(const gc::PoolUsage& pool);
// Now; at its peak; after the last collection of it (heap pools only).
Usage usage_of(Pool pool);
Usage peak_usage_of(Pool pool);
Usage collection_usage_of(Pool pool);
void reset_pool_peak(Pool pool);

// Of a moment since the VM began, as GcInfo counts.
std::int64_t since_start_ms(std::int64_t monotonic_ns);
inline constexpr int kGcThreads = 1;

// Fills a MemoryUsage[kPools] in the order of kAllPools, which is how GcInfoBuilder names its elements; pools outside the heap as of now.
JavaResult<void> fill_usages(runtime::JavaThread& self, runtime::Handle<> array, const gc::HeapUsage& heap);

JavaResult<runtime::Handle<>> new_memory_usage(runtime::JavaThread& self, const Usage& usage);

}  // namespace minijvm::vm::jmm
