// Proves the monitor under load: four families with a collector that stops the world, checks every word and
// moves every object, in every lock mode. Time per case and mode: MINIJVM_STRESS_MS (default 120). Seed: printed; MINIJVM_STRESS_SEED replays its choices.
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/identity_hash.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

std::int64_t setting(const char* name, std::int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoll(text);
}

std::uint64_t seed_of_run() {
  static const std::uint64_t seed = [] {
    auto chosen = static_cast<std::uint64_t>(setting("MINIJVM_STRESS_SEED", machine_ns()));
    std::printf("stress seed: MINIJVM_STRESS_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return seed;
}

class Random {
 public:
  explicit Random(std::uint64_t salt) : state_(seed_of_run() * 0x9e3779b97f4a7c15 + salt * 2 + 1) {}
  std::uint32_t below(std::uint32_t bound) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::uint32_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_;
};

// Objects that move: two spaces, flipped by every collection. What was left is poisoned with a word that no protocol survives.
class MovingHeap {
 public:
  explicit MovingHeap(std::size_t count)
      : spaces_{std::vector<FakeObject>(count), std::vector<FakeObject>(count)}, slots_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      slots_[i] = &spaces_[0][i];
    }
  }
  LockTarget target(std::size_t index) { return LockTarget(&slots_[index]); }
  std::size_t size() const { return slots_.size(); }

  // REQUIRES: the world is stopped.
  void move_all() {
    int to = 1 - from_;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      auto* old = static_cast<FakeObject*>(slots_[i]);
      verify_monitor(old->word);
      set_object_age(old->word, (object_age(old->word) + 1) % (kMaxAge + 1));
      FakeObject& copy = spaces_[to][i];
      copy.word.store(bits_of(old->word), std::memory_order_relaxed);
      old->word.store(~LockBits{0}, std::memory_order_relaxed);
      slots_[i] = &copy;
    }
    from_ = to;
  }

 private:
  std::vector<FakeObject> spaces_[2];
  std::vector<void*> slots_;
  int from_ = 0;
};

struct Collection final : SafepointOperation {
  explicit Collection(MovingHeap& a_heap) : heap(a_heap) {}
  void run() override { heap.move_all(); }
  MovingHeap& heap;
};

// Runs bodies on threads until the time is over, collecting all the while. body(self, thread number, random, over).
class Stress {
 public:
  Stress(std::size_t objects, const Variant& variant) : heap(objects), chosen_(variant) {}

  template <class Body>
  void run(int threads, Body body) {
    Attached me;
    over_.store(false);
    std::vector<std::thread> running;
    std::atomic<int> left{threads};
    for (int t = 0; t < threads; ++t) {
      running.push_back(start([this, t, body, &left](ExecEnv& self) {
        Random random(static_cast<std::uint64_t>(t));
        body(self, t, random);
        left.fetch_sub(1);
      }));
    }
    Deadline end = Deadline::after_ms(setting("MINIJVM_STRESS_MS", 120));
    Collection collection(heap);
    while (left.load() > 0) {
      over_.store(over_.load() || end.passed());
      run_at_safepoint(me.self, collection);
      sleep(me.self, Deadline::after_ms(1));
    }
    for (std::thread& thread : running) {
      join(me.self, thread);
    }
    for (std::size_t i = 0; i < heap.size(); ++i) {
      CHECK(state_of(heap.target(i).word()) == LockState::NEUTRAL);
    }
  }

  // Never the first time a thread of the run asks, so that each does something on a busy machine, too.
  bool over() const {
    thread_local bool has_asked = false;
    return std::exchange(has_asked, true) && over_.load();
  }

  MovingHeap heap;

 private:
  Chosen chosen_;
  std::atomic<bool> over_{false};
};

void enter(ExecEnv& self, LockTarget target) {
  MJ_CHECK(monitor_enter(self, target) == MonitorResult::kOk, "enter failed");
}
void leave(ExecEnv& self, LockTarget target) {
  MJ_CHECK(monitor_exit(self, target) == MonitorResult::kOk, "exit failed");
}

}  // namespace

