// Proves: copying keeps graphs, hashes and locks' words, ages objects, promotes, follows old-to-young references by cards, and loses
// nothing when promotion fails.
#include "gc/young/scavenger.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "base/bits.h"
#include "gc/heap/stress.h"
#include "gc/heap/tlab.h"
#include "sync/threads/parker.h"
#include "sync/threads/safepoint.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("scavenger: a graph with sharing and a cycle survives, the dead do not",
          "[gc][scavenger]") {
  Mutator m;
  Handle<> a = m.node(1);
  Handle<> b = m.node(2);
  m.set(a, kLeft, b);
  m.set(a, kRight, b);
  m.set(b, kLeft, a);
  Object* before = m.raw(a);
  m.byte_array(100'000);
  {
    HandleScope dead(*m.self);
    m.list(1000);
  }
  m.collect_young();
  CHECK(m.raw(a) != before);
  CHECK(m.number(a) == 1);
  CHECK(m.same(m.get(a, kLeft), m.get(a, kRight)));
  CHECK(m.same(m.get(m.get(a, kLeft), kLeft), a));
  if (!kGcStress) {  // there the list was old before it died
    CHECK(whole_heap_usage().used < 150'000);
  }
}

TEST_CASE("scavenger: age and hash travel with the word", "[gc][scavenger]") {
  if (kGcStress) {
    return;  // there everything is old after two collections
  }
  Mutator m;
  Handle<> a = m.node(1);
  m.raw(a)->multi_use_word().store(sync::with_hash(0, 12345), std::memory_order_relaxed);
  m.collect_young();
  m.collect_young();
  sync::LockBits bits = m.raw(a)->multi_use_word().load(std::memory_order_relaxed);
  CHECK(sync::age_of(bits) == 2);
  CHECK(sync::hash_of(bits) == 12345);
  for (int i = 0; i < 20; ++i) {
    m.collect_young();
  }
  CHECK_FALSE(m.is_young(a));
  CHECK(sync::hash_of(m.raw(a)->multi_use_word().load(std::memory_order_relaxed)) == 12345);
}

TEST_CASE("scavenger: MaxTenuringThreshold=0 promotes at once", "[gc][scavenger]") {
  HeapOptions options = small_heap();
  options.max_tenuring_threshold = 0;
  Mutator m(options);
  Handle<> a = m.list(100);
  m.collect_young();
  CHECK_FALSE(m.is_young(a));
  CHECK(m.checked_length(a) == 100);
}

TEST_CASE("scavenger: a parked thread is dormant once all that it names is old",
          "[gc][scavenger]") {
  Mutator m;
  std::atomic<JavaThread*> parked{nullptr};
  std::atomic<bool> over{false};
  std::thread thread([&] {
    JavaThread* self = JavaThread::create(64 * kKiB);
    sync::attach(*self);
    sync::set_current_exec_env(self);
    sync::begin_running(*self, sync::ThreadState::kInVm);
    {
      HandleScope scope(*self);
      Object* made = allocate_instance(*self, *m.node_class);
      Handle<> named(self->handles.push(made));
      self->allocation_share = 1;
      sync::BlockedOn blocked(*self, sync::BlockKind::kPark, nullptr);
      parked.store(self);
      while (!over.load()) {
        sync::park(*self, sync::Deadline::forever());
      }
    }
    retire_tlab(*self);
    sync::detach(*self);
    sync::set_current_exec_env(nullptr);
    self->destroy();
  });
  while (parked.load() == nullptr || !sync::is_parked(*parked.load())) {
    sync::VmToBlocked waiting(*m.self);
    std::this_thread::yield();
  }
  JavaThread& other = *parked.load();
  gc::collect_young(*m.self, GcCause::kSystemGc);
  CHECK_FALSE(sync::is_dormant(other));
  // Each collection makes the object older, until it is promoted.
  for (int i = 0; i < 20; ++i) {
    gc::collect_young(*m.self, GcCause::kSystemGc);
  }
  CHECK(sync::is_dormant(other));
  // No collection measures it any more, so it has no share.
  CHECK(other.allocation_share == 0);
  over.store(true);
  sync::unpark(other);
  sync::VmToBlocked waiting(*m.self);
  thread.join();
}

TEST_CASE("scavenger: dirty cards of old arrays and objects keep young ones alive",
          "[gc][scavenger]") {
  HeapOptions options = small_heap();
  options.max_tenuring_threshold = 0;
  Mutator m(options);
  Handle<> array = m.object_array(5000);
  Handle<> holder = m.node(0);
  m.collect_young();
  REQUIRE_FALSE(m.is_young(array));
  for (int i = 0; i < 5000; i += 7) {
    HandleScope inner(*m.self);
    m.set(array, Object::element_offset(i, 3), m.node(i));
  }
  m.set(holder, kRight, m.node(77));
  m.collect_young();
  m.collect_young();
  for (int i = 0; i < 5000; ++i) {
    HandleScope inner(*m.self);
    Handle<> element = m.get(array, Object::element_offset(i, 3));
    REQUIRE(element.is_null() == (i % 7 != 0));
    REQUIRE((element.is_null() || m.number(element) == i));
  }
  CHECK(m.number(m.get(holder, kRight)) == 77);
}

TEST_CASE("scavenger: statics in mirrors are followed, and mirrors stay", "[gc][scavenger]") {
  Mutator m;
  Handle<> mirror = m.mirror(*m.node_class);
  Object* place = m.raw(mirror);
  m.set(mirror, kStaticRef, m.node(5));
  m.set(mirror, kMirrorName, m.node(6));
  m.collect_young();
  m.collect_young();
  m.collect_full();
  CHECK(m.raw(mirror) == place);
  CHECK(m.number(m.get(mirror, kStaticRef)) == 5);
  CHECK(m.number(m.get(mirror, kMirrorName)) == 6);
  CHECK(object_bytes(place) == 48);
}

TEST_CASE("scavenger: promotion failure loses nothing", "[gc][scavenger]") {
  if (kGcStress) {
    return;  // eden stays tiny there: what is to overflow would not even fit
  }
  HeapOptions options = small_heap();
  options.max_bytes = 3 * kMiB;
  options.young_bytes = 2 * kMiB;
  options.stress_interval = 1000;
  Mutator m(options);
  Handle<> keep = m.list(45'000);  // 1.8 MB live: more than the old generation holds
  REQUIRE_FALSE(keep.is_null());
  for (int i = 0; i < 5; ++i) {
    m.collect_young();
    REQUIRE(m.checked_length(keep) == 45'000);
  }
  CHECK(gc_counts().full_collections > 0);
}

}  // namespace minijvm::gc::test
