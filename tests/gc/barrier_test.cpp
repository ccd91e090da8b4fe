// Proves: every way to store a reference stores it and dirties the card of the slot, not of the object.
#include "gc/heap/barrier.h"

#include <catch2/catch.hpp>

#include "gc/heap/card_table.h"
#include "gc/heap/reference_fields.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("barrier: stores mark the slot's card", "[gc][barrier]") {
  Mutator m;
  Handle<> array = m.object_array(1000);
  Handle<> value = m.node(1);
  m.collect_full();
  NoSafepoint still(*m.self);
  Object* holder = array.raw(still);
  std::size_t offset = Object::element_offset(900, 3);
  Object** slot = slot_at(holder, offset);
  CHECK_FALSE(CardTable::is_dirty(slot));
  store_ref(still, holder, offset, value.raw(still));
  CHECK(*slot == value.raw(still));
  CHECK(CardTable::is_dirty(slot));
  CHECK_FALSE(CardTable::is_dirty(holder));
  store_ref_volatile(still, holder, offset, nullptr);
  CHECK(*slot == nullptr);
  CHECK(compare_exchange_ref(still, holder, offset, value.raw(still), nullptr) == nullptr);
  CHECK(compare_exchange_ref(still, holder, offset, nullptr, value.raw(still)) == nullptr);
  CHECK(*slot == value.raw(still));
}

TEST_CASE("barrier: setters of fields and elements store through it", "[gc][barrier]") {
  Mutator m;
  Handle<> array = m.object_array(1000);
  Handle<> reference = m.reference(ReferenceKind::kWeak, {});
  Handle<> value = m.node(1);
  m.collect_full();
  NoSafepoint still(*m.self);
  auto* elements = static_cast<java::ObjectArray*>(array.raw(still));
  CHECK_FALSE(CardTable::is_dirty(slot_at(elements, Object::element_offset(900, 3))));
  elements->store_element(still, 900, value.raw(still));
  CHECK(elements->at(900) == value.raw(still));
  CHECK(CardTable::is_dirty(slot_at(elements, Object::element_offset(900, 3))));
  auto* holder = static_cast<java::Reference*>(reference.raw(still));
  holder->set_referent(still, value.raw(still));
  CHECK(holder->load_ref(kReferent) == value.raw(still));
  CHECK(CardTable::is_dirty(slot_at(holder, kReferent)));
  holder->set_referent_volatile(still, nullptr);
  CHECK(holder->referent() == nullptr);
}

TEST_CASE("barrier: who copies references marks every card that they touch, and no other",
          "[gc][barrier]") {
  Mutator m;
  Handle<> array = m.object_array(1000);
  m.collect_full();
  NoSafepoint still(*m.self);
  Object* holder = array.raw(still);
  Object** first = slot_at(holder, Object::element_offset(200, 3));
  Object** end = first + 300;
  mark_cards(first, 0);
  CHECK_FALSE(CardTable::is_dirty(first));
  mark_cards(first, 300 * sizeof(Object*));
  for (Object** slot = first; slot < end; ++slot) {
    CHECK(CardTable::is_dirty(slot));
  }
  CHECK_FALSE(CardTable::is_dirty(reinterpret_cast<std::byte*>(first) - kCardBytes));
  CHECK_FALSE(CardTable::is_dirty(reinterpret_cast<std::byte*>(end - 1) + kCardBytes));
}

}  // namespace minijvm::gc::test
