// What all threads together did with locks, those that have ended included: their counters are added up when their life ends.
// Proved by tests/sync/lock_statistics_test.cpp; printed by vm/inspect/lock_statistics.h.
#pragma once

#include "sync/lock_counters.h"

namespace minijvm::sync {

// Adds the counters of a thread that ends, and zeroes them for the next user of its ExecEnv.
void retire_lock_counters(LockCounters& counters);

// Adds the counters of all threads to `sum`. Exact in a stopped world. Takes the thread-list lock, unless the world is stopped.
void sum_lock_counters(LockCounters& sum);

}  // namespace minijvm::sync
