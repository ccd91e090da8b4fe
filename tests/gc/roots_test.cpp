// Proves: every kind of root that gc knows by itself, and the provider's door, keeps objects and is updated.
#include "gc/heap/roots.h"

#include <catch2/catch.hpp>

#include "gc/heap/stress.h"
#include "runtime/object/java_objects.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("roots: threads' fields, held monitors and providers", "[gc][roots]") {
  struct Provider final : ReferenceTable {
    Object* slot = nullptr;
    void visit_roots(RootVisitor& visitor) override { visitor.visit(&slot); }
  } provider;
  Mutator m;
  add_reference_table(provider);
  {
    HandleScope inner(*m.self);
    provider.slot = m.raw(m.node(1));
    m.self->pending_exception = m.raw(m.node(2));
    m.self->thread_object = static_cast<java::Thread*>(m.raw(m.node(3)));
    m.self->held_monitors.push_back({m.raw(m.node(4)), nullptr});
  }
  auto check = [&] {
    CHECK(provider.slot->load<std::int64_t>(kNumber) == 1);
    CHECK(m.self->pending_exception->load<std::int64_t>(kNumber) == 2);
    CHECK(m.self->thread_object->load<std::int64_t>(kNumber) == 3);
    CHECK(m.self->held_monitors[0].object->load<std::int64_t>(kNumber) == 4);
  };
  Object* before = provider.slot;
  m.collect_young();
  check();
  CHECK((kGcStress || provider.slot != before));  // there it was old already
  m.collect_full();
  check();
  m.self->pending_exception = nullptr;
  m.self->thread_object = nullptr;
  m.self->held_monitors.clear();
}

}  // namespace minijvm::gc::test
