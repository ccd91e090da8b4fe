// Proves: a gang that touches pages leaves none out and none but the given ones, whatever their number; a heap that is to be touched is there from the start.
#include "gc/heap/pretouch.h"

#include <sys/mman.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "base/bits.h"
#include "base/virtual_memory.h"
#include "gc/gang/work_gang.h"
#include "gc/heap/heap.h"
#include "gc/heap/heap_parts.h"

namespace minijvm::gc::test {
namespace {

std::ptrdiff_t present_pages(std::byte* start, std::size_t bytes) {
  std::vector<unsigned char> present(bytes / page_size());
  REQUIRE(mincore(start, bytes, present.data()) == 0);
  return std::count_if(present.begin(), present.end(),
                       [](unsigned char page) { return (page & 1) != 0; });
}

}  // namespace

TEST_CASE("pretouch: all pages of the given ranges, and no other", "[gc][pretouch]") {
  VirtualMemory memory = VirtualMemory::reserve(16 * kMiB, page_size());
  REQUIRE(memory.commit(0, 16 * kMiB));
  std::byte* base = memory.base();
  PretouchTask task;
  task.add(base, base);
  task.add(base, base + 5 * kMiB + page_size());
  task.add(base + 8 * kMiB, base + 9 * kMiB);
  WorkGang gang(GangSynchronization::kHelpingSemaphore, 3);
  gang.start();
  gang.run(task, 3);
  CHECK(present_pages(base, 8 * kMiB) == static_cast<std::ptrdiff_t>(5 * kMiB / page_size() + 1));
  CHECK(present_pages(base + 8 * kMiB, 8 * kMiB) ==
        static_cast<std::ptrdiff_t>(1 * kMiB / page_size()));
  CHECK(std::all_of(base, base + 16 * kMiB, [](std::byte byte) { return byte == std::byte{0}; }));
}

TEST_CASE("pretouch: eden is there before the first object", "[gc][pretouch]") {
  bool pretouch = GENERATE(false, true);
  HeapOptions options;
  options.initial_bytes = 32 * kMiB;
  options.max_bytes = 32 * kMiB;
  options.gc_threads = 2;
  options.pretouch = pretouch;
  std::unique_ptr<Heap> heap = Heap::create(options);
  REQUIRE(heap != nullptr);
  std::size_t bytes = heap->eden.capacity();
  CHECK(present_pages(heap->eden.base(), bytes) ==
        (pretouch ? static_cast<std::ptrdiff_t>(bytes / page_size()) : 0));
}

}  // namespace minijvm::gc::test
