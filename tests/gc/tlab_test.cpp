// Proves: buffers are refilled and retired with fillers so that eden can be walked, and their bytes
// are counted; their sizes follow the threads and the flags, and many threads waste little.
#include "gc/heap/tlab.h"

#include <catch2/catch.hpp>

#include "base/bits.h"
#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {

TEST_CASE("tlab: eden can be walked after retiring, fillers and all", "[gc][tlab]") {
  if (kGcStress) {
    return;  // no TLABs there
  }
  Mutator m;
  m.list(1000);
  CHECK(m.self->tlab.start != nullptr);
  retire_tlab(*m.self);
  CHECK(m.self->tlab.start == nullptr);
  CHECK(m.self->allocated_bytes == 1000 * 40);
  std::size_t nodes = 0;
  std::size_t bytes = 0;
  Heap::walk(the_heap().eden, [&](Object* object) {
    nodes += is_filler(object) ? 0 : 1;
    bytes += young_or_old_bytes(object);
  });
  CHECK(nodes == 1000);
  CHECK(bytes == the_heap().eden.used());
  retire_tlab(*m.self);  // twice is once
}

TEST_CASE("tlab: a thread that was not measured earns its buffers", "[gc][tlab]") {
  Mutator m;
  TlabPolicy policy;
  policy.initialize({});
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == 2 * kKiB);
  m.self->allocated_bytes = 500 * kKiB;
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == 10 * kKiB);
  m.self->allocated_bytes = 500 * kMiB;
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == 256 * kKiB);
}

TEST_CASE("tlab: small buffers take one percent of eden, then threads have none", "[gc][tlab]") {
  Mutator m;
  TlabPolicy policy;
  policy.initialize({});
  int given = 0;
  for (; policy.next_bytes(8 * kMiB, *m.self) != 0; ++given) {
    policy.note_first_window(2 * kKiB);
  }
  CHECK(given == 8 * 1024 / 100 / 2);
  // A thread that has one may refill it.
  alignas(8) std::byte window[64] = {};
  install_tlab(*m.self, window, sizeof window);
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == 2 * kKiB);
  m.self->tlab = {};
  // A collection takes all of them back.
  policy.note_allocation([](auto) {}, 0);
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == 2 * kKiB);
}

TEST_CASE("tlab: one thread has a small buffer in a tiny eden, too", "[gc][tlab]") {
  Mutator m;
  TlabPolicy policy;
  policy.initialize({});
  CHECK(policy.next_bytes(64 * kKiB, *m.self) == 2 * kKiB);
  policy.note_first_window(2 * kKiB);
  CHECK(policy.next_bytes(64 * kKiB, *m.self) == 0);
}

TEST_CASE("tlab: the flags do what they say", "[gc][tlab]") {
  Mutator m;
  TlabPolicy policy;
  HeapOptions options;
  options.tlab_bytes = kMiB;
  policy.initialize(options);
  // TLABSize is the first size. Later the thread's share counts.
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == kMiB);
  m.self->allocation_share = 1;
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == align_up(8 * kMiB / 50, 8));
  options.resize_tlabs = false;
  policy.initialize(options);
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == kMiB);
  // Without TLABSize all threads get the same.
  options.tlab_bytes = 0;
  policy.initialize(options);
  for (int i = 0; i < 20; ++i) {
    policy.note_active_threads(10);
  }
  CHECK(policy.next_bytes(8 * kMiB, *m.self) == align_up(8 * kMiB / 50 / 10, 8));

  options = {};
  options.tlab_waste_percent = 5;
  policy.initialize(options);
  CHECK(policy.next_bytes(kMiB, *m.self) == align_up(kMiB / 10, 8));
  options.min_tlab_bytes = kMiB;
  policy.initialize(options);
  CHECK(policy.next_bytes(100 * kMiB, *m.self) == kMiB);
  options.use_tlab = false;
  policy.initialize(options);
  CHECK(policy.next_bytes(100 * kMiB, *m.self) == 0);
}

TEST_CASE("tlab: a rest that no object fits is given up in the end", "[gc][tlab]") {
  alignas(8) std::byte memory[2048] = {};
  runtime::TlabWindow window{.top = memory + 1900, .end = memory + 2000, .start = memory};
  CHECK_FALSE(TlabPolicy::worth_retiring(window, 2 * kKiB));
  window.passed_bytes = 64 * 100;
  CHECK(TlabPolicy::worth_retiring(window, 2 * kKiB));
}

TEST_CASE("tlab: a thread's buffers follow its part of the allocation", "[gc][tlab]") {
  Mutator m;
  JavaThread* other = JavaThread::create(64 * kKiB);
  TlabPolicy policy;
  policy.initialize({});
  auto both = [&](auto visit) {
    visit(*m.self);
    visit(*other);
  };
  m.self->allocated_before = m.self->allocated_bytes;
  for (int i = 0; i < 20; ++i) {
    m.self->allocated_bytes += 9'000'000;
    other->allocated_bytes += 1'000'000;
    policy.note_allocation(both, 1'000);
  }
  CHECK(policy.next_bytes(5 * kMiB, *m.self) / kKiB == 5 * kMiB / 50 * 9 / 10 / kKiB);
  CHECK(policy.next_bytes(5 * kMiB, *other) / kKiB == 5 * kMiB / 50 / 10 / kKiB);
  float before = other->allocation_share;
  other->allocated_bytes += 10;
  policy.note_allocation(both, 1'000);  // too little to tell
  CHECK(other->allocation_share == before);
  other->destroy();
}

}  // namespace minijvm::gc::test
