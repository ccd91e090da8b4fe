// Proves the parts that the scheduler is made of, each alone: stacks, strands, run queues, who is next, timers.
#include "sync/schedule/user_thread.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <vector>

#include "base/virtual_memory.h"
#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/ready_threads.h"
#include "sync/schedule/run_queue.h"
#include "sync/schedule/timers.h"
#include "sync/sync_state.h"

using namespace minijvm::sync;

TEST_CASE("user stack: it can be used to its end, and used again", "[sync][user_thread]") {
  UserStack stack;
  REQUIRE(stack.make(100'000, 50'000));
  StackBounds first = stack.bounds();
  REQUIRE(first.bytes >= 100'000);
  std::byte* room = first.lowest + first.bytes;
  std::fill(first.lowest, room + 50'000, std::byte{0x55});
  stack.forget_content();
  REQUIRE(stack.make(50'000, 10'000));
  REQUIRE(stack.bounds().lowest == first.lowest);
  REQUIRE(stack.bounds().bytes == first.bytes);
  CHECK(first.lowest[0] == std::byte{0});
  CHECK(room[49'999] == std::byte{0});
  REQUIRE(stack.make(100'000, 500'000));
  first = stack.bounds();
  (first.lowest + first.bytes)[499'999] = std::byte{1};
}

TEST_CASE("user stack: a large room is not kept for the next thread", "[sync][user_thread]") {
  UserStack stack;
  REQUIRE(stack.make(100'000, 64 << 20));
  const StackBounds large = stack.bounds();
  stack.forget_content();
  unsigned char resident = 0;
  CHECK(mincore(large.lowest, 1, &resident) != 0);
  CHECK(errno == ENOMEM);
  REQUIRE(stack.make(100'000, 50'000));
  stack.bounds().lowest[0] = std::byte{1};
}

TEST_CASE("user stack: the room begins in the stack's topmost page", "[sync][user_thread]") {
  UserStack stack;
  REQUIRE(stack.make(kUserStackBytes, 50'000));
  const auto room = reinterpret_cast<std::uintptr_t>(stack.bounds().lowest + stack.bounds().bytes);
  CHECK(room % minijvm::page_size() >= minijvm::page_size() / 2);
  CHECK(room % 64 == 0);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("user stack: below its end is a guard", "[sync][user_thread]") {
  UserStack stack;
  REQUIRE(stack.make(100'000, 0));
  pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    stack.bounds().lowest[-1] = std::byte{1};
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(WTERMSIG(status) == SIGSEGV);
}
#endif

namespace {

struct Turns {
  Strand main;
  UserThread* thread = nullptr;
  int taken = 0;
};
Turns turns;

void first_frame(void* untyped) {
  auto& thread = *static_cast<UserThread*>(untyped);
  Strand::entered(thread.strand);
  thread.entry(thread.argument);
  Strand::switch_to(thread.strand, turns.main, true);
}

void take_turns(void* argument) {
  for (int i = 0; i < *static_cast<int*>(argument); ++i) {
    ++turns.taken;
    Strand::switch_to(turns.thread->strand, turns.main);
  }
}

}  // namespace

TEST_CASE("user thread: it runs when it is switched to, and its stack serves the next one",
          "[sync][user_thread]") {
  for (int count : {3, 5}) {
    turns.taken = 0;
    turns.thread = new_user_thread(100'000, 0, take_turns, &count, first_frame);
    REQUIRE(turns.thread != nullptr);
    for (int i = 1; i <= count; ++i) {
      Strand::switch_to(turns.main, turns.thread->strand);
      REQUIRE(turns.taken == i);
    }
    Strand::switch_to(turns.main, turns.thread->strand);  // it ends
    recycle_user_thread(*turns.thread);
  }
}

TEST_CASE("run queue: oldest first; a thief gets the older half", "[sync][user_thread]") {
  UserThread threads[5];
  RunQueue queue;
  RunQueue thief;
  REQUIRE(queue.pop() == nullptr);
  for (UserThread& thread : threads) {
    queue.push(thread);
  }
  queue.give_half(thief);
  REQUIRE(queue.length() == 2);
  REQUIRE(thief.length() == 3);
  for (int i : {0, 1, 2}) {
    REQUIRE(thief.pop() == &threads[i]);
  }
  REQUIRE(thief.pop() == nullptr);
  queue.push(threads[0]);
  for (int i : {3, 4, 0}) {
    REQUIRE(queue.pop() == &threads[i]);
  }
  REQUIRE(queue.length() == 0);
  queue.give_half(thief);
  REQUIRE(thief.length() == 0);
}

namespace {

struct NoSysmon final : PoolHelper {
  void note_backlog() override {}
  void note_free_place() override {}
  bool collect_ready() override { return false; }
};

void end_on_lwp(void* thread) {
  Strand::entered(static_cast<UserThread*>(thread)->strand);
  Lwp::leave(*static_cast<UserThread*>(thread), Leave::kEnd);
}

}  // namespace

TEST_CASE("lwp pool: an LWP that has stolen looks for a free place", "[sync][user_thread]") {
  // The LWP that is hired may outlive the test.
  static NoSysmon sysmon;
  static LwpPool& pool = *new LwpPool(PoolRules{.places = 3});
  static Lwp& waker = *new Lwp(pool);
  pool.set_helper(sysmon);
  UserThread* threads[3];
  this_kernel_thread.lwp = &waker;
  // Each is the only one of its lane, so no LWP is hired for it.
  for (UserThread*& thread : threads) {
    thread = new_user_thread(100'000, 0, nullptr, nullptr, end_on_lwp);
    pool.queue(*thread);
  }
  pool.regain_place(waker);
  UserThread* own = pool.next_for(waker);
  const auto hired_before = pool.statistics().lwps_made;
  UserThread* stolen = pool.next_for(waker);
  const auto hired = pool.statistics().lwps_made;
  pool.leave_place(waker);
  this_kernel_thread.lwp = nullptr;
  REQUIRE(own == threads[2]);
  REQUIRE(stolen == threads[0]);
  REQUIRE(hired_before == 0);
  REQUIRE(hired > 0);
}

TEST_CASE("ready threads: threads whose slice ended take turns on all places",
          "[sync][user_thread]") {
  ReadyThreads ready(2);
  UserThread threads[3];
  REQUIRE(!ready.any());
  for (UserThread& thread : threads) {
    ready.push(1, thread);  // all on one place
  }
  REQUIRE(ready.any());
  int turns[3] = {0, 0, 0};
  REQUIRE(ready.next(0) == nullptr);
  UserThread* on_place[2] = {ready.steal(0), ready.next(1)};
  REQUIRE(ready.steals() == 1);
  for (int i = 0; i < 300; ++i) {
    UserThread*& running = on_place[i % 2];
    ready.push_common(*running);
    running = ready.next(static_cast<std::size_t>(i % 2));
    REQUIRE(running != nullptr);
    ++turns[running - threads];
  }
  for (int count : turns) {
    REQUIRE(count == 100);
  }
}

TEST_CASE("run queue: by priority, but a low one is overtaken 36 times at most",
          "[sync][user_thread]") {
  RunQueue queue;
  UserThread low;
  UserThread high;
  UserThread normal[2];
  low.priority.store(1);
  high.priority.store(10);
  queue.push(low);
  queue.push(normal[0]);
  queue.push(high);
  queue.push(normal[1]);
  REQUIRE(queue.highest() > 10);
  for (const UserThread* next : {&high, &normal[0], &normal[1], &low}) {
    REQUIRE(queue.pop() == next);
  }
  REQUIRE(queue.highest() == 0);
  // One thread computes at the highest priority, and queues again after each turn.
  queue.push(low);
  queue.push(high);
  int overtaken = 0;
  while (queue.pop() == &high) {
    ++overtaken;
    queue.push(high);
  }
  REQUIRE(overtaken == 9 * static_cast<int>(RunQueue::kHeadStart));
}

TEST_CASE("ready threads: turns by priority are exact, and each thread has some",
          "[sync][user_thread]") {
  ReadyThreads ready(1);
  UserThread threads[3];
  threads[0].priority.store(10);
  threads[1].priority.store(1);
  threads[2].priority.store(1);
  for (UserThread& thread : threads) {
    ready.push_common(thread);
  }
  int turns[3] = {0, 0, 0};
  constexpr int kTurns = 3900;
  for (int i = 0; i < kTurns; ++i) {
    UserThread* running = ready.next(0);
    ++turns[running - threads];
    ready.push_common(*running);
  }
  // In 39 pushes each low thread is first once.
  CHECK(turns[0] + turns[1] + turns[2] == kTurns);
  CHECK(turns[1] >= kTurns / 40);
  CHECK(std::abs(turns[1] - turns[2]) <= 1);
  CHECK(turns[0] >= 35 * turns[1]);

  // A thread that computes at a high priority leaves every fourth turn to what was woken on the P,
  // but for the 64th turns, which are the common queue's.
  UserThread woken;
  ready.push(0, woken);
  int before_woken = 0;
  while (UserThread* running = ready.next(0)) {
    if (running == &woken) {
      break;
    }
    ++before_woken;
    ready.push_common(*running);
  }
  CHECK(before_woken < 2 * static_cast<int>(ReadyThreads::kTurnsToOwn));
}

TEST_CASE("ready threads: a place that always has work of its own looks at the common queue",
          "[sync][user_thread]") {
  ReadyThreads ready(1);
  UserThread own;
  UserThread computes;
  ready.push_common(computes);
  std::uint32_t turns = 0;
  do {
    ready.push(0, own);
    REQUIRE(++turns <= ReadyThreads::kTurnsToCommon);
  } while (ready.next(0) == &own);
  REQUIRE(turns == ReadyThreads::kTurnsToCommon);
  REQUIRE(ready.next(0) == &own);
  REQUIRE(ready.next(0) == nullptr);
}

TEST_CASE("timers: they expire in order, and can be taken out from anywhere",
          "[sync][user_thread]") {
  constexpr int kThreads = 200;
  std::vector<UserThread> threads(kThreads);
  Timers timers;
  REQUIRE(timers.next().is_forever());
  for (int i = 0; i < kThreads; ++i) {
    int when = i * 71 % kThreads;  // 71 and 200 have no common factor: each moment once
    bool is_first = timers.add(threads[static_cast<std::size_t>(i)], Deadline::at(when));
    REQUIRE(is_first == (timers.next().ns() == when));
  }
  for (UserThread& thread : threads) {
    if (thread.wakes_at_ns % 3 == 0) {
      timers.remove(thread);
      timers.remove(thread);
    }
  }
  REQUIRE(timers.take_expired(0) == nullptr);
  for (std::int64_t when = 1; when < kThreads; ++when) {
    if (when % 3 == 0) {
      continue;
    }
    REQUIRE(timers.next().ns() == when);
    UserThread* expired = timers.take_expired(when);
    REQUIRE(expired != nullptr);
    REQUIRE(expired->wakes_at_ns == when);
  }
  REQUIRE(timers.next().is_forever());
}
