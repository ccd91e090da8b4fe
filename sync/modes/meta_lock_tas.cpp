// Section 5.4's getMetaLock: swaps until the old word was not BUSY. The caller is in a
// heap-touching state under a NoSafepoint; it sleeps in that state, since the holder's instructions
// are few.
#include "sync/modes/meta_lock_tas.h"

#include <sched.h>
#include <time.h>

#include <algorithm>

namespace minijvm::sync {
namespace {

constexpr long kFirstSleepNs = 1'000;
constexpr long kLongestSleepNs = 64'000;

// "The thread yields and optionally sleeps (using exponential back-off)": first a yield, then
// sleeps of 1, 2, 4 ... 64 us.
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

void set_test_and_set(bool on) {
  sync_state.locks.test_and_set.store(on, std::memory_order_relaxed);
}

LockBits tas_get_meta_lock(ExecEnv& self, MultiUseWord& word) {
  long sleep_ns = 0;
  for (;;) {
    // acquire: pairs with the last holder's store.
    LockBits bits = word.swap(kTasBusy, std::memory_order_acquire);
    if (bits != kTasBusy) {
      return bits;
    }
    // A get is counted once, however often it retries.
    if (sleep_ns == 0) {
      LockCounters::count(self.counters_.get_meta_lock_slow);
    }
    back_off(sleep_ns);
  }
}

}  // namespace minijvm::sync
