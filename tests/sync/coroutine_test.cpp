// Proves that a coroutine keeps its stack while others run, that each side sees its own ExecEnv, and that another kernel thread may go on with it.
#include "sync/threads/coroutine.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "sync/threads/exec_env.h"

using namespace minijvm::sync;

namespace {

struct Counter;
struct Inner : ExecEnv {
  explicit Inner(Counter& of) : counter(of) {}
  Counter& counter;
};

// One coroutine that counts.
struct Counter {
  Inner inner{*this};
  Coroutine* coroutine = nullptr;
  int count = 0;
  int rounds = 3;
  bool saw_itself = true;
  // Runs another one inside.
  Counter* nested = nullptr;
};

void count(ExecEnv& inner) {
  auto& self = static_cast<Inner&>(inner).counter;
  int local = 0;
  for (int i = 0; i < self.rounds; ++i) {
    self.saw_itself = self.saw_itself && current_exec_env() == &self.inner;
    self.count = ++local;
    if (self.nested != nullptr) {
      self.nested->coroutine->enter(self.inner, self.coroutine);
    }
    self.coroutine->leave();
  }
  self.coroutine->end();
}

void make(Counter& counter) {
  counter.coroutine = Coroutine::make(64 * 1024, 4096, count, counter.inner);
  REQUIRE(counter.coroutine != nullptr);
}

}  // namespace

TEST_CASE("coroutine: it goes on where it left, and each side has its own ExecEnv", "[sync][coroutine]") {
  ExecEnv outer;
  mount_exec_env(&outer);
  Counter counter;
  make(counter);
  for (int i = 1; i <= 3; ++i) {
    counter.coroutine->enter(outer, nullptr);
    REQUIRE(counter.count == i);
    REQUIRE(current_exec_env() == &outer);
  }
  counter.coroutine->enter(outer, nullptr);
  CHECK(counter.saw_itself);
  counter.coroutine->recycle();
  mount_exec_env(nullptr);
}

TEST_CASE("coroutine: another kernel thread goes on with it", "[sync][coroutine]") {
  Counter counter;
  counter.rounds = 50;
  make(counter);
  for (int i = 1; i <= 51; ++i) {
    std::thread([&] {
      ExecEnv outer;
      mount_exec_env(&outer);
      counter.coroutine->enter(outer, nullptr);
      mount_exec_env(nullptr);
    }).join();
  }
  CHECK(counter.count == 50);
  CHECK(counter.saw_itself);
  counter.coroutine->recycle();
}

TEST_CASE("coroutine: one runs inside of another", "[sync][coroutine]") {
  ExecEnv outer;
  mount_exec_env(&outer);
  Counter below, above;
  below.rounds = above.rounds = 5;
  make(below);
  make(above);
  below.nested = &above;
  for (int i = 1; i <= 5; ++i) {
    below.coroutine->enter(outer, nullptr);
    REQUIRE(above.count == i);
  }
  above.coroutine->enter(outer, nullptr);
  below.coroutine->enter(outer, nullptr);
  CHECK((below.saw_itself && above.saw_itself));
  above.coroutine->recycle();
  below.coroutine->recycle();
  mount_exec_env(nullptr);
}

TEST_CASE("coroutine: an ended one gives its stack to the next", "[sync][coroutine]") {
  ExecEnv outer;
  mount_exec_env(&outer);
  Counter first;
  first.rounds = 0;
  make(first);
  const std::byte* lowest = first.coroutine->bounds().lowest;
  first.coroutine->enter(outer, nullptr);
  first.coroutine->recycle();
  Counter second;
  second.rounds = 0;
  make(second);
  CHECK(second.coroutine->bounds().lowest == lowest);
  second.coroutine->enter(outer, nullptr);
  second.coroutine->recycle();
  mount_exec_env(nullptr);
}
