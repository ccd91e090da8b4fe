// Part of option_checks.cpp's work: what the flags of the heap mean together. It runs before the VM
// boots.
#include "vm/boot/heap_checks.h"

#include <string>

#include "gc/heap/heap_options.h"
#include "vm/boot/flags.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

std::string with_value(const char* flag, std::size_t value) {
  return std::string(flag) + " (" + std::to_string(value) + ")";
}

// --- settling ---

// Warns of a flag that is given, but that only counts together with another one.
void warn_of_idle(const Options& options, const char* flag, bool counts, const char* reason) {
  if (!counts && !setting_of(options, flag).empty()) {
    warn(options, std::string(flag) + " has no effect " + reason);
  }
}

// -XX:-UseLargePages overrides the other flag. Otherwise pages are large if either flag asks for
// them. They are transparent ones unless LargePageSizeInBytes is given, so
// -XX:-UseTransparentHugePages cancels -XX:+UseLargePages.
void settle_large_pages(Options& options) {
  const bool refused = setting_of(options, "UseLargePages") == "-";
  options.transparent_huge_pages = options.transparent_huge_pages && !refused;
  options.heap.large_pages =
      options.transparent_huge_pages ||
      (options.heap.large_pages && setting_of(options, "UseTransparentHugePages") != "-");
  warn_of_idle(options, "LargePageSizeInBytes", options.heap.large_pages, "without UseLargePages");
  if (options.transparent_huge_pages) {
    // HOTSPOT: the pages are transparent if both kinds are asked for.
    warn_of_idle(options, "LargePageSizeInBytes", false, "with UseTransparentHugePages");
    options.heap.large_page_bytes = 0;
  }
}

void warn_of_idle_flags(const Options& options) {
  const gc::HeapOptions& heap = options.heap;
  for (const char* flag : {"TLABSize", "MinTLABSize", "ResizeTLAB", "TLABWasteTargetPercent"}) {
    warn_of_idle(options, flag, heap.use_tlab, "without UseTLAB");
  }
  for (const char* flag :
       {"ParallelGCThreads", "UseSemaphoreGCThreadsSynchronization", "GCCoordinatorHelps",
        "UseSequencedGCThreadsSynchronization", "GCEmptyTaskTest", "UseDynamicNumberOfGCThreads"}) {
    warn_of_idle(options, flag, !heap.serial, "with UseSerialGC");
  }
  warn_of_idle(options, "GCCoordinatorHelps",
               heap.serial || (heap.semaphore_gang && !heap.sequence_gang), "without semaphores");
}

// --- checks ---

Parsed check_free_ratios(const gc::HeapOptions& heap) {
  if (heap.min_free_percent <= heap.max_free_percent) {
    return {};
  }
  const std::string least = with_value("MinHeapFreeRatio", heap.min_free_percent);
  const std::string most = with_value("MaxHeapFreeRatio", heap.max_free_percent);
  return Complaint(least + " must be less than or equal to " + most + "\n" + most +
                   " must be greater than or equal to " + least);
}

// HOTSPOT: the same limits and words. The maximum is the size of the longest int array.
Parsed check_tlabs(const gc::HeapOptions& heap) {
  constexpr std::size_t kMost = 8'589'934'576;
  if (heap.min_tlab_bytes > kMost) {
    return Complaint(with_value("MinTLABSize", heap.min_tlab_bytes) +
                     " must be less than or equal to ergonomic TLAB maximum (" +
                     std::to_string(kMost) + ")");
  }
  if (heap.tlab_bytes != 0 && heap.tlab_bytes < heap.min_tlab_bytes) {
    return Complaint(with_value("TLABSize", heap.tlab_bytes) +
                     " must be greater than or equal to " +
                     with_value("MinTLABSize", heap.min_tlab_bytes));
  }
  return heap.tlab_bytes <= kMost
             ? Parsed()
             : Complaint(with_value("TLABSize", heap.tlab_bytes) +
                         " must be less than or equal to ergonomic TLAB maximum size (" +
                         std::to_string(kMost) + ")");
}

}  // namespace

void settle_heap_options(Options& options) {
  settle_large_pages(options);
  warn_of_idle_flags(options);
}

Parsed check_heap_options(const gc::HeapOptions& heap) {
  MJ_TRY(check_free_ratios(heap));
  return check_tlabs(heap);
}

}  // namespace minijvm::vm
