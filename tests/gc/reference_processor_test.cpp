// Proves: the states and the order of reference_processor.h for soft, weak, final and phantom references, in young and full collections, and weak tables.
#include "gc/references/reference_processor.h"

#include <catch2/catch.hpp>
#include <set>

#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

struct Collect {
  bool full;
  void operator()(Mutator& m) const { full ? m.collect_full() : m.collect_young(); }
};

// The pending list's members, taken off.
std::vector<Handle<>> take(Mutator& m) {
  std::vector<Handle<>> all;
  for (Object* at = take_pending_references(); at != nullptr; at = at->load_ref(kDiscovered)) {
    all.emplace_back(m.self->handles.push(at));
  }
  return all;
}

Handle<> weak_to_garbage(Mutator& m, ReferenceKind kind, std::int64_t number) {
  Handle<> made(m.self->handles.push(nullptr));
  HandleScope inner(*m.self);
  Handle<> reference = m.reference(kind, m.node(number));
  *const_cast<Object**>(made.slot()) = m.raw(reference);
  return made;
}

}  // namespace

TEST_CASE("references: weak and phantom are cleared and listed, live ones are not",
          "[gc][references]") {
  for (ReferenceKind kind : {ReferenceKind::kWeak, ReferenceKind::kPhantom}) {
    for (Collect collect : {Collect{false}, Collect{true}}) {
      Mutator m;
      Handle<> dead = weak_to_garbage(m, kind, 1);
      Handle<> kept = m.node(2);
      Handle<> live = m.reference(kind, kept);
      collect(m);
      CHECK(m.is_null_at(dead, kReferent));
      CHECK(m.same(m.get(live, kReferent), kept));
      CHECK(has_pending_references());
      std::vector<Handle<>> pending = take(m);
      REQUIRE(pending.size() == 1);
      CHECK(m.same(pending[0], dead));
      CHECK(m.is_null_at(dead, kNext));
      CHECK_FALSE(has_pending_references());
    }
  }
}

TEST_CASE("references: a final reference keeps its object for the finalizer", "[gc][references]") {
  for (Collect collect : {Collect{false}, Collect{true}}) {
    Mutator m;
    Handle<> finalizer = weak_to_garbage(m, ReferenceKind::kFinal, 42);
    Handle<> weak(m.self->handles.push(nullptr));
    Handle<> phantom(m.self->handles.push(nullptr));
    {
      HandleScope inner(*m.self);
      Handle<> object = m.get(finalizer, kReferent);
      m.set(object, kLeft, m.node(43));
      *const_cast<Object**>(weak.slot()) = m.raw(m.reference(ReferenceKind::kWeak, object));
      *const_cast<Object**>(phantom.slot()) =
          m.raw(m.reference(ReferenceKind::kPhantom, m.get(finalizer, kReferent)));
    }
    if (kGcStress) {
      continue;  // collections came before the script was done
    }
    collect(m);
    REQUIRE_FALSE(m.is_null_at(finalizer, kReferent));
    {
      HandleScope inner(*m.self);
      Handle<> object = m.get(finalizer, kReferent);
      CHECK(m.number(object) == 42);
      CHECK(m.number(m.get(object, kLeft)) == 43);
      CHECK(m.same(m.get(finalizer, kNext), finalizer));
      CHECK(m.is_null_at(weak, kReferent));              // before finalization
      CHECK(m.same(m.get(phantom, kReferent), object));  // only after it
      CHECK(take(m).size() == 2);
    }
    // The handler enqueues it, the Finalizer thread runs it and clears it: then the phantom's turn comes.
    m.clear(finalizer, kReferent);
    m.collect_full();
    CHECK(m.is_null_at(phantom, kReferent));
  }
}

TEST_CASE("references: pending ones stay on the list until they are taken", "[gc][references]") {
  Mutator m;
  std::vector<Handle<>> dead;
  for (int i = 0; i < 10; ++i) {
    dead.push_back(weak_to_garbage(m, ReferenceKind::kWeak, i));
    m.collect_young();
  }
  m.collect_full();
  std::set<Object*> pending;
  for (Handle<> reference : take(m)) {
    pending.insert(m.raw(reference));
  }
  CHECK(pending.size() == 10);
  for (Handle<> reference : dead) {
    CHECK(pending.count(m.raw(reference)) == 1);
  }
}

