// Proves: sliding compaction keeps graphs, moves the young into old, leaves in eden what does not fit, and can run again and again.
#include "gc/old/full_gc.h"

#include <catch2/catch.hpp>
#include <random>

#include "base/bits.h"
#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("full collection: everything that lives is old afterwards, without gaps",
          "[gc][full_gc]") {
  Mutator m;
  Handle<> keep = m.list(2000);
  Handle<> bytes = m.byte_array(3001);
  m.raw(bytes)->store<std::uint8_t>(Object::kElementsOffset + 3000, 99);
  m.collect_full();
  CHECK_FALSE(m.is_young(keep));
  CHECK(m.checked_length(keep) == 2000);
  CHECK(m.raw(bytes)->array_length() == 3001);
  CHECK(m.raw(bytes)->load<std::uint8_t>(Object::kElementsOffset + 3000) == 99);
  CHECK(whole_heap_usage().used == 2000 * 40 + 3024);
}

TEST_CASE("full collection: random graphs through many collections of both kinds",
          "[gc][full_gc]") {
  HeapOptions options = small_heap();
  options.stress_interval = 64;
  Mutator m(options);
  std::mt19937 random(11);
  constexpr int kRoots = 200;
  Handle<> table = m.object_array(kRoots);
  std::vector<int> lengths(kRoots, 0);
  for (int round = 0; round < 3000; ++round) {
    HandleScope inner(*m.self);
    auto at = random() % kRoots;
    int length = static_cast<int>(random() % 120);
    m.set(table, Object::element_offset(static_cast<int>(at), 3), m.list(length));
    lengths[at] = length;
    if (random() % 40 == 0) {
      m.byte_array(static_cast<std::int32_t>(random() % 60'000));
    }
    if (round % 100 == 99) {
      round % 300 == 299 ? m.collect_full() : m.collect_young();
    }
  }
  for (int i = 0; i < kRoots; ++i) {
    HandleScope inner(*m.self);
    REQUIRE(m.checked_length(m.get(table, Object::element_offset(i, 3))) ==
            lengths[static_cast<std::size_t>(i)]);
  }
}

TEST_CASE("full collection: what does not fit into old stays in eden", "[gc][full_gc]") {
  if (kGcStress) {
    return;  // eden stays tiny there: what is to overflow would not even fit
  }
  HeapOptions options = small_heap();
  options.max_bytes = 3 * kMiB;
  options.young_bytes = 2 * kMiB;
  options.stress_interval = 1000;
  Mutator m(options);
  Handle<> keep = m.list(40'000);
  REQUIRE_FALSE(keep.is_null());
  m.collect_full();
  CHECK(m.checked_length(keep) == 40'000);
  CHECK(the_heap().eden.used() > 0);
  m.clear(keep, kLeft);  // all but the head may go
  m.collect_full();
  CHECK(whole_heap_usage().used == 40);
}

}  // namespace minijvm::gc::test
