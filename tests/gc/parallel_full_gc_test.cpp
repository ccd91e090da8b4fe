// Proves: a full collection by several workers keeps graphs, long arrays and references as they are, and frees the rest.
// The verifier runs around each collection.
#include <catch2/catch.hpp>
#include <vector>

#include "base/bits.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
TEST_CASE("parallel full collection: a table of lists and shared nodes, with 1 to 4 workers",
          "[gc][full][parallel]") {
  for (unsigned workers : {1U, 2U, 4U}) {
    Mutator m(parallel_heap(workers));
    constexpr std::int32_t kLists = 3'000;
    Handle<> table = m.object_array(kLists);
    Handle<> shared = m.node(99);
    for (std::int32_t i = 0; i < kLists; ++i) {
      HandleScope inner(*m.self);
      m.list(5);  // dead
      Handle<> list = m.list(1 + i % 40);
      m.set(list, kRight, shared);
      m.set(table, Object::element_offset(i, 3), list);
    }
    for (int round = 0; round < 4; ++round) {
      m.collect_full();
      for (std::int32_t i = 0; i < kLists; ++i) {
        HandleScope inner(*m.self);
        Handle<> list = m.get(table, Object::element_offset(i, 3));
        REQUIRE(m.checked_length(list) == 1 + i % 40);
        REQUIRE(m.same(m.get(list, kRight), shared));
      }
    }
    CHECK_FALSE(m.is_young(table));
    CHECK(whole_heap_usage().used < 4 * kMiB);
  }
}

TEST_CASE("parallel full collection: references that different workers discover",
          "[gc][full][parallel]") {
  Mutator m(parallel_heap(4));
  constexpr std::int32_t kSlots = 2'000;
  Handle<> holders = m.object_array(kSlots);
  Handle<> kept = m.object_array(kSlots);
  for (std::int32_t i = 0; i < kSlots; ++i) {
    HandleScope inner(*m.self);
    Handle<> referent = m.node(i);
    m.set(holders, Object::element_offset(i, 3),
          m.reference(i % 3 == 0 ? ReferenceKind::kFinal : ReferenceKind::kWeak, referent));
    if (i % 2 == 0) {
      m.set(kept, Object::element_offset(i, 3), referent);
    }
  }
  m.collect_full();
  for (std::int32_t i = 0; i < kSlots; ++i) {
    Object* reference = m.raw(holders)->load_ref(Object::element_offset(i, 3));
    Object* referent = reference->load_ref(kReferent);
    bool is_cleared = i % 3 != 0 && i % 2 != 0;  // a finalizable object lives once more
    REQUIRE((referent == nullptr) == is_cleared);
    REQUIRE((referent == nullptr || referent->load<std::int64_t>(kNumber) == i));
  }
}

}  // namespace minijvm::gc::test
