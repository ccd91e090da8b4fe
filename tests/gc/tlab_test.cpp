// Proves: buffers are refilled and retired with fillers so that eden can be walked, and their bytes are counted.
#include "gc/tlab.h"

#include <catch2/catch.hpp>

#include "base/bits.h"
#include "gc/stress.h"
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
  TlabPolicy policy;
  policy.initialize(0, true);
  CHECK(policy.tlab_bytes(8 * kMiB) > 100 * kKiB);
  for (int i = 0; i < 20; ++i) {
    policy.note_active_threads(1000);
  }
  CHECK(policy.tlab_bytes(8 * kMiB) == 2 * kKiB);
  policy.initialize(10'000, true);
  CHECK(policy.tlab_bytes(8 * kMiB) == 10'000);
}

}  // namespace minijvm::gc::test
