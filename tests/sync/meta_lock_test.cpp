// Proves the meta-lock with both gates: exclusion, order of the queue, both cases of the hand-over,
// that no thread spins without bound, and that nothing is left behind.
#include "sync/meta_lock.h"

#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/lock_statistics.h"
#include "sync/threads/processors.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

class GateKind {
 public:
  explicit GateKind(MetaLockGate gate) { set_meta_lock_gate(gate); }
  ~GateKind() { set_meta_lock_gate(MetaLockGate::kWord); }
};

// A counter of all threads, with those that have ended.
template <class Counter>
std::uint64_t sum_of(Counter LockCounters::*counter) {
  LockCounters sum;
  sum_lock_counters(sum);
  return (sum.*counter).load();
}

bool is_busy_with(const MultiUseWord& word, const ExecEnv& ee) {
  return bits_of(word) == busy_bits(&ee);
}

}  // namespace

TEST_CASE("meta-lock: uncontended get and release give back the word", "[sync][meta_lock]") {
  Attached me;
  MultiUseWord word(with_hash(0, 5));
  NoSafepoint still(me.self);
  LockBits bits = get_meta_lock(me.self, word, still);
  REQUIRE(bits == with_hash(0, 5));
  REQUIRE(is_busy_with(word, me.self));
  release_meta_lock(me.self, word, with_hash(0, 6), still);
  REQUIRE(bits_of(word) == with_hash(0, 6));
}

TEST_CASE("meta-lock: threads get it one at a time and every release is seen by the next",
          "[sync][meta_lock]") {
  MetaLockGate gate = GENERATE(MetaLockGate::kWord, MetaLockGate::kPaper);
  GateKind kind(gate);
  Attached me;
  MultiUseWord word;
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint32_t kRounds = 5000;
  std::uint32_t plain = 0;
  std::vector<std::thread> threads;
  std::uint64_t gets = sum_of(&LockCounters::get_meta_lock);
  std::uint64_t slow_gets = sum_of(&LockCounters::get_meta_lock_slow);
  std::uint64_t cases = sum_of(&LockCounters::hand_over_successor_first) +
                        sum_of(&LockCounters::hand_over_predecessor_first);
  std::uint64_t waits =
      sum_of(&LockCounters::hand_over_spins_won) + sum_of(&LockCounters::hand_over_blocks);
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.push_back(start([&](ExecEnv& self) {
      for (std::uint32_t i = 0; i < kRounds; ++i) {
        NoSafepoint still(self);
        LockBits bits = get_meta_lock(self, word, still);
        ++plain;
        release_meta_lock(self, word, with_hash(bits, hash_of(bits) + 1), still);
      }
    }));
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(plain == kThreads * kRounds);
  REQUIRE(hash_of(bits_of(word)) == kThreads * kRounds);
  REQUIRE(state_of(word) == LockState::NEUTRAL);
  gets = sum_of(&LockCounters::get_meta_lock) - gets;
  slow_gets = sum_of(&LockCounters::get_meta_lock_slow) - slow_gets;
  cases = sum_of(&LockCounters::hand_over_successor_first) +
          sum_of(&LockCounters::hand_over_predecessor_first) - cases;
  waits =
      sum_of(&LockCounters::hand_over_spins_won) + sum_of(&LockCounters::hand_over_blocks) - waits;
  CHECK(gets == kThreads * kRounds);
  CHECK(slow_gets < gets);
  // Each slow get is one of the two cases, and in each case one of the two threads waits, once.
  CHECK(cases == slow_gets);
  CHECK(waits == (gate == MetaLockGate::kWord ? slow_gets : 0));
}

