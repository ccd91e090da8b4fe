#include "sync/lock_statistics.h"

#include "sync/exec_env.h"
#include "sync/safepoint.h"

namespace minijvm::sync {
namespace {

LockCounters of_ended_threads;  // read-modify-write: threads may end at the same time

bool counting_objects = false;
Atomic<std::uint64_t> objects{0};

}  // namespace

void count_synchronized_objects() { counting_objects = true; }
std::uint64_t synchronized_objects() { return objects.load(std::memory_order_relaxed); }

LockBits counted(LockBits neutral) {
  if (!counting_objects || ModeField::get(neutral) != 0) {
    return neutral;
  }
  objects.fetch_add(1, std::memory_order_relaxed);
  return ModeField::set(neutral, 1);
}

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
