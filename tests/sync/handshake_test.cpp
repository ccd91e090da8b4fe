// Proves that a handshake runs exactly once, with its target still, wherever the target is.
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

struct Bump final : HandshakeOperation {
  void run(ExecEnv&) override { ++*counter; }
  int* counter = nullptr;  // plain: target's use of it and ours must be ordered by the handshake
};

struct Target {
  std::atomic<ExecEnv*> ee{nullptr};
  std::atomic<bool> stop{false};
  int counter = 0;
};

}  // namespace

TEST_CASE("handshake: a running target serves it at its poll", "[sync][handshake]") {
  Attached me;
  Target target;
  std::thread thread = start([&](ExecEnv& self) {
    target.ee.store(&self);
    while (!target.stop.load()) {
      target.counter += 2;
      target.counter -= 2;
      poll(self);
    }
  });
  REQUIRE(eventually(me.self, [&] { return target.ee.load() != nullptr; }));
  Bump bump;
  bump.counter = &target.counter;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(run_handshake(me.self, *target.ee.load(), bump));
  }
  target.stop.store(true);
  join(me.self, thread);
  REQUIRE(target.counter == 200);
}

TEST_CASE("handshake: a target in native is served by the requester and kept from returning",
          "[sync][handshake]") {
  Attached me;
  Target target;
  std::thread thread = start([&](ExecEnv& self) {
    target.ee.store(&self);
    while (!target.stop.load()) {
      { VmToNative native(self); }
      target.counter += 2;
      target.counter -= 2;
    }
  });
  REQUIRE(eventually(me.self, [&] { return target.ee.load() != nullptr; }));
  Bump bump;
  bump.counter = &target.counter;
  for (int i = 0; i < 500; ++i) {
    REQUIRE(run_handshake(me.self, *target.ee.load(), bump));
  }
  target.stop.store(true);
  join(me.self, thread);
  REQUIRE(target.counter == 500);
}

TEST_CASE("handshake: threads may ask each other while the world is stopped now and then",
          "[sync][handshake]") {
  Attached me;
  constexpr int kThreads = 3;
  Target targets[kThreads];
  std::atomic<int> ready{0};
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.push_back(start([&, t](ExecEnv& self) {
      targets[t].ee.store(&self);
      ready.fetch_add(1);
      eventually(self, [&] { return ready.load() == kThreads; });
      Bump bump;
      Target& next = targets[(t + 1) % kThreads];
      bump.counter = &next.counter;
      for (int i = 0; i < 100; ++i) {
        run_handshake(self, *next.ee.load(), bump);
      }
      done.fetch_add(1);
      while (done.load() < kThreads) {
        poll(self);
      }
    }));
  }
  Nothing nothing;
  while (done.load() < kThreads) {
    run_at_safepoint(me.self, nothing);
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  for (Target& target : targets) {
    REQUIRE(target.counter == 100);
  }
}

TEST_CASE("handshake: a thread that is gone or not started yet is not asked", "[sync][handshake]") {
  Attached me;
  int counter = 0;
  Bump bump;
  bump.counter = &counter;
  ExecEnv& idle = *pool().acquire();
  REQUIRE_FALSE(run_handshake(me.self, idle, bump));
  attach(idle);
  REQUIRE_FALSE(run_handshake(me.self, idle, bump));
  cancel_attach(idle);
  REQUIRE_FALSE(run_handshake(me.self, idle, bump));
  pool().release(idle);
  REQUIRE(counter == 0);
  REQUIRE(run_handshake(me.self, me.self, bump));
  REQUIRE(counter == 1);
}
