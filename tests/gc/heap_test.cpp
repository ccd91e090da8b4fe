// Proves: the heap's contract as vm sees it: counts, sizes, walking, other threads stopped while one collects.
#include "gc/heap/heap.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <set>
#include <thread>

#include "base/bits.h"
#include "gc/heap/heap_listener.h"
#include "gc/heap/stress.h"
#include "gc/policy/collection.h"
#include "sync/threads/safepoint.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("heap: counts collections and knows its sizes", "[gc][heap]") {
  Mutator m;
  CHECK(heap_max_bytes() == 12 * kMiB);
  CHECK(whole_heap_usage().committed <= heap_max_bytes());
  std::uint64_t fulls = gc_counts().full_collections;
  m.collect_full();
  CHECK(gc_counts().full_collections == fulls + 1);
  CHECK(ms_since_full_collection() < 60'000);
  Handle<> node = m.node(1);
  CHECK(heap_contains(m.raw(node)));
  CHECK_FALSE(heap_contains(&m));
  CHECK_FALSE(heap_contains(nullptr));
}

TEST_CASE("heap: as a whole, no more is used than is committed, even with both survivors full",
          "[gc][heap]") {
  Mutator m;
  Heap& heap = the_heap();
  for (Space* survivor : {&heap.from(), &heap.to()}) {
    REQUIRE(survivor->set_capacity(heap.policy.survivor_capacity()));
    REQUIRE(survivor->bump(survivor->free()) != nullptr);
  }
  REQUIRE(heap.eden.bump(heap.eden.free()) != nullptr);
  if (std::size_t rest = heap.old.space().free(); rest != 0) {
    REQUIRE(heap.old.allocate(rest) != nullptr);
  }
  PoolUsage whole = whole_heap_usage();
  CHECK(whole.used == heap.used_bytes());
  CHECK(whole.used <= whole.committed);
  CHECK(whole.committed <= whole.max);
  CHECK(whole.max == heap_max_bytes());
}

TEST_CASE("heap: who was overtaken by another's collection stops nobody", "[gc][heap]") {
  Mutator m;
  Heap& heap = the_heap();
  constexpr std::size_t kBytes = 40;
  CollectForAllocation overtaken(heap, kBytes, heap.statistics.collections());
  CollectForAllocation first(heap, kBytes, heap.statistics.collections());
  run_collection(*m.self, heap, first);
  std::uint64_t stops = sync::safepoint_count();
  std::uint64_t collections = heap.statistics.collections();
  run_collection(*m.self, heap, overtaken);
  CHECK(overtaken.fits());  // so it tries again
  CollectForMetadata not_due(heap);
  run_collection(*m.self, heap, not_due);
  CHECK(sync::safepoint_count() == stops);
  CHECK(heap.statistics.collections() == collections);
}

TEST_CASE("heap: pools have usage, and each collection is reported", "[gc][heap]") {
  Mutator m;
  constexpr auto kTenured = static_cast<std::size_t>(HeapPool::kTenured);
  m.list(500);
  for (const PoolUsage& pool : heap_usage()) {
    CHECK(pool.used <= pool.committed);
    CHECK(pool.committed <= pool.max);
  }
  static struct Listener final : HeapListener {
    void collection_begins() override { ++begins; }
    void collection_ended(const CollectionRecord& record) override {
      ++ends;
      last = record;
    }
    void classes_died() override {}
    void after_collection(runtime::JavaThread&) override { ++afterwards; }
    void usage_changed() override { ++reports; }
    runtime::Object* object_sampled(runtime::JavaThread&, runtime::Object* fresh) override {
      return fresh;
    }
    int begins = 0, ends = 0;
    CollectionRecord last;
    // Threads of other test cases may raise these two at the same time.
    std::atomic<int> afterwards = 0, reports = 0;
  } listener;
  set_heap_listener(listener);
  m.collect_full();
  CHECK(listener.begins == 1);
  CHECK(listener.ends == 1);
  CHECK(listener.afterwards == 1);
  CHECK(listener.reports >= 1);
  CHECK(listener.last.collector == Collector::kFull);
  CHECK(listener.last.start_ns <= listener.last.end_ns);
  CHECK(listener.last.before[kTenured].used <= listener.last.before[kTenured].committed);
  CHECK(listener.last.after[kTenured].used == heap_usage()[kTenured].used);
  m.collect_young();
  CHECK(listener.last.collector == Collector::kYoung);
}

