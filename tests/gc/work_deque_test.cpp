// Proves: owner and thieves take each entry once, in the right order, and see what was written before it was pushed; and the same for queues.
#include "gc/gang/work_deque.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "gc/gang/work_queue.h"
#include "gc/heap/spare_memory.h"

namespace minijvm::gc::test {

TEST_CASE("work deque: the owner takes the youngest, a thief the oldest", "[gc][work_deque]") {
  WorkDeque deque;
  CHECK(deque.take() == 0);
  CHECK(deque.steal() == 0);
  for (WorkEntry entry = 1; entry <= 4; ++entry) {
    REQUIRE(deque.push(entry));
  }
  CHECK(deque.size() == 4);
  CHECK(deque.take() == 4);
  CHECK(deque.steal() == 1);
  CHECK(deque.take() == 3);
  CHECK(deque.take() == 2);
  CHECK(deque.take() == 0);
  CHECK(deque.is_empty());
}

TEST_CASE("work deque: a full one takes no more, and goes round its ring", "[gc][work_deque]") {
  WorkDeque deque;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < WorkDeque::kCapacity; ++i) {
      REQUIRE(deque.push(i + 1));
    }
    CHECK_FALSE(deque.push(7));
    for (std::size_t i = 0; i < WorkDeque::kCapacity; ++i) {
      REQUIRE(deque.steal() == i + 1);
    }
    CHECK(deque.steal() == 0);
  }
}

TEST_CASE("work deque: an owner and thieves share all entries, each once", "[gc][work_deque]") {
  constexpr std::size_t kEntries = 60'000;
  constexpr int kThieves = 3;
  WorkDeque deque;
  std::vector<int> payload(kEntries + 1);  // plain: ordered by the deque alone (Q2)
  std::vector<std::vector<WorkEntry>> taken(kThieves + 1);
  sync::Atomic<bool> done{false};
  std::vector<std::thread> thieves;
  for (int thief = 0; thief < kThieves; ++thief) {
    thieves.emplace_back([&, thief] {
      while (!done.load(std::memory_order_acquire) || !deque.is_empty()) {
        if (WorkEntry entry = deque.steal(); entry != 0) {
          ++payload[entry];
          taken[static_cast<std::size_t>(thief)].push_back(entry);
        }
      }
    });
  }
  for (WorkEntry entry = 1; entry <= kEntries; ++entry) {
    payload[entry] = 1;
    while (!deque.push(entry)) {
      std::this_thread::yield();
    }
    if (entry % 3 == 0) {
      if (WorkEntry own = deque.take(); own != 0) {
        ++payload[own];
        taken[kThieves].push_back(own);
      }
    }
  }
  for (WorkEntry own = deque.take(); own != 0; own = deque.take()) {
    ++payload[own];
    taken[kThieves].push_back(own);
  }
  done.store(true, std::memory_order_release);
  for (std::thread& thief : thieves) {
    thief.join();
  }
  std::size_t all = 0;
  for (const auto& part : taken) {
    all += part.size();
  }
  CHECK(all == kEntries);
  for (WorkEntry entry = 1; entry <= kEntries; ++entry) {
    REQUIRE(payload[entry] == 2);
  }
}

TEST_CASE("work queue: the oldest entries are shared, the youngest stay private",
          "[gc][work_queue]") {
  WorkQueue queue;
  for (WorkEntry entry = 1; entry <= 20; ++entry) {
    queue.push(entry);
  }
  CHECK(queue.steal() == 0);
  CHECK_FALSE(queue.invites_thieves());
  queue.share();
  CHECK(queue.invites_thieves());
  CHECK(queue.steal() == 1);
  CHECK(queue.pop() == 20);
  std::size_t left = 0;
  while (queue.pop() != 0) {
    ++left;
  }
  CHECK(left == 18);
  queue.push(5);
  CHECK(queue.pop() == 5);
}

TEST_CASE("work queue: a list that grew large gives its memory back, a small one keeps it",
          "[gc][work_queue]") {
  std::vector<WorkEntry> small(kKeptEntries);
  std::vector<WorkEntry> large(kKeptEntries + 1);
  free_if_large(small);
  free_if_large(large);
  CHECK(small.capacity() == kKeptEntries);
  CHECK(large.capacity() == 0);
  WorkQueue queue;
  for (WorkEntry entry = 1; entry <= 2 * kKeptEntries; ++entry) {
    queue.push(entry);
  }
  queue.share();
  while (queue.pop() != 0) {
  }
  queue.give_back_memory();
  queue.push(7);
  CHECK(queue.pop() == 7);
  CHECK(queue.pop() == 0);
}

}  // namespace minijvm::gc::test
