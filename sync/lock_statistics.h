// Counts what all threads together did with locks. Threads that have ended are included: their
// counters are added up when their life ends, as the paper's are (section 6).
// Tested by tests/sync/lock_statistics_test.cpp; printed by tools/reports/lock_statistics.h.
#pragma once

#include "sync/lock_counters.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// Makes the VM count an object, from now on, when the meta-lock path locks it for the first time.
// The extra-fast paths do not count, so only -XX:LockingMode=meta and tas say how many objects are
// synchronized on.
// REQUIRES: no thread has started.
void count_synchronized_objects();
// Returns how many objects were counted so far.
std::uint64_t synchronized_objects();

// Returns the NEUTRAL word of an object that is being locked, with the mark that it has been
// counted. The mark is the lowest bit of ModeField, which the meta-lock does not use otherwise.
LockBits counted(LockBits neutral);
// Returns the word without that mark, for checks that need the rest of ModeField to be zero.
constexpr LockBits without_count_mark(LockBits neutral) {
  return ModeField::set(neutral, ModeField::get(neutral) & ~LockBits{1});
}

// Adds the counters of a thread that ends to the total, and zeroes them for the next user of its
// ExecEnv.
void retire_lock_counters(LockCounters& counters);

// Adds the counters of all threads to `sum`. The sum is exact in a stopped world. Takes the
// thread-list lock, unless the calling LWP has stopped the world.
void sum_lock_counters(LockCounters& sum);

}  // namespace minijvm::sync
