// Proves: from any address, the walk starts at a recorded object at or before it, and no later than one card of objects away.
#include "gc/offset_table.h"

#include <catch2/catch.hpp>
#include <algorithm>
#include <random>
#include <vector>

#include "base/bits.h"
#include "gc/card_table.h"

namespace minijvm::gc {

TEST_CASE("offset table: finds what covers each card, for small and huge objects", "[gc][offset_table]") {
  VirtualMemory heap = VirtualMemory::reserve(4 * kMiB, 2 * kMiB);
  OffsetTable table;
  REQUIRE(table.initialize(heap.base(), heap.size()));
  std::mt19937 random(7);
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  while (at < 3 * kMiB) {
    std::size_t bytes = 16 + 8 * (random() % 8);
    if (random() % 50 == 0) {
      bytes = 8 * (random() % 30'000 + 2);
    }
    starts.push_back(at);
    table.record(heap.base() + at, bytes);
    at += bytes;
  }
  starts.push_back(at);
  std::size_t i = 0;
  for (std::size_t card = 0; card < starts.back(); card += kCardBytes) {
    while (starts[i + 1] <= card) {
      ++i;
    }
    auto found = static_cast<std::size_t>(table.walk_start(heap.base() + card) - heap.base());
    REQUIRE(found <= starts[i]);
    REQUIRE(std::binary_search(starts.begin(), starts.end(), found));
    REQUIRE((found == starts[i] || starts[i] - found < kCardBytes));
  }
}

}  // namespace minijvm::gc
