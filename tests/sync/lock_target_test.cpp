// Proves that a target follows its object when the slot is changed.
#include "sync/lock_target.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("lock target: asks its slot again each time", "[sync][lock_target]") {
  FakeObject before;
  FakeObject after;
  void* slot = &before;
  LockTarget target(&slot);
  REQUIRE(&target.word() == &before.word);
  slot = &after;
  REQUIRE(&target.word() == &after.word);
}
