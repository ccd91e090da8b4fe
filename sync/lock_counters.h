// What one thread did with locks: the columns of Tables 2 and 3 (Agesen et al., OOPSLA '99, 6.2 and 6.3.2). Its thread writes, a reader
// adds up: relaxed, no read-modify-write, so a sum over running threads is a little old. Proved by tests/sync/monitor_test.cpp.
// The extra-fast paths are not counted: one more store there costs more than the number tells; they are the difference to bytecode counts.
#pragma once

#include <cstdint>

#include "sync/atomic.h"

namespace minijvm::sync {

#define MJ_LOCK_COUNTERS(X)                                                                                             \
  X(get_meta_lock) X(get_meta_lock_slow) X(hand_over_successor_first) X(hand_over_predecessor_first) X(hand_over_spins_won) \
  X(hand_over_blocks) X(lock_records) X(meta_enters) X(contended_enters) X(waits) X(notifies) X(notifies_without_meta_lock) \
  X(notify_looks) X(unparks_by_exit)

struct LockCounters {
#define MJ_COUNTER(name) Atomic<std::uint64_t> name{0};
  MJ_LOCK_COUNTERS(MJ_COUNTER)
#undef MJ_COUNTER

  // Owner only.
  static void count(Atomic<std::uint64_t>& counter) { counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

  // Reads `other` while its thread may run.
  void add(const LockCounters& other) {
#define MJ_ADD(name) name.store(name.load(std::memory_order_relaxed) + other.name.load(std::memory_order_relaxed), std::memory_order_relaxed);
    MJ_LOCK_COUNTERS(MJ_ADD)
#undef MJ_ADD
  }
};

}  // namespace minijvm::sync