TEST_CASE("stress: exclusion holds with recursion and unlocking out of order", "[sync][stress]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Stress stress(3, variant);
  long counts[3] = {};  // plain, each guarded by its object's monitor
  std::atomic<long> total{0};
  stress.run(4, [&](ExecEnv& self, int, Random& random) {
    while (!stress.over()) {
      std::size_t low = random.below(2);
      // rising order: no deadlock
      std::size_t high = low + 1 + random.below(static_cast<std::uint32_t>(2 - low));
      enter(self, stress.heap.target(low));
      enter(self, stress.heap.target(high));
      enter(self, stress.heap.target(low));
      ++counts[low];
      ++counts[high];
      total.fetch_add(2);
      leave(self, stress.heap.target(low));
      if (random.below(2) == 0) {
        leave(self, stress.heap.target(low));  // out of order
        leave(self, stress.heap.target(high));
      } else {
        leave(self, stress.heap.target(high));
        leave(self, stress.heap.target(low));
      }
      poll(self);
    }
  });
  REQUIRE(counts[0] + counts[1] + counts[2] == total.load());
  REQUIRE(total.load() > 0);
}

TEST_CASE("stress: a bounded buffer loses nothing and keeps lock counts across waits",
          "[sync][stress]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Stress stress(1, variant);
  LockTarget buffer = stress.heap.target(0);
  int items = 0;  // guarded by the monitor, as the rest
  long produced = 0;
  long consumed = 0;
  int producers = 2;
  constexpr int kCapacity = 3;
  stress.run(4, [&](ExecEnv& self, int number, Random& random) {
    bool produces = number % 2 == 0;
    for (;;) {
      std::uint32_t depth = 1 + random.below(3);
      for (std::uint32_t i = 0; i < depth; ++i) {
        enter(self, buffer);
      }
      bool finished = produces && stress.over();
      while (!finished && (produces ? items == kCapacity : items == 0)) {
        if (!produces && producers == 0) {
          finished = true;
          break;
        }
        MJ_CHECK(monitor_wait(self, buffer, Deadline::forever()) == MonitorResult::kOk,
                 "not notified");
      }
      if (finished) {
        producers -= produces ? 1 : 0;
      } else if (produces) {
        ++items;
        ++produced;
      } else {
        --items;
        ++consumed;
      }
      MJ_CHECK(items >= 0 && items <= kCapacity, "%d items in the buffer", items);
      MJ_CHECK(monitor_notify_all(self, buffer) == MonitorResult::kOk, "notify failed");
      for (std::uint32_t i = 0; i < depth; ++i) {
        leave(self, buffer);
      }
      MJ_CHECK(!holds_lock(self, buffer), "the lock count grew across a wait");
      if (finished) {
        return;
      }
      poll(self);
    }
  });
  REQUIRE(produced == consumed);
  REQUIRE(items == 0);
  REQUIRE(produced > 0);
}

