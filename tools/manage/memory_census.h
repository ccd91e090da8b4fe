// Counts the machine's memory that the VM itself takes, by HotSpot's categories (native memory
// tracking). The census has two sources: the ranges of addresses that base/memory_tracking.h
// records, and the sizes that the VM's structures report for their memory from malloc. It leaves
// out the C library's own memory, the JDK's libraries, the stacks of C code, and the VM's small
// structures, since nothing in the VM counts them.
// Tested by tests/java/management/NativeMemory.java.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/memory_tracking.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

struct MemoryUse {
  std::size_t reserved = 0;  // ranges of addresses
  std::size_t committed = 0;
  std::size_t malloc_bytes = 0;
  std::size_t malloc_count = 0;

  std::size_t all_reserved() const { return reserved + malloc_bytes; }
  std::size_t all_committed() const { return committed + malloc_bytes; }
  void add(const MemoryUse& other);
};

struct MemoryCensus {
  std::array<MemoryUse, kMemoryPurposes> uses{};
  std::size_t instance_classes = 0;
  std::size_t array_classes = 0;
  std::size_t threads = 0;
  std::size_t metadata_used = 0;
  std::vector<TrackedRange> ranges;

  const MemoryUse& use(MemoryPurpose purpose) const {
    return uses[static_cast<std::size_t>(purpose)];
  }
  MemoryUse& use(MemoryPurpose purpose) { return uses[static_cast<std::size_t>(purpose)]; }
  MemoryUse total() const;
};

MemoryCensus take_memory_census(runtime::JavaThread& self);

}  // namespace minijvm::vm
