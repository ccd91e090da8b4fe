// Proves: dirty stretches are found once, clipped to the range, and come back only if they are dirtied again.
#include "gc/heap/card_table.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "base/bits.h"

namespace minijvm::gc {

TEST_CASE("card table: finds each dirty stretch once", "[gc][card_table]") {
  VirtualMemory heap = VirtualMemory::reserve(1 * kMiB, 2 * kMiB);
  std::uint8_t* saved = card_base;
  CardTable cards;
  REQUIRE(cards.initialize(heap.base(), heap.size()));
  std::byte* base = heap.base();
  CardTable::clean(base, heap.end());
  mark_card(base + 5 * kCardBytes + 17);
  mark_card(base + 6 * kCardBytes);
  mark_card(base + 1000 * kCardBytes + 511);
  std::vector<std::pair<std::size_t, std::size_t>> found;
  auto note = [&](std::byte* from, std::byte* to) { found.emplace_back(from - base, to - base); };
  CardTable::take_dirty(base, base + 1000 * kCardBytes + 100, note);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == std::pair<std::size_t, std::size_t>(5 * kCardBytes, 7 * kCardBytes));
  CHECK(found[1] ==
        std::pair<std::size_t, std::size_t>(1000 * kCardBytes, 1000 * kCardBytes + 100));
  found.clear();
  CardTable::take_dirty(base, heap.end(), note);
  CHECK(found.empty());
  CardTable::take_dirty(base, base, note);
  CHECK(found.empty());
  card_base = saved;
}

}  // namespace minijvm::gc
