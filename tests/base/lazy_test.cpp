// A lazy value is made once, by whoever comes first, and stays: many threads that ask at once get the same one.
#include "base/lazy.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

using minijvm::Lazy;

namespace {

std::atomic<int> made{0};

struct Counted {
  Counted() { made.fetch_add(1, std::memory_order_relaxed); }
  int value = 7;
};

}  // namespace

TEST_CASE("lazy: nothing is made before the first use", "[base][lazy]") {
  Lazy<int> lazy;
  CHECK(lazy.if_made() == nullptr);
  *lazy = 3;
  CHECK(*lazy == 3);
  CHECK(lazy.if_made() == &*lazy);
}

TEST_CASE("lazy: the first caller says how it is made", "[base][lazy]") {
  Lazy<int> lazy;
  CHECK(lazy.get([] { return new int(5); }) == 5);
  CHECK(lazy.get([] { return new int(6); }) == 5);
}

TEST_CASE("lazy: threads that come together get one value", "[base][lazy]") {
  Lazy<Counted> lazy;
  std::vector<std::thread> threads;
  std::atomic<Counted*> seen[8] = {};
  for (auto& slot : seen) {
    threads.emplace_back([&] { slot.store(&*lazy, std::memory_order_relaxed); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(made.load(std::memory_order_relaxed) == 1);
  for (auto& slot : seen) {
    CHECK(slot.load(std::memory_order_relaxed) == lazy.if_made());
  }
}