TEST_CASE("stress: time-outs, interrupts and notifies meet, and each wait has one outcome",
          "[sync][stress]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Stress stress(2, variant);
  constexpr int kWaiters = 3;
  std::atomic<ExecEnv*> waiters[kWaiters] = {};
  std::atomic<long> outcomes[3] = {};
  std::atomic<int> waiting{kWaiters};
  stress.run(kWaiters + 2, [&](ExecEnv& self, int number, Random& random) {
    if (number < kWaiters) {
      waiters[number].store(&self);
      while (!stress.over()) {
        LockTarget target = stress.heap.target(random.below(2));
        enter(self, target);
        MonitorResult result =
            monitor_wait(self, target, Deadline::after_ns(random.below(400'000)));
        MJ_CHECK(holds_lock(self, target), "wait returned without the monitor");
        leave(self, target);
        int kind = result == MonitorResult::kOk ? 0 : result == MonitorResult::kTimedOut ? 1 : 2;
        MJ_CHECK(kind != 2 || result == MonitorResult::kInterrupted, "wait failed");
        outcomes[kind].fetch_add(1);
      }
      waiting.fetch_sub(1);
      while (waiting.load() > 0) {  // keep the ExecEnv until nobody interrupts it
        self.clear_interrupt();     // else park returns at once
        park(self, Deadline::after_ms(1));
        poll(self);
      }
      self.clear_interrupt();
      return;
    }
    while (waiting.load() > 0) {
      ExecEnv* victim = waiters[random.below(kWaiters)].load();
      if (victim != nullptr && random.below(4) == 0) {
        interrupt(*victim);
      }
      LockTarget target = stress.heap.target(random.below(2));
      enter(self, target);
      MJ_CHECK((random.below(2) == 0 ? monitor_notify(self, target)
                                     : monitor_notify_all(self, target)) == MonitorResult::kOk,
               "notify failed");
      leave(self, target);
      poll(self);
    }
  });
  REQUIRE(outcomes[0].load() + outcomes[1].load() + outcomes[2].load() > 0);
}

TEST_CASE("stress: a hash asked while others lock, wait and collect never changes",
          "[sync][stress]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  constexpr std::size_t kObjects = 2000;
  Stress stress(kObjects, variant);
  std::vector<std::atomic<std::uint32_t>> known(kObjects);
  std::atomic<long> asked{0};
  stress.run(3, [&](ExecEnv& self, int number, Random& random) {
    for (std::size_t i = 0; !stress.over(); i = (i + 1) % kObjects) {
      LockTarget target = stress.heap.target(i);
      if (number == 0) {  // sweeps with the fast path; the others hash just ahead of it or behind
        enter(self, target);
        if (random.below(64) == 0) {
          MJ_CHECK(monitor_wait(self, target, Deadline::after_ns(1000)) == MonitorResult::kTimedOut,
                   "wait failed");
        }
        leave(self, target);
      } else {
        std::uint32_t hash = identity_hash(self, target);
        std::uint32_t before = known[i].exchange(hash);
        MJ_CHECK(before == 0 || before == hash, "the hash of object %zu was %#x and is %#x", i,
                 before, hash);
        asked.fetch_add(1);
      }
      poll(self);
    }
  });
  REQUIRE(asked.load() > 0);
}

TEST_CASE("stress: fresh objects keep the hash that is installed while they are locked",
          "[sync][stress]") {
  Attached me;
  constexpr int kObjects = 20'000;
  auto objects = std::make_unique<Rooted[]>(kObjects);
  std::atomic<int> front{0};
  std::vector<std::uint32_t> hashes(kObjects);
  std::thread hasher = start([&](ExecEnv& self) {
    for (int i = 0; i < kObjects; ++i) {
      for (int spin = 0; spin < 10'000 && front.load(std::memory_order_relaxed) < i; ++spin) {
        spin_pause();
      }
      hashes[static_cast<std::size_t>(i)] = identity_hash(self, objects[i].target());
    }
  });
  for (int i = 0; i < kObjects; ++i) {
    front.store(i, std::memory_order_relaxed);
    enter(me.self, objects[i].target());
    leave(me.self, objects[i].target());
  }
  join(me.self, hasher);
  int lost = 0;
  for (int i = 0; i < kObjects; ++i) {
    lost +=
        identity_hash(me.self, objects[i].target()) == hashes[static_cast<std::size_t>(i)] ? 0 : 1;
  }
  REQUIRE(lost == 0);
}

TEST_CASE("stress: threads come and go while they contend for the meta-lock", "[sync][stress]") {
  Variant variant = GENERATE(every_variant());
  if (!variant.uses_meta_lock()) {
    return;
  }
  CAPTURE(variant);
  Stress stress(1, variant);
  std::atomic<long> lives{0};
  stress.run(2, [&](ExecEnv& self, int, Random&) {
    while (!stress.over()) {
      std::thread short_lived = start([&](ExecEnv& inner) {
        for (int i = 0; i < 50; ++i) {
          enter(inner, stress.heap.target(0));
          leave(inner, stress.heap.target(0));
          NoSafepoint still(inner);
          MultiUseWord& word = stress.heap.target(0).word();
          LockBits bits = get_meta_lock(inner, word, still);
          release_meta_lock(inner, word, bits, still);
        }
      });
      join(self, short_lived);
      lives.fetch_add(1);
    }
  });
  REQUIRE(lives.load() > 0);
}