TEST_CASE("meta-lock: successors get it in the order of their swaps", "[sync][meta_lock]") {
  MetaLockGate gate = GENERATE(MetaLockGate::kWord, MetaLockGate::kPaper);
  GateKind kind(gate);
  Attached me;
  MultiUseWord word;
  constexpr int kThreads = 4;
  std::vector<int> order;  // guarded by the meta-lock
  std::vector<std::thread> threads;
  {
    NoSafepoint still(me.self);
    LockBits bits = get_meta_lock(me.self, word, still);
    for (int t = 0; t < kThreads; ++t) {
      LockBits before = bits_of(word);
      threads.push_back(start([&, t](ExecEnv& self) {
        NoSafepoint inner(self);
        LockBits got = get_meta_lock(self, word, inner);
        order.push_back(t);
        release_meta_lock(self, word, got, inner);
      }));
      REQUIRE(eventually([&] { return bits_of(word) != before; }));
    }
    release_meta_lock(me.self, word, bits, still);
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  REQUIRE(order == std::vector<int>{0, 1, 2, 3});
}

namespace {

// Has a predecessor come to its gate before its successor?
bool has_left_its_bits(MetaLockGate gate, ExecEnv& predecessor) {
  if (gate == MetaLockGate::kWord) {
    return predecessor.meta_.gate.load() == ExecEnv::MetaGate::kReleased;
  }
  pthread_mutex_lock(&predecessor.paper_.meta_lock_mutex_);
  bool has_left = predecessor.paper_.bits_for_grab_;
  pthread_mutex_unlock(&predecessor.paper_.meta_lock_mutex_);
  return has_left;
}

// A thread that waits for a hand-over spins for a bounded time and then sleeps, however long the
// other thread takes. Figure 12 does not spin, and its sleeps are not counted.
bool goes_to_sleep(MetaLockGate gate, ExecEnv& waiting, std::uint64_t sleeps_before) {
  return gate == MetaLockGate::kPaper || eventually([&] {
           return waiting.lock_counters().hand_over_blocks.load() == sleeps_before + 1;
         });
}

}  // namespace

TEST_CASE("meta-lock: a successor gets the bits its predecessor releases", "[sync][meta_lock]") {
  MetaLockGate gate = GENERATE(MetaLockGate::kWord, MetaLockGate::kPaper);
  GateKind kind(gate);
  Attached holder;
  Attached successor;
  MultiUseWord word;
  // The ExecEnvs are pooled, so their counters may not start at 0.
  std::uint64_t holders_sleeps = holder.self.lock_counters().hand_over_blocks.load();
  std::uint64_t successors_sleeps = successor.self.lock_counters().hand_over_blocks.load();

  SECTION("case 1: the successor comes first and waits") {
    std::atomic<LockBits> got{0};
    std::uint64_t before = successor.self.lock_counters().hand_over_successor_first.load();
    NoSafepoint still(holder.self);
    get_meta_lock(holder.self, word, still);
    std::thread thread([&] {
      NoSafepoint inner(successor.self);
      got.store(get_meta_lock(successor.self, word, inner));
      release_meta_lock(successor.self, word, got.load(), inner);
    });
    REQUIRE(eventually(
        [&] { return successor.self.lock_counters().hand_over_successor_first.load() > before; }));
    REQUIRE(goes_to_sleep(gate, successor.self, successors_sleeps));
    release_meta_lock(holder.self, word, with_hash(0, 11), still);
    thread.join();
    REQUIRE(got.load() == with_hash(0, 11));
  }
  SECTION("case 2: the predecessor comes first and waits until its bits are taken") {
    std::atomic<bool> released{false};
    LockBits pred_bits = 0;
    std::thread thread([&] {
      NoSafepoint still(holder.self);
      get_meta_lock(holder.self, word, still);
      while (is_busy_with(word, holder.self)) {
        std::this_thread::yield();
      }
      release_meta_lock(holder.self, word, with_hash(0, 12), still);
      released.store(true);
    });
    REQUIRE(eventually([&] { return is_busy_with(word, holder.self); }));
    NoSafepoint still(successor.self);
    // meta_queue, by hand
    pred_bits = word.swap(busy_bits(&successor.self), std::memory_order_acq_rel);
    REQUIRE(eventually([&] { return has_left_its_bits(gate, holder.self); }));
    REQUIRE(goes_to_sleep(gate, holder.self, holders_sleeps));
    REQUIRE_FALSE(released.load());
    LockBits got = get_meta_lock_slow(successor.self, word, pred_bits, still);
    thread.join();
    REQUIRE(released.load());
    REQUIRE(got == with_hash(0, 12));
    REQUIRE(successor.self.lock_counters().hand_over_predecessor_first.load() >= 1);
    REQUIRE(word.cas(busy_bits(&successor.self), got, std::memory_order_release,
                     std::memory_order_relaxed));
  }
  REQUIRE(holder.self.meta_.gate.load() == ExecEnv::MetaGate::kOpen);
  REQUIRE(successor.self.meta_.gate.load() == ExecEnv::MetaGate::kOpen);
}

TEST_CASE("meta-lock: a wait for a hand-over that ends while spinning is counted as such",
          "[sync][meta_lock]") {
  // A model of the locks does not spin (sync/atomic.h).
  if (!several_processors() || bounded_spin(1) == 0) {
    return;
  }
  Attached holder;
  Attached successor;
  MultiUseWord word;
  NoSafepoint still(successor.self);
  const LockCounters& counters = successor.self.lock_counters();
  std::uint64_t spins = counters.hand_over_spins_won.load();
  std::uint64_t sleeps = counters.hand_over_blocks.load();
  // Case 1, by hand: the holder's part of the hand-over is done before the successor looks.
  successor.self.meta_.bits = with_hash(0, 13);
  successor.self.hand_off_parker().unpark();
  LockBits got = get_meta_lock_slow(successor.self, word, busy_bits(&holder.self), still);
  REQUIRE(got == with_hash(0, 13));
  REQUIRE(counters.hand_over_spins_won.load() == spins + 1);
  REQUIRE(counters.hand_over_blocks.load() == sleeps);
  holder.self.meta_.gate.store(ExecEnv::MetaGate::kOpen, std::memory_order_relaxed);
}

#ifdef MINIJVM_DEBUG
TEST_CASE("meta-lock: a second one, or a release of none, fails a check", "[sync][meta_lock]") {
  REQUIRE(aborts([] {
    Attached me;
    MultiUseWord one, two;
    NoSafepoint still(me.self);
    get_meta_lock(me.self, one, still);
    get_meta_lock(me.self, two, still);
  }));
  REQUIRE(aborts([] {
    Attached me;
    MultiUseWord word;
    NoSafepoint still(me.self);
    release_meta_lock(me.self, word, 0, still);
  }));
}
#endif
