// Prints the lines of -Xlog:gc+init. initialize_heap() calls this once the heap exists.
#include "gc/policy/start_log.h"

#include <unistd.h>

#include <string>

#include "base/bits.h"
#include "base/log.h"
#include "base/machine_memory.h"
#include "base/virtual_memory.h"
#include "gc/heap/heap_parts.h"

namespace minijvm::gc {
namespace {

// Returns the size in the largest unit that leaves no remainder, as HotSpot prints sizes.
std::string exact(std::size_t bytes) {
  if (bytes % kMiB == 0) {
    return std::to_string(bytes / kMiB) + "M";
  }
  return bytes % kKiB == 0 ? std::to_string(bytes / kKiB) + "K" : std::to_string(bytes) + "B";
}

const char* large_page_support(const Heap& heap) {
  switch (heap.page_kind()) {
    case VirtualMemory::PageKind::kTransparent:
      return "Enabled (Transparent)";
    case VirtualMemory::PageKind::kPool:
      return "Enabled (Explicit)";
    default:
      return "Disabled";
  }
}

}  // namespace

// The lines have HotSpot's words, for log viewers. NUMA support and compressed references do not
// exist here.
void log_start(const Heap& heap, const HeapOptions& options) {
  MJ_LOG(gcinit, kInfo, "CPUs: %ld total, %u available", sysconf(_SC_NPROCESSORS_CONF),
         options.cores);
  MJ_LOG(gcinit, kInfo, "Memory: %zuM", physical_memory_bytes() / kMiB);
  MJ_LOG(gcinit, kInfo, "Large Page Support: %s", large_page_support(heap));
  MJ_LOG(gcinit, kInfo, "NUMA Support: Disabled");
  MJ_LOG(gcinit, kInfo, "Compressed Oops: Disabled");
  MJ_LOG(gcinit, kInfo, "Heap Initial Capacity: %s", exact(sum_of(heap.usage()).committed).c_str());
  MJ_LOG(gcinit, kInfo, "Heap Max Capacity: %s", exact(heap.max_bytes()).c_str());
  MJ_LOG(gcinit, kInfo, "Pre-touch: %s", options.pretouch ? "Enabled" : "Disabled");
  if (!options.serial) {
    MJ_LOG(gcinit, kInfo, "Parallel Workers: %u", heap.workers.size());
  }
}

}  // namespace minijvm::gc