TEST_CASE("heap: a walk shows every object and no filler", "[gc][heap]") {
  Mutator m;
  m.list(500);
  Handle<> mirror = m.mirror(*m.node_class);
  m.collect_young();
  m.list(300);
  struct Count final : ObjectVisitor {
    std::set<Object*> seen;
    void visit(Object* object) override { seen.insert(object); }
  } count;
  struct Walk final : sync::SafepointOperation {
    explicit Walk(Count& c) : counter(c) {}
    void run() override { for_each_object(counter); }
    Count& counter;
  } walk(count);
  sync::run_at_safepoint(*m.self, walk);
  CHECK(count.seen.size() >= 801);
  CHECK(count.seen.count(m.raw(mirror)) == 1);
  m.collect_young();
}

TEST_CASE("heap: many threads allocate, and each keeps its own list", "[gc][heap]") {
  HeapOptions options = small_heap();
  options.stress_interval = 97;
  Mutator m(options);
  constexpr int kThreads = 4;
  std::atomic<int> right{0};
  auto work = [&](int number) {
    JavaThread* self = JavaThread::create(64 * kKiB);
    sync::attach(*self);
    sync::set_current_exec_env(self);
    sync::begin_running(*self, sync::ThreadState::kInVm);
    bool good = true;
    for (int round = 0; round < 60; ++round) {
      HandleScope scope(*self);
      Handle<> head(self->handles.push(nullptr));
      for (int i = 0; i < 400; ++i) {
        Object* made = allocate_instance(*self, *m.node_class);
        good = good && made != nullptr;
        made->store<std::int64_t>(kNumber, number * 1000 + i);
        NoSafepoint still(*self);
        store_ref(still, made, kLeft, head.raw(still));
        *const_cast<Object**>(head.slot()) = made;
      }
      NoSafepoint still(*self);
      int i = 399;
      for (Object* at = head.raw(still); at != nullptr; at = at->load_ref(kLeft), --i) {
        good = good && at->load<std::int64_t>(kNumber) == number * 1000 + i;
      }
      good = good && i == -1;
    }
    right += good ? 1 : 0;
    retire_tlab(*self);
    sync::detach(*self);
    sync::set_current_exec_env(nullptr);
    self->destroy();
  };
  {
    sync::VmToBlocked waiting(*m.self);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back(work, i);
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
  CHECK(right == kThreads);
}

TEST_CASE("heap: the handler waits for references until a collection lists one", "[gc][heap]") {
  Mutator m;
  take_pending_references();
  std::atomic<bool> woke{false};
  std::thread handler([&] {
    JavaThread* self = JavaThread::create(64 * kKiB);
    sync::attach(*self);
    sync::set_current_exec_env(self);
    sync::begin_running(*self, sync::ThreadState::kInVm);
    wait_for_pending_references(*self);
    woke = has_pending_references();
    sync::detach(*self);
    sync::set_current_exec_env(nullptr);
    self->destroy();
  });
  {
    HandleScope inner(*m.self);
    m.reference(ReferenceKind::kWeak, m.node(1));
  }
  Handle<> reference(m.self->handles.push(nullptr));
  {
    HandleScope inner(*m.self);
    *const_cast<Object**>(reference.slot()) = m.raw(m.reference(ReferenceKind::kWeak, m.node(2)));
  }
  m.collect_full();
  {
    sync::VmToBlocked waiting(*m.self);
    handler.join();
  }
  CHECK(woke);
}

}  // namespace minijvm::gc::test
