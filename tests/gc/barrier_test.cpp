// Proves: every way to store a reference stores it and dirties the card of the slot, not of the object.
#include "gc/barrier.h"

#include <catch2/catch.hpp>

#include "gc/card_table.h"
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

}  // namespace minijvm::gc::test
