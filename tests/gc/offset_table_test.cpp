// Proves: from any address, the walk starts at a recorded object at or before it, and no later than one card of objects away.
#include "gc/heap/offset_table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "base/bits.h"
#include "gc/heap/card_table.h"

namespace minijvm::gc {
namespace {

// starts: where objects start, and where the last one ends.
void check_all_cards(const OffsetTable& table, std::byte* base,
                     const std::vector<std::size_t>& starts) {
  std::size_t i = 0;
  for (std::size_t card = 0; card < starts.back(); card += kCardBytes) {
    while (starts[i + 1] <= card) {
      ++i;
    }
    auto found = static_cast<std::size_t>(table.walk_start(base + card) - base);
    REQUIRE(found <= starts[i]);
    REQUIRE(std::binary_search(starts.begin(), starts.end(), found));
    REQUIRE((found == starts[i] || starts[i] - found < kCardBytes));
  }
}

}  // namespace

TEST_CASE("offset table: finds what covers each card, for small and huge objects",
          "[gc][offset_table]") {
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
  check_all_cards(table, heap.base(), starts);
}

TEST_CASE("offset table: stretches that are recorded in any order, over old entries",
          "[gc][offset_table]") {
  VirtualMemory heap = VirtualMemory::reserve(1 * kMiB, 2 * kMiB);
  OffsetTable table;
  REQUIRE(table.initialize(heap.base(), heap.size()));
  std::mt19937 random(5);
  for (std::size_t at = 0; at < 1 * kMiB; at += 24) {
    table.record(heap.base() + at, 24);  // what the next objects overwrite
  }
  // Many stretches are shorter than a card, some objects longer than many.
  std::vector<std::size_t> starts;
  std::vector<std::pair<std::size_t, std::size_t>> stretches;  // numbers of objects
  std::size_t at = 0;
  while (at < 900 * kKiB) {
    std::size_t first = starts.size();
    for (std::size_t objects = 1 + random() % 20; objects != 0; --objects) {
      starts.push_back(at);
      at += random() % 30 == 0 ? 8 * (random() % 2'000 + 2) : 16 + 8 * (random() % 8);
    }
    stretches.emplace_back(first, starts.size());
  }
  starts.push_back(at);
  std::vector<std::pair<std::size_t, std::size_t>> shuffled = stretches;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  for (auto [first, end] : shuffled) {
    for (std::size_t i = first; i < end; ++i) {
      table.record_in_stretch(heap.base() + starts[first], heap.base() + starts[i],
                              starts[i + 1] - starts[i]);
    }
  }
  for (auto [first, end] : stretches) {
    table.record_start(heap.base() + starts[first]);
  }
  check_all_cards(table, heap.base(), starts);
}

}  // namespace minijvm::gc
