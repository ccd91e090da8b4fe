// Measures, in one process, what an uncontended monitor costs next to a pair of CAS. Hidden: run with "[cost]"; only ratios mean anything,
// and only in release builds. Goal (concurrency-design.md 1.8): enter + exit <= 2.0 x CAS pair; recursive <= 0.5 x; meta pair about 1 x.
#include <pthread.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

constexpr int kRounds = 2'000'000;

template <class Step>
double best_ns(Step step) {
  double best = 1e9;
  for (int repeat = 0; repeat < 9; ++repeat) {
    std::int64_t begin = monotonic_ns();
    for (int i = 0; i < kRounds; ++i) {
      step();
    }
    best = std::min(best, static_cast<double>(monotonic_ns() - begin) / kRounds);
  }
  return best;
}

}  // namespace

TEST_CASE("lock cost: uncontended pairs", "[.][cost]") {
  Attached me;
  std::thread warm([] {});
  warm.join();
  Rooted rooted;
  MultiUseWord& word = rooted.word();
  REQUIRE(me.self.lock_records_.prepare(me.self));
  std::atomic<std::uint64_t> plain{0};
  double cas_pair = best_ns([&] {
    std::uint64_t expected = 0;
    plain.compare_exchange_strong(expected, 1, std::memory_order_acq_rel);
    expected = 1;
    plain.compare_exchange_strong(expected, 0, std::memory_order_acq_rel);
  });
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  double pthread_pair = best_ns([&] {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  });
  double fast = best_ns([&] {
    try_fast_enter(me.self, word);
    try_fast_exit(me.self, word);
  });
  double full = best_ns([&] {
    static_cast<void>(monitor_enter(me.self, rooted.target()));
    static_cast<void>(monitor_exit(me.self, rooted.target()));
  });
  double meta = best_ns([&] {
    NoSafepoint still(me.self);
    release_meta_lock(me.self, word, get_meta_lock(me.self, word, still), still);
  });
  REQUIRE(try_fast_enter(me.self, word));
  double recursive = best_ns([&] {
    try_fast_enter(me.self, word);
    try_fast_exit(me.self, word);
  });
  REQUIRE(try_fast_exit(me.self, word));
  double native = best_ns([&] { VmToNative native_state(me.self); });
  double blocked = best_ns([&] { VmToJava java(me.self); });
  std::printf("ns per pair: CAS %.1f, pthread_mutex %.1f, fast enter+exit %.1f (%.2f x CAS), monitor_enter+exit %.1f, meta get+release %.1f "
              "(%.2f x CAS), recursive %.1f (%.2f x CAS), VM-native-VM %.1f, VM-Java-VM %.1f\n",
              cas_pair, pthread_pair, fast, fast / cas_pair, full, meta, meta / cas_pair, recursive, recursive / cas_pair, native, blocked);
}
