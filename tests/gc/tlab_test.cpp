// Proves: buffers are refilled and retired with fillers so that eden can be walked, and their bytes are counted.
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

TEST_CASE("tlab: sizes follow eden and the number of threads", "[gc][tlab]") {
  Mutator m;
  TlabPolicy policy;
  policy.initialize(0, true);
  CHECK(policy.tlab_bytes(8 * kMiB, *m.self) > 100 * kKiB);
  for (int i = 0; i < 20; ++i) {
    policy.note_active_threads(1000);
  }
  CHECK(policy.tlab_bytes(8 * kMiB, *m.self) == 2 * kKiB);
  policy.initialize(10'000, true);
  CHECK(policy.tlab_bytes(8 * kMiB, *m.self) == 10'000);
}

TEST_CASE("tlab: a thread's buffers follow its part of the allocation", "[gc][tlab]") {
  Mutator m;
  JavaThread* other = JavaThread::create(64 * kKiB);
  TlabPolicy policy;
  policy.initialize(0, true);
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
  CHECK(policy.tlab_bytes(5 * kMiB, *m.self) / kKiB == 5 * kMiB / 50 * 9 / 10 / kKiB);
  CHECK(policy.tlab_bytes(5 * kMiB, *other) / kKiB == 5 * kMiB / 50 / 10 / kKiB);
  float before = other->allocation_share;
  other->allocated_bytes += 10;
  policy.note_allocation(both, 1'000);  // too little to tell
  CHECK(other->allocation_share == before);
  other->destroy();
}

}  // namespace minijvm::gc::test
