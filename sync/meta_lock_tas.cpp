#include "sync/meta_lock_tas.h"

#include <sched.h>
#include <time.h>

#include <algorithm>

namespace minijvm::sync {
namespace {

constexpr long kFirstSleepNs = 1'000;
constexpr long kLongestSleepNs = 64'000;

// "The thread yields and optionally sleeps (using exponential back-off)": first a yield, then 1, 2, 4 ... 64 us.
void back_off(long& sleep_ns) {
  if (sleep_ns == 0) {
    sched_yield();
    sleep_ns = kFirstSleepNs;
    return;
  }
  timespec duration{0, sleep_ns};
  nanosleep(&duration, nullptr);
  sleep_ns = std::min(2 * sleep_ns, kLongestSleepNs);
}

}  // namespace

Atomic<bool> test_and_set{false};

void set_test_and_set(bool on) { test_and_set.store(on, std::memory_order_relaxed); }

LockBits tas_get_meta_lock(ExecEnv& self, MultiUseWord& word) {
  long sleep_ns = 0;
  for (;;) {
    LockBits bits = word.swap(kTasBusy, std::memory_order_acquire);  // acquire: the last holder's store
    if (bits != kTasBusy) {
      return bits;
    }
    if (sleep_ns == 0) {
      LockCounters::count(self.counters_.get_meta_lock_slow);
    }
    back_off(sleep_ns);
  }
}

}  // namespace minijvm::sync
