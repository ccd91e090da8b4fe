// Proves: permits are neither lost nor invented, a batch of them wakes as many sleepers, and what a poster wrote is visible to who waited.
#include "gc/gang/semaphore.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

namespace minijvm::gc::test {

TEST_CASE("semaphore: permits are counted", "[gc][semaphore]") {
  Semaphore permits(0);
  CHECK_FALSE(permits.try_wait());
  permits.post(2);
  permits.wait();
  CHECK(permits.try_wait());
  CHECK_FALSE(permits.try_wait());
}

TEST_CASE("semaphore: one post wakes as many sleepers as it has permits", "[gc][semaphore]") {
  // With 1 the sleepers wake each other (E2).
  Semaphore start(0, GENERATE(1U, Semaphore::kWakeForEach));
  Semaphore end(0);
  constexpr unsigned kSleepers = 5;
  std::vector<std::thread> sleepers;
  for (unsigned i = 0; i < kSleepers; ++i) {
    sleepers.emplace_back([&] {
      start.wait();
      end.post(1);
    });
  }
  start.post(kSleepers);
  for (unsigned i = 0; i < kSleepers; ++i) {
    end.wait();
  }
  for (std::thread& sleeper : sleepers) {
    sleeper.join();
  }
  CHECK_FALSE(start.try_wait());
  CHECK_FALSE(end.try_wait());
}

TEST_CASE("semaphore: two threads hand a plain variable to and fro", "[gc][semaphore]") {
  Semaphore ping(50);
  Semaphore pong(0);
  constexpr int kRounds = 20'000;
  int value = 0;  // plain: ordered by the permits alone
  std::thread other([&] {
    for (int i = 0; i < kRounds; ++i) {
      ping.wait();
      ++value;
      pong.post(1);
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    ++value;
    ping.post(1);
    pong.wait();
  }
  other.join();
  CHECK(value == 2 * kRounds);
}

}  // namespace minijvm::gc::test
