// What all threads together did with locks, those that have ended included: their counters are added up when their life ends.
// Proved by tests/sync/lock_statistics_test.cpp; printed by vm/inspect/lock_statistics.h.
#pragma once

#include "sync/lock_counters.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

// From now on objects are counted when the meta-lock path locks them for the first time. The extra-fast paths know nothing of it, so only
// -XX:LockingMode=meta and tas tell how many objects are synchronized on. Before the first thread.
void count_synchronized_objects();
std::uint64_t synchronized_objects();

// The NEUTRAL word of an object that is being locked, with the mark that it has been counted: the lowest bit of ModeField, which the
// meta-lock has no other use for.
LockBits counted(LockBits neutral);
constexpr LockBits without_count_mark(LockBits neutral) { return ModeField::set(neutral, ModeField::get(neutral) & ~LockBits{1}); }

// Adds the counters of a thread that ends, and zeroes them for the next user of its ExecEnv.
void retire_lock_counters(LockCounters& counters);

// Adds the counters of all threads to `sum`. Exact in a stopped world. Takes the thread-list lock, unless the world is stopped.
void sum_lock_counters(LockCounters& sum);

}  // namespace minijvm::sync
