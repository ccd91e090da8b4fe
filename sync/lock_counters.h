// Counts what one thread did with locks: the columns of the paper's Tables 2 and 3, and some more.
//
// Only the thread itself writes its counters, by a relaxed load and a relaxed store without a
// read-modify-write; a reader adds the counters of all threads up. A sum over running threads is
// therefore slightly stale. The extra-fast paths are not counted, because one more store would cost
// more than the number is worth. Their number is the count of a run with -XX:LockingMode=meta less
// that of the same run in the default mode (Table 3 in bench/results/meta-lock.md).
//
// Tested by tests/sync/monitor_test.cpp.
// Source: Agesen et al., OOPSLA '99, 6.2 and 6.3.2.
#pragma once

#include <cstdint>

#include "sync/atomic.h"

namespace minijvm::sync {

// clang-format off
#define MJ_LOCK_COUNTERS(X)                                                             \
  X(get_meta_lock)               /* calls of get_meta_lock */                           \
  X(get_meta_lock_slow)          /* of them: those that found the word BUSY */          \
  X(hand_over_successor_first)   /* case 1 of section 4.2, counted by the successor */  \
  X(hand_over_predecessor_first) /* case 2, counted by the successor */                 \
  X(hand_over_spins_won)         /* waits for a hand-over that ended while spinning */  \
  X(hand_over_blocks)            /* waits for a hand-over that went on to block */      \
  X(lock_records)                /* records that came from the allocator */             \
  X(meta_enters)                 /* enters that needed the meta-lock */                 \
  X(contended_enters)            /* enters that were queued */                          \
  X(enter_spins_won)             /* enters that a spin saved from the queue */          \
  X(waits)                                                                              \
  X(notifies)                                                                           \
  X(notifies_without_meta_lock)  /* of them: by section 4.4's optimization */           \
  X(notify_looks)                /* threads that a notify looked at */                  \
  X(unparks_by_exit)             /* threads that were invited */
// clang-format on

// The counters of one thread, or a sum of them.
struct LockCounters {
#define MJ_COUNTER(name) Atomic<std::uint64_t> name{0};
  MJ_LOCK_COUNTERS(MJ_COUNTER)
#undef MJ_COUNTER

  // Adds one. Only the thread that the counters belong to calls this.
  static void count(Atomic<std::uint64_t>& counter) {
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Adds `other`, to this sum. The thread of `other` may run meanwhile.
  void add(const LockCounters& other) {
#define MJ_ADD(name)                                                                            \
  name.store(name.load(std::memory_order_relaxed) + other.name.load(std::memory_order_relaxed), \
             std::memory_order_relaxed);
    MJ_LOCK_COUNTERS(MJ_ADD)
#undef MJ_ADD
  }
};

}  // namespace minijvm::sync