TEST_CASE("references: soft ones go only when time has passed, or memory is short",
          "[gc][references]") {
  Mutator m;
  Class& soft = *m.reference_classes[static_cast<int>(ReferenceKind::kSoft)];
  Handle<> mirror = m.mirror(soft);
  Handle<> fresh = weak_to_garbage(m, ReferenceKind::kSoft, 1);
  m.raw(fresh)->store<std::int64_t>(kTimestamp, 1'000'000'000);
  m.raw(mirror)->store<std::int64_t>(kStaticClock, 1'000'000'010);
  Handle<> stale = weak_to_garbage(m, ReferenceKind::kSoft, 2);
  if (kGcStress) {
    return;
  }
  m.collect_full();
  CHECK_FALSE(m.is_null_at(fresh, kReferent));
  CHECK(m.is_null_at(stale, kReferent));
  CHECK(m.raw(mirror)->load<std::int64_t>(kStaticClock) != 1'000'000'010);
  m.collect_full(GcCause::kLastDitch);
  CHECK(m.is_null_at(fresh, kReferent));
}

TEST_CASE("references: a soft one made before the first collection is no older than the heap",
          "[gc][references]") {
  Mutator m;
  Handle<> mirror = m.mirror(*m.reference_classes[static_cast<int>(ReferenceKind::kSoft)]);
  Handle<> early = weak_to_garbage(m, ReferenceKind::kSoft, 1);
  m.raw(early)->store<std::int64_t>(kTimestamp, m.raw(mirror)->load<std::int64_t>(kStaticClock));
  if (kGcStress) {
    return;
  }
  m.collect_full();
  m.collect_full();
  CHECK_FALSE(m.is_null_at(early, kReferent));
}

TEST_CASE("references: weak tables lose their dead and follow the others", "[gc][references]") {
  struct Table final : ReferenceTable {
    std::vector<Object*> entries;
    void sweep(Liveness& liveness) override {
      std::vector<Object*> rest;
      for (Object* entry : entries) {
        if (Object* there = liveness.forwarded_or_null(entry)) {
          rest.push_back(there);
        }
      }
      entries = rest;
    }
  };
  for (Collect collect : {Collect{false}, Collect{true}}) {
    Mutator m;
    Table table;
    add_reference_table(table);
    Handle<> kept = m.node(1);
    table.entries.push_back(m.raw(kept));
    {
      HandleScope inner(*m.self);
      table.entries.push_back(m.raw(m.node(2)));
    }
    collect(m);
    collect(m);
    REQUIRE(table.entries.size() == 1);
    CHECK(table.entries[0] == m.raw(kept));
  }
}

TEST_CASE("references: a weak table may keep its young entries apart", "[gc][references]") {
  struct Table final : ReferenceTable {
    std::vector<Object*> old;
    std::vector<Object*> young;
    void sweep(Liveness& liveness) override {
      young.insert(young.end(), old.begin(), old.end());
      old.clear();
      sweep_young(liveness);
    }
    void sweep_young(Liveness& liveness) override {
      std::vector<Object*> before;
      before.swap(young);
      for (Object* entry : before) {
        if (Object* there = liveness.forwarded_or_null(entry)) {
          (gc::is_young(there) ? young : old).push_back(there);
        }
      }
    }
  };
  Mutator m;
  Table table;
  add_reference_table(table);
  Handle<> kept = m.node(1);
  {
    HandleScope inner(*m.self);
    Handle<> dropped = m.node(2);
    table.young = {m.raw(kept), m.raw(dropped)};
    m.collect_full();
    REQUIRE(table.old.size() + table.young.size() == 2);
  }
  m.collect_young();
  m.collect_young();
  REQUIRE(table.old.size() + table.young.size() >= 1);  // what is old stays for a full collection
  CHECK((table.old.empty() ? table.young : table.old)[0] == m.raw(kept));
  m.collect_full();
  REQUIRE(table.old.size() + table.young.size() == 1);
  CHECK((table.old.empty() ? table.young : table.old)[0] == m.raw(kept));
}

}  // namespace minijvm::gc::test
