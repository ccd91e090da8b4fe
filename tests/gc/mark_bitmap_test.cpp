// Proves: marks cover whole objects, the next one is found across blocks, new places count the live words before, and each stripe knows the
// first object that starts in it.
#include "gc/old/mark_bitmap.h"

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

TEST_CASE("mark bitmap: runs, their bytes, and destinations of all their blocks",
          "[gc][mark_bitmap]") {
  VirtualMemory heap = VirtualMemory::reserve(1 * kMiB, 2 * kMiB);
  MarkBitmap marks;
  REQUIRE(marks.initialize(heap.base(), heap.size()));
  std::byte* base = heap.base();
  std::byte* end = base + kMiB;
  marks.mark(base + 24, 16);
  marks.mark(base + 40, 1600);  // with the one before, one run
  marks.mark(base + 2000, 48);
  CHECK(marks.next_clear(base + 24, end) == base + 1640);
  CHECK(marks.next_clear(base + 24, base + 1000) == base + 1000);
  CHECK(marks.next_clear(base + 2048, end) == base + 2048);
  CHECK(marks.marked_bytes(base, end) == 16 + 1600 + 48);
  CHECK(marks.marked_bytes(base + 40, base + 2000) == 1600);
  CHECK(marks.marked_bytes(base + 40, base + 48) == 8);
  marks.set_destinations(base + 40, base + 2048, base + 8);
  CHECK(marks.new_place(base + 40) == base + 8);
  CHECK(marks.new_place(base + 2000) == base + 1608);
}

TEST_CASE("mark bitmap: each stripe knows its first object, whoever marks in which order",
          "[gc][mark_bitmap]") {
  VirtualMemory heap = VirtualMemory::reserve(1 * kMiB, 2 * kMiB);
  MarkBitmap marks;
  REQUIRE(marks.initialize(heap.base(), heap.size()));
  std::byte* base = heap.base();
  CHECK(marks.first_in_stripe(0) == nullptr);
  CHECK(marks.mark_shared(base + 512, 16));
  CHECK(marks.mark_shared(base, 24));
  CHECK_FALSE(marks.mark_shared(base, 24));
  CHECK(marks.mark_shared(base + 1024, 3 * kStripeBytes));
  // starts in stripe 3, though most of it lies in the next one
  CHECK(marks.mark_if_clear(base + 4 * kStripeBytes - 8, 16));
  CHECK(marks.first_in_stripe(0) == base);
  CHECK(marks.first_in_stripe(1) == nullptr);
  CHECK(marks.first_in_stripe(3) == base + 4 * kStripeBytes - 8);
  CHECK(marks.first_in_stripe(4) == nullptr);
  marks.clear();
  CHECK(marks.first_in_stripe(0) == nullptr);
}

}  // namespace minijvm::gc
