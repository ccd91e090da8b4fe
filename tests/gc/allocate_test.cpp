// Proves: allocation gives zeroed, aligned, distinct objects; large ones too; null only when the heap is full, and life goes on after it.
#include "gc/heap/allocate.h"

#include <catch2/catch.hpp>
#include <string>

#include "base/bits.h"
#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("allocate: memory is zero, whatever was there before", "[gc][allocate]") {
  HeapOptions options = small_heap();
  options.stress_interval = 16;
  Mutator m(options);
  for (int i = 0; i < 3000; ++i) {
    HandleScope inner(*m.self);
    Handle<> array = m.byte_array(1 + i * 7 % 5000);
    Object* raw = m.raw(array);
    REQUIRE(reinterpret_cast<std::uintptr_t>(raw) % 8 == 0);
    for (int at = 0; at < raw->array_length(); ++at) {
      REQUIRE(raw->elements<std::uint8_t>()[at] == 0);
      raw->elements<std::uint8_t>()[at] = 0xee;
    }
  }
}

TEST_CASE("allocate: a large object is born old, zeroed even after a compaction",
          "[gc][allocate]") {
  Mutator m;
  for (int i = 0; i < 8; ++i) {
    HandleScope inner(*m.self);
    Handle<> large = m.byte_array(3 * static_cast<int>(kMiB));
    REQUIRE_FALSE(large.is_null());
    // the first; later ones may use eden rather than make a full collection due
    CHECK((i != 0 || !m.is_young(large)));
    std::uint8_t* elements = m.raw(large)->elements<std::uint8_t>();
    for (std::size_t at = 0; at < 3 * kMiB; at += 511) {
      REQUIRE(elements[at] == 0);
      elements[at] = 1;
    }
  }
}

TEST_CASE("allocate: null when the heap is full, and the program goes on", "[gc][allocate]") {
  HeapOptions options = small_heap();
  options.max_bytes = 3 * kMiB;
  options.young_bytes = 1 * kMiB;
  options.stress_interval = 5000;
  Mutator m(options);
  for (int round = 0; round < 3; ++round) {
    HandleScope inner(*m.self);
    Handle<> head(m.self->handles.push(nullptr));
    int count = 0;
    for (;; ++count) {
      HandleScope one(*m.self);
      Handle<> next = m.node(count);
      if (next.is_null()) {
        break;
      }
      m.set(next, kLeft, head);
      *const_cast<Object**>(head.slot()) = m.raw(next);
    }
    CHECK(m.checked_length(head) == count);
    CHECK(count * 40 > 2 * static_cast<int>(kMiB));
    CHECK(m.byte_array(static_cast<int>(kMiB)).is_null());
  }
  CHECK(m.byte_array(kMaxArrayLength).is_null());
  CHECK(m.object_array(kMaxArrayLength).is_null());
  CHECK_FALSE(m.byte_array(100'000).is_null());
}

TEST_CASE("allocate: a full heap is collected once, and once more without soft references",
          "[gc][allocate]") {
  if (kGcStress) {
    return;  // its collections come in between
  }
  HeapOptions options = small_heap();
  options.max_bytes = 3 * kMiB;
  options.young_bytes = 1 * kMiB;
  options.use_overhead_limit = false;
  Mutator m(options);
  Handle<> head(m.self->handles.push(nullptr));
  std::uint64_t collections = 0;  // full ones, for the last node
  for (bool has_room = true; has_room;) {
    HandleScope inner(*m.self);
    std::uint64_t before = gc_counts().full_collections;
    Handle<> next = m.node(1);
    collections = gc_counts().full_collections - before;
    has_room = !next.is_null();
    if (has_room) {
      m.set(next, kLeft, head);
      *const_cast<Object**>(head.slot()) = m.raw(next);
    }
  }
  CHECK(collections == 2);
}

TEST_CASE("allocate: a full fixed space does not report an overhead limit from before",
          "[gc][allocate]") {
  Mutator m;
  m.self->over_gc_limit = true;
  std::size_t too_much = the_heap().fixed.space().reserved() + 8;
  CHECK(allocate_fixed(*m.self, too_much, Object::make_class_word(m.class_class, 0)) == nullptr);
  CHECK(std::string(out_of_memory_text(*m.self)) == "Java heap space");
}

TEST_CASE("allocate: near the overhead limit a large object's collection gives up soft references",
          "[gc][allocate]") {
  if (kGcStress) {
    return;
  }
  Mutator m;
  Handle<> soft(m.self->handles.push(nullptr));
  {
    HandleScope inner(*m.self);
    *const_cast<Object**>(soft.slot()) = m.raw(m.reference(ReferenceKind::kSoft, m.node(1)));
  }
  while (!the_heap().overhead_limit.is_near()) {
    the_heap().overhead_limit.exceeded_after({true, 990, 10, 0, 100'000});
  }
  std::uint64_t before = gc_counts().full_collections;
  while (gc_counts().full_collections == before) {
    HandleScope inner(*m.self);
    REQUIRE_FALSE(m.byte_array(3 * static_cast<int>(kMiB)).is_null());
  }
  CHECK(m.is_null_at(soft, kReferent));
}

TEST_CASE("allocate: sizes of objects and arrays", "[gc][allocate]") {
  Mutator m;
  CHECK(object_bytes(m.raw(m.node(1))) == 40);
  CHECK(object_bytes(m.raw(m.byte_array(0))) == 16);
  CHECK(object_bytes(m.raw(m.byte_array(1))) == 24);
  CHECK(object_bytes(m.raw(m.object_array(3))) == 40);
}

}  // namespace minijvm::gc::test
