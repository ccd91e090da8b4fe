// Proves that the witness counts, and that stopping inside one is found in debug builds.
#include "sync/threads/no_safepoint.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

#ifdef MINIJVM_DEBUG
TEST_CASE("no safepoint: the witness counts while it lives", "[sync][no_safepoint]") {
  Attached me;
  {
    NoSafepoint outer(me.self);
    NoSafepoint inner(me.self);
    REQUIRE(me.self.no_safepoint_depth_ == 2);
  }
  REQUIRE(me.self.no_safepoint_depth_ == 0);
}

TEST_CASE("no safepoint: a poll, a state change or a safepoint inside one fails a check",
          "[sync][no_safepoint]") {
  REQUIRE(aborts([] {
    Attached me;
    NoSafepoint still(me.self);
    poll(me.self);
  }));
  REQUIRE(aborts([] {
    Attached me;
    NoSafepoint still(me.self);
    VmToBlocked blocked(me.self);
  }));
}

TEST_CASE("no safepoint: a thread that may not touch the heap gets no witness",
          "[sync][no_safepoint]") {
  REQUIRE(aborts([] {
    Attached me;
    VmToNative native(me.self);
    NoSafepoint still(me.self);
  }));
  REQUIRE(aborts([] { NoSafepoint still = NoSafepoint::in_stopped_world(); }));
}
#endif

TEST_CASE("no safepoint: collector threads get a witness while the world is stopped",
          "[sync][no_safepoint]") {
  struct Operation final : SafepointOperation {
    void run() override {
      NoSafepoint still = NoSafepoint::in_stopped_world();
      ran = true;
    }
    bool ran = false;
  } operation;
  Attached me;
  run_at_safepoint(me.self, operation);
  REQUIRE(operation.ran);
}
