#include "sync/lock_statistics.h"

#include "sync/exec_env.h"
#include "sync/safepoint.h"

namespace minijvm::sync {
namespace {

LockCounters of_ended_threads;  // read-modify-write: threads may end at the same time

}  // namespace

void retire_lock_counters(LockCounters& counters) {
#define MJ_RETIRE(name)                                                                                       \
  of_ended_threads.name.fetch_add(counters.name.load(std::memory_order_relaxed), std::memory_order_relaxed); \
  counters.name.store(0, std::memory_order_relaxed);
  MJ_LOCK_COUNTERS(MJ_RETIRE)
#undef MJ_RETIRE
}

void sum_lock_counters(LockCounters& sum) {
  ThreadListLock lock;
  sum.add(of_ended_threads);
  for_each_exec_env([&](ExecEnv& ee) { sum.add(ee.lock_counters()); });
}

}  // namespace minijvm::sync
