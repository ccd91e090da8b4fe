// Measures, in one process, what monitors cost next to a pair of CAS and to pthread_mutex. Hidden: run with "[cost]"; only ratios mean
// anything, and only in a release build (cmake -B build/cost -DCMAKE_BUILD_TYPE=Release, target sync_tests). Goals: bench/README.md.
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

constexpr int kRounds = 1'000'000;

template <class Step>
double best_ns(Step step) {
  double best = 1e9;
  for (int repeat = 0; repeat < 9; ++repeat) {
    std::int64_t begin = machine_ns();
    for (int i = 0; i < kRounds; ++i) {
      step();
    }
    best = std::min(best, static_cast<double>(machine_ns() - begin) / kRounds);
  }
  return best;
}

void line(const char* what, double ns, double cas_pair, double pthread_pair, const char* goal) {
  std::printf("%-34s %7.1f ns %6.2f x CAS pair %6.2f x pthread_mutex  %s\n", what, ns,
              ns / cas_pair, ns / pthread_pair, goal);
}

// On lines of their own, as an object of the heap and a slot of the stack are.
struct Apart {
  alignas(64) FakeObject object;
  alignas(64) void* slot = &object;
  alignas(64) char rest = 0;
  LockTarget target() { return LockTarget(&slot); }
};

double monitor_pair(const Variant& variant) {
  Chosen chosen(variant);
  Attached me;
  Apart rooted;
  return best_ns([&] {
    static_cast<void>(monitor_enter(me.self, rooted.target()));
    static_cast<void>(monitor_exit(me.self, rooted.target()));
  });
}

// A critical section of about a hundred instructions.
void work(volatile int& shared) {
  for (int i = 0; i < 20; ++i) {
    shared = shared + 1;
  }
}

// On one processor two threads hardly ever meet.
void pin_to(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// Lock and unlock pairs a microsecond, of two threads on two processors.
template <class Body>
double contended_rate(Body body) {
  constexpr int kPairs = 300'000;
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  std::atomic<std::int64_t> begin{0};
  std::atomic<std::int64_t> end{0};
  for (int t = 0; t < 2; ++t) {
    threads.push_back(start([&, t](ExecEnv& self) {
      pin_to(t);
      ready.fetch_add(1);
      while (ready.load() < 2) {
        spin_pause();
      }
      std::int64_t nobody = 0;
      begin.compare_exchange_strong(nobody, machine_ns());
      for (int i = 0; i < kPairs; ++i) {
        body(self);
      }
      end.store(machine_ns());
    }));
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return 2.0 * kPairs * 1000 / static_cast<double>(end.load() - begin.load());
}

template <class Body>
double median_rate(Body body) {
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i) {
    rates.push_back(contended_rate(body));
  }
  std::sort(rates.begin(), rates.end());
  return rates[2];
}

}  // namespace

TEST_CASE("lock cost: uncontended pairs", "[.][cost]") {
  std::thread warm([] {});  // glibc's mutexes are cheaper until the first thread is made
  warm.join();
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
  auto say = [&](const char* what, double ns, const char* goal) {
    line(what, ns, cas_pair, pthread_pair, goal);
  };
  say("CAS pair", cas_pair, "");
  say("pthread_mutex", pthread_pair, "");
  Attached me;
  Rooted rooted;
  MultiUseWord& word = rooted.word();
  REQUIRE(me.self.lock_records_.prepare(me.self));
  say("extra-fast enter + exit",
      best_ns([&] { try_fast_enter(me.self, word), try_fast_exit(me.self, word); }),
      "goal 2.0, 1.6");
  REQUIRE(try_fast_enter(me.self, word));
  say("recursive", best_ns([&] { try_fast_enter(me.self, word), try_fast_exit(me.self, word); }),
      "goal 0.5");
  REQUIRE(try_fast_exit(me.self, word));
  say("meta-lock get + release", best_ns([&] {
        NoSafepoint still(me.self);
        release_meta_lock(me.self, word, get_meta_lock(me.self, word, still), still);
      }),
      "");
  say("monitor, meta-fast", monitor_pair({"meta-fast", LockingMode::kMetaFast}), "");
  say("monitor, meta (basic path)", monitor_pair({"meta", LockingMode::kMeta}), "goal 3.0");
  say("monitor, tas", monitor_pair({"tas", LockingMode::kTas}), "");
  say("monitor, thin", monitor_pair({"thin", LockingMode::kThin}), "");
  say("monitor, monitorcache", monitor_pair({"monitorcache", LockingMode::kMonitorCache}), "");
}

TEST_CASE("lock cost: two threads contend, with a short critical section", "[.][cost]") {
  volatile int shared = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  double pthread_rate = median_rate([&](ExecEnv&) {
    pthread_mutex_lock(&mutex);
    work(shared);
    pthread_mutex_unlock(&mutex);
  });
  std::printf("%-34s %7.2f pairs a us\n", "pthread_mutex", pthread_rate);
  for (const Variant& variant :
       {Variant{"meta-fast (goal 0.7)", LockingMode::kMetaFast},
        Variant{"meta-fast, paper's gate", LockingMode::kMetaFast, MonitorPolicy::kSingle,
                MetaLockGate::kPaper},
        Variant{"meta-fast, three queues", LockingMode::kMetaFast, MonitorPolicy::kThree},
        Variant{"meta", LockingMode::kMeta}, Variant{"tas", LockingMode::kTas},
        Variant{"thin", LockingMode::kThin}, Variant{"monitorcache", LockingMode::kMonitorCache}}) {
    Chosen chosen(variant);
    Rooted rooted;
    double rate = median_rate([&](ExecEnv& self) {
      static_cast<void>(monitor_enter(self, rooted.target()));
      work(shared);
      static_cast<void>(monitor_exit(self, rooted.target()));
    });
    std::printf("%-34s %7.2f pairs a us %6.2f x pthread_mutex\n", variant.name, rate,
                rate / pthread_rate);
  }
}
