// Keeps the totals behind -XX:+PrintLockStatistics: the counters of ended threads, and of objects
// that were locked at least once.
#include "sync/lock_statistics.h"

#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/safepoint.h"

namespace minijvm::sync {
namespace {

constexpr LockStatistics& state = sync_state.statistics;

}  // namespace

void count_synchronized_objects() { state.counting_objects = true; }
std::uint64_t synchronized_objects() { return state.objects.load(std::memory_order_relaxed); }

// The caller holds the meta-lock, so no two threads count the same object. ModeField is 0 before
// the mark, because only the meta-lock modes call this.
LockBits counted(LockBits neutral) {
  if (!state.counting_objects || ModeField::get(neutral) != 0) {
    return neutral;
  }
  state.objects.fetch_add(1, std::memory_order_relaxed);
  return ModeField::set(neutral, 1);
}

void retire_lock_counters(LockCounters& counters) {
#define MJ_RETIRE(name)                                                                \
  state.of_ended_threads.name.fetch_add(counters.name.load(std::memory_order_relaxed), \
                                        std::memory_order_relaxed);                    \
  counters.name.store(0, std::memory_order_relaxed);
  MJ_LOCK_COUNTERS(MJ_RETIRE)
#undef MJ_RETIRE
}

void sum_lock_counters(LockCounters& sum) {
  // No thread can end while the lock is held, so none is counted twice.
  ThreadListLock lock;
  sum.add(state.of_ended_threads);
  for_each_exec_env([&](ExecEnv& ee) { sum.add(ee.lock_counters()); });
}

}  // namespace minijvm::sync
