// Proves mutual exclusion, waiting, and that ranks are checked; and that a waiter for a mutex does not hold up a safepoint.
#include "sync/threads/vm_mutex.h"

#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("vm mutex: one holder at a time, with and without an ExecEnv", "[sync][vm_mutex]") {
  Attached me;
  Mutex mutex(LockRank::kHeap);
  int shared = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.push_back(start([&](ExecEnv& self) {
      for (int i = 0; i < 10'000; ++i) {
        MutexLock lock(self, mutex);
        ++shared;
      }
    }));
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) {
        MutexLock lock(mutex);
        ++shared;
      }
    });
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(shared == 40'000);
}

TEST_CASE("vm mutex: a condition variable hands items over", "[sync][vm_mutex]") {
  Attached me;
  Mutex mutex(LockRank::kGang);
  CondVar changed;
  int items = 0;
  std::thread producer([&] {
    for (int i = 0; i < 2000; ++i) {
      MutexLock lock(mutex);
      while (items == 3) {
        changed.wait(mutex);
      }
      ++items;
      changed.notify_all();
    }
  });
  for (int i = 0; i < 2000; ++i) {
    MutexLock lock(me.self, mutex);
    while (items == 0) {
      changed.wait(me.self, mutex);
    }
    --items;
    changed.notify_all();
  }
  join(me.self, producer);
  REQUIRE(items == 0);
  MutexLock lock(me.self, mutex);
  REQUIRE_FALSE(changed.wait(me.self, mutex, Deadline::after_ms(2)));
}

TEST_CASE("vm mutex: a thread that waits for one counts as stopped", "[sync][vm_mutex]") {
  Nothing nothing;
  Attached me;
  Mutex mutex(LockRank::kLoader);
  std::atomic<ExecEnv*> waiter{nullptr};
  std::thread thread;
  {
    MutexLock lock(me.self, mutex);
    thread = start([&](ExecEnv& self) {
      waiter.store(&self);
      MutexLock inner(self, mutex);
    });
    REQUIRE(eventually(me.self, [&] {
      return waiter.load() != nullptr && waiter.load()->state() == ThreadState::kBlocked;
    }));
    run_at_safepoint(me.self, nothing);
  }
  join(me.self, thread);
}

TEST_CASE(
    "vm mutex: who is woken and must wait for a safepoint wakes the next, for whom the safepoint "
    "waits",
    "[sync][vm_mutex]") {
  Nothing nothing;
  Attached me;
  Mutex mutex(LockRank::kHeap);
  std::atomic<ExecEnv*> first{nullptr};
  std::atomic<bool> second{false};
  mutex.lock();
  std::thread blocked = start([&](ExecEnv& self) {
    first.store(&self);
    MutexLock lock(self, mutex);
  });
  REQUIRE(eventually(me.self, [&] {
    return first.load() != nullptr && first.load()->state() == ThreadState::kBlocked;
  }));
  std::thread unsafe = start([&](ExecEnv&) {
    second.store(true);
    MutexLock lock(mutex);
  });
  REQUIRE(eventually(me.self, [&] { return second.load(); }));
  // both sleep by now; if not, less is tested
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::thread stopper = start([&](ExecEnv& self) { run_at_safepoint(self, nothing); });
  // This thread holds the safepoint up meanwhile, so that it is not over before the mutex is free.
  REQUIRE(eventually([&] { return (first.load()->poll_.load() & kPollSafepoint) != 0; }));
  mutex.unlock();
  for (std::thread* thread : {&blocked, &unsafe, &stopper}) {
    join(me.self, *thread);
  }
}

#ifdef MINIJVM_DEBUG
TEST_CASE("vm mutex: taking a lower rank after a higher one fails a check", "[sync][vm_mutex]") {
  REQUIRE(aborts([] {
    Mutex high(LockRank::kLeaf);
    Mutex low(LockRank::kHeap);
    MutexLock first(high);
    MutexLock second(low);
  }));
  REQUIRE(aborts([] {
    Mutex mutex(LockRank::kLeaf);
    mutex.unlock();
  }));
}
#endif
