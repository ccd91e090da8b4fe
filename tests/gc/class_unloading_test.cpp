// Proves what a full collection keeps a class for (an instance, its mirror, its ClassLoader), that it frees what it does not keep, and that
// the place of a dead mirror is used again. Classes are made by hand, each with a home of its own, as a hidden class has it.
#include "runtime/class/class_unloading.h"

#include <catch2/catch.hpp>
#include <new>

#include "runtime/load/loader_parts.h"
#include "runtime/object/java_objects.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

using runtime::LoaderData;

constexpr std::uint32_t kRefs[] = {kLeft, kRight};

Class& make_dying_class(Mutator& m) {
  LoaderData& home = LoaderData::for_hidden_class(LoaderData::boot());
  Class& klass = *new (runtime::allocate_class_memory(sizeof(Class))) Class();
  klass.kind = runtime::ClassKind::kInstance;
  klass.instance_bytes = 40;
  klass.ref_offsets = kRefs;
  klass.loader = &LoaderData::boot();
  klass.home = &home;
  home.parts->classes.push_back(&klass);
  HandleScope inner(*m.self);
  m.mirror(klass);
  home.unpin();
  return klass;
}

Handle<> instance_of(Mutator& m, Class& klass) {
  return Handle<>(m.self->handles.push(allocate_instance(*m.self, klass)));
}

// The class's own slot, as the VM's handles on mirrors are: keeps nothing.
Handle<> mirror_of(Class& klass) { return Handle<java::ClassMirror>(&klass.mirror); }
Handle<> handle_on_mirror(Mutator& m, Class& klass) {
  return Handle<>(m.self->handles.push(klass.mirror));
}

bool exists(const LoaderData* home) {
  struct Search {
    const LoaderData* wanted;
    bool found;
  } search{home, false};
  LoaderData::for_each(
      [](LoaderData& each, void* context) {
        auto& wanted = *static_cast<Search*>(context);
        wanted.found = wanted.found || &each == wanted.wanted;
      },
      &search);
  return search.found;
}

}  // namespace

TEST_CASE("unloading: an instance keeps its class, and the class its statics and constants",
          "[gc][class_unloading]") {
  Mutator m;
  Class& klass = make_dying_class(m);
  const LoaderData* home = klass.home;
  std::size_t mirrors = the_heap().fixed.mirrors();
  Object** constant = nullptr;
  {
    HandleScope inner(*m.self);
    m.set(mirror_of(klass), kStaticRef, m.node(7));
    constant = klass.home->constants.add(m.raw(m.node(8)));
    Handle<> holder = m.node(1);
    m.set(holder, kLeft, instance_of(m, klass));
    m.collect_young();
    CHECK((*constant)->load<std::int64_t>(kNumber) == 8);
    m.collect_full();
    m.collect_full();
    REQUIRE(exists(home));
    CHECK(m.number(m.get(mirror_of(klass), kStaticRef)) == 7);
    CHECK((*constant)->load<std::int64_t>(kNumber) == 8);
  }
  m.collect_young();  // unloads nothing
  CHECK(exists(home));
  m.collect_full();
  CHECK_FALSE(exists(home));
  CHECK(the_heap().fixed.mirrors() == mirrors - 1);
  CHECK(whole_heap_usage().used == 0);
}

TEST_CASE("unloading: a mirror keeps its class, and a weak reference to it is cleared with it",
          "[gc][class_unloading]") {
  Mutator m;
  Class& klass = make_dying_class(m);
  const LoaderData* home = klass.home;
  Handle<> weak = m.reference(ReferenceKind::kWeak, mirror_of(klass));
  {
    HandleScope inner(*m.self);
    m.set(m.node(1), kLeft, mirror_of(klass));
    m.collect_full();
    CHECK(exists(home));
    CHECK_FALSE(m.is_null_at(weak, kReferent));
  }
  m.collect_full();
  CHECK_FALSE(exists(home));
  CHECK(m.is_null_at(weak, kReferent));
}

TEST_CASE("unloading: a ClassLoader object keeps the classes it defined", "[gc][class_unloading]") {
  Mutator m;
  const_cast<runtime::WellKnown&>(runtime::wk()).ClassLoader_loader_data = kNumber;
  m.node_class->is_class_loader = true;
  Class& klass = make_dying_class(m);
  const LoaderData* home = klass.home;
  Handle<> loader = m.node(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(home)));
  m.collect_full();
  CHECK(exists(home));
  {
    NoSafepoint still(*m.self);
    loader.raw(still)->store<std::int64_t>(kNumber, 0);
  }
  m.collect_full();
  CHECK_FALSE(exists(home));
}

TEST_CASE("unloading: neighbours that died leave one gap, which later mirrors fill",
          "[gc][class_unloading]") {
  Mutator m;
  Class* classes[6];
  for (Class*& klass : classes) {
    klass = &make_dying_class(m);
  }
  {
    HandleScope inner(*m.self);
    Handle<> first = handle_on_mirror(m, *classes[0]);
    Handle<> last = handle_on_mirror(m, *classes[5]);
    Object* gap = classes[1]->mirror;
    std::size_t used = the_heap().fixed.space().used();
    m.collect_full();
    CHECK(m.raw(first) != nullptr);
    CHECK(m.raw(last) != nullptr);
    Object* large = allocate_fixed(*m.self, 4 * 48, Object::make_class_word(m.class_class, 0));
    CHECK(large == gap);
    CHECK(large->load<std::uint64_t>(kVmClass) == 0);
    CHECK(the_heap().fixed.space().used() == used);
    CHECK(the_heap().fixed.bytes_of(large) == 4 * 48);
    m.collect_full();  // it was nobody's mirror
    CHECK(make_dying_class(m).mirror == gap);
  }
  m.collect_full();  // before its heap goes
}

TEST_CASE("unloading: metadata beyond its threshold asks for a collection",
          "[gc][class_unloading]") {
  HeapOptions options = small_heap();
  options.metaspace_bytes = 64 * 1024;
  Mutator m(options);
  Class& klass = make_dying_class(m);
  const LoaderData* home = klass.home;
  std::uint64_t before = gc_counts().full_collections;
  (void)has_room_for_metadata(*m.self);
  CHECK(gc_counts().full_collections == before);
  klass.home->allocate(100'000);
  (void)has_room_for_metadata(*m.self);
  CHECK(gc_counts().full_collections == before + 1);
  CHECK_FALSE(exists(home));
}

}  // namespace minijvm::gc::test
