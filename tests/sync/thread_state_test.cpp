// Proves the table of transitions, and that a step into a heap-touching state waits for a stopped world.
#include "sync/threads/thread_state.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("thread state: transitions change the state and go back", "[sync][thread_state]") {
  Attached me;
  REQUIRE(me.self.state() == ThreadState::kInVm);
  {
    VmToJava java(me.self);
    REQUIRE(me.self.state() == ThreadState::kInJava);
    {
      JavaToVm vm(me.self);
      REQUIRE(me.self.state() == ThreadState::kInVm);
      VmToBlocked blocked(me.self);
      REQUIRE(me.self.state() == ThreadState::kBlocked);
    }
    JavaToNative native(me.self);
    REQUIRE(me.self.state() == ThreadState::kInNative);
    NativeToVm vm(me.self);
    REQUIRE(me.self.state() == ThreadState::kInVm);
  }
  REQUIRE(me.self.state() == ThreadState::kInVm);
}

TEST_CASE("thread state: only the pairs of the table are legal", "[sync][thread_state]") {
  using enum ThreadState;
  int legal = 0;
  for (ThreadState from : {kNew, kInJava, kInVm, kInNative, kBlocked, kDead}) {
    for (ThreadState to : {kNew, kInJava, kInVm, kInNative, kBlocked, kDead}) {
      legal += is_legal_transition(from, to) ? 1 : 0;
    }
  }
  REQUIRE(legal == 6);
  REQUIRE_FALSE(is_legal_transition(kInNative, kInJava));
  REQUIRE_FALSE(is_legal_transition(kBlocked, kInJava));
}

#ifdef MINIJVM_DEBUG
TEST_CASE("thread state: a transition from the wrong state fails a check", "[sync][thread_state]") {
  REQUIRE(aborts([] {
    Attached me;
    NativeToVm wrong(me.self);
  }));
}
#endif

TEST_CASE("thread state: a thread in native comes back only when the world runs again",
          "[sync][thread_state]") {
  struct Operation final : SafepointOperation {
    void run() override {
      release_native.store(true);
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      came_back_early = came_back.load();
    }
    std::atomic<bool> release_native{false};
    std::atomic<bool> came_back{false};
    bool came_back_early = true;
  } operation;
  Attached me;
  std::atomic<bool> in_native{false};
  std::atomic<int> error{0};
  std::thread other = start([&](ExecEnv& self) {
    {
      VmToNative native(self);
      in_native.store(true);
      eventually([&] { return operation.release_native.load(); });
      errno = 77;
    }
    error.store(errno);
    operation.came_back.store(true);
  });
  REQUIRE(eventually(me.self, [&] { return in_native.load(); }));
  run_at_safepoint(me.self, operation);
  join(me.self, other);
  REQUIRE_FALSE(operation.came_back_early);
  REQUIRE(operation.came_back.load());
  REQUIRE(error.load() == 77);
}
