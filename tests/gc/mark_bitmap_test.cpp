// Proves: marks cover whole objects, the next one is found across blocks, and new places count the live words before.
#include "gc/mark_bitmap.h"

#include <catch2/catch.hpp>

#include "base/bits.h"

namespace minijvm::gc {

TEST_CASE("mark bitmap: marks, finds and counts", "[gc][mark_bitmap]") {
  VirtualMemory heap = VirtualMemory::reserve(1 * kMiB, 2 * kMiB);
  MarkBitmap marks;
  REQUIRE(marks.initialize(heap.base(), heap.size()));
  std::byte* base = heap.base();
  marks.mark(base + 16, 24);
  marks.mark(base + 480, 1200);  // crosses three blocks
  marks.mark(base + 1680, 16);
  CHECK(marks.is_marked(base + 16));
  CHECK_FALSE(marks.is_marked(base + 40));
  CHECK(marks.next_marked(base, base + kMiB) == base + 16);
  CHECK(marks.next_marked(base + 40, base + kMiB) == base + 480);
  CHECK(marks.next_marked(base + 1696, base + kMiB) == base + kMiB);
  CHECK(marks.next_marked(base + 40, base + 100) == base + 100);
  marks.set_destination(0, base);
  CHECK(marks.new_place(base + 16) == base);
  CHECK(marks.new_place(base + 480) == base + 24);
  std::size_t block = marks.block_of(base + 1680);
  marks.set_destination(block, base + 24 + 1200 - 8 * (1680 % 512 / 8));
  CHECK(marks.new_place(base + 1680) == base + 24 + 1200);
  marks.clear();
  CHECK(marks.next_marked(base, base + kMiB) == base + kMiB);
}

}  // namespace minijvm::gc
