// Proves: a young collection by several workers loses, doubles and changes nothing: trees, shared objects, long arrays, references, locked
// objects, and graphs that find no room. The verifier runs around each collection.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "base/bits.h"
#include "gc/heap/stress.h"
#include "sync/monitor.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

Handle<> tree(Mutator& m, int levels, std::int64_t number) {
  Handle<> root = m.node(number);
  for (std::size_t side : {kLeft, kRight}) {
    if (levels > 1) {
      HandleScope inner(*m.self);
      m.set(root, side, tree(m, levels - 1, 2 * number + (side == kRight ? 1 : 0)));
    }
  }
  return root;
}

// How many nodes have the number that their place demands.
std::size_t right_nodes(Object* node, std::int64_t number) {
  if (node == nullptr || node->load<std::int64_t>(kNumber) != number) {
    return 0;
  }
  return 1 + right_nodes(node->load_ref(kLeft), 2 * number) +
         right_nodes(node->load_ref(kRight), 2 * number + 1);
}

}  // namespace

TEST_CASE("parallel scavenge: trees stay whole with 1 to 4 workers and each dispatcher",
          "[gc][scavenger][parallel]") {
  for (unsigned workers : {1U, 2U, 4U}) {
    for (int how = 0; how < 3; ++how) {
      HeapOptions options = parallel_heap(workers);
      options.semaphore_gang = how == 0;
      options.sequence_gang = how == 2;
      Mutator m(options);
      Handle<> root = tree(m, 13, 1);
      for (int i = 0; i < 12; ++i) {
        m.collect_young();
        REQUIRE(right_nodes(m.raw(root), 1) == (1U << 13) - 1);
      }
    }
  }
}

TEST_CASE("parallel scavenge: an object that many refer to is copied once",
          "[gc][scavenger][parallel]") {
  Mutator m(parallel_heap(4));
  constexpr std::int32_t kSlots = 60'000;
  Handle<> array = m.object_array(kSlots);
  Handle<> shared = m.node(42);
  for (std::int32_t i = 0; i < kSlots; ++i) {
    HandleScope inner(*m.self);
    Handle<> own = m.node(i);
    m.set(own, kRight, shared);
    m.set(array, Object::element_offset(i, 3), own);
  }
  for (int round = 0; round < 6; ++round) {
    m.collect_young();
    Object* only = m.raw(shared);
    for (std::int32_t i = 0; i < kSlots; ++i) {
      Object* own = m.raw(array)->load_ref(Object::element_offset(i, 3));
      REQUIRE(own->load<std::int64_t>(kNumber) == i);
      REQUIRE(own->load_ref(kRight) == only);
    }
  }
  CHECK(whole_heap_usage().used < 8 * kMiB);
}

TEST_CASE("parallel scavenge: old arrays with young elements, by stripes of cards",
          "[gc][scavenger][parallel]") {
  HeapOptions options = parallel_heap(3);
  options.max_tenuring_threshold = 1;
  Mutator m(options);
  constexpr std::int32_t kSlots = 200'000;
  Handle<> array = m.object_array(kSlots);
  m.collect_young();
  m.collect_young();
  REQUIRE_FALSE(m.is_young(array));
  std::mt19937 random(11);
  std::vector<std::int64_t> expected(kSlots, -1);
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < 5'000; ++i) {
      HandleScope inner(*m.self);
      auto at = static_cast<std::int32_t>(random() % kSlots);
      expected[static_cast<std::size_t>(at)] = round * 10'000 + i;
      m.set(array, Object::element_offset(at, 3), m.node(round * 10'000 + i));
    }
    m.collect_young();
    for (std::int32_t i = 0; i < kSlots; ++i) {
      Object* element = m.raw(array)->load_ref(Object::element_offset(i, 3));
      REQUIRE((element == nullptr ? -1 : element->load<std::int64_t>(kNumber)) ==
              expected[static_cast<std::size_t>(i)]);
    }
  }
}

TEST_CASE("parallel scavenge: references found by different workers are cleared",
          "[gc][scavenger][parallel]") {
  Mutator m(parallel_heap(4));
  constexpr std::int32_t kSlots = 4'000;
  Handle<> holders = m.object_array(kSlots);
  Handle<> kept = m.object_array(kSlots);
  for (std::int32_t i = 0; i < kSlots; ++i) {
    HandleScope inner(*m.self);
    Handle<> referent = m.node(i);
    m.set(holders, Object::element_offset(i, 3), m.reference(ReferenceKind::kWeak, referent));
    if (i % 2 == 0) {
      m.set(kept, Object::element_offset(i, 3), referent);
    }
  }
  m.collect_young();
  for (std::int32_t i = 0; i < kSlots; ++i) {
    Object* weak = m.raw(holders)->load_ref(Object::element_offset(i, 3));
    REQUIRE((weak->load_ref(kReferent) == nullptr) == (i % 2 != 0));
  }
  int pending = 0;
  for (Object* at = take_pending_references(); at != nullptr; at = at->load_ref(kDiscovered)) {
    ++pending;
  }
  CHECK(pending == kSlots / 2);
}

TEST_CASE("parallel scavenge: locked objects age in their lock record, and keep their lock",
          "[gc][scavenger][parallel]") {
  if (kGcStress) {
    return;  // there everything is old after two collections
  }
  Mutator m(parallel_heap(2));
  Handle<> locked = m.node(7);
  sync::LockTarget target(reinterpret_cast<void* const*>(locked.slot()));
  REQUIRE(sync::monitor_enter(*m.self, target) == sync::MonitorResult::kOk);
  m.collect_young();
  m.collect_young();
  CHECK(sync::object_age(m.raw(locked)->multi_use_word()) == 2);
  CHECK(sync::lock_state(m.raw(locked)->multi_use_word().load(std::memory_order_relaxed)) ==
        sync::LockState::LOCKED);
  REQUIRE(sync::monitor_exit(*m.self, target) == sync::MonitorResult::kOk);
  CHECK(sync::age_of(m.raw(locked)->multi_use_word().load(std::memory_order_relaxed)) == 2);
}

TEST_CASE("parallel scavenge: promotion failure with several workers loses nothing",
          "[gc][scavenger][parallel]") {
  if (kGcStress) {
    return;  // eden stays tiny there: what is to overflow would not even fit
  }
  HeapOptions options = parallel_heap(4);
  options.max_bytes = 3 * kMiB;
  options.young_bytes = 2 * kMiB;
  Mutator m(options);
  Handle<> first = tree(m, 14, 1);  // 1.3 MB of 3
  Handle<> second = m.list(9'000);
  for (int i = 0; i < 5; ++i) {
    HandleScope inner(*m.self);
    m.list(5'000);
    m.collect_young();
    REQUIRE(right_nodes(m.raw(first), 1) == (1U << 14) - 1);
    REQUIRE(m.checked_length(second) == 9'000);
  }
  CHECK(gc_counts().full_collections > 0);
}

}  // namespace minijvm::gc::test
