// How a coordinator hands one task to W workers and learns that all are done: three ways, to be compared (-XX:+PrintGangStatistics).
// Proved by tests/gc/work_gang_test.cpp; measured by bench/gang/run.
// Source: JDK-8087324, "Use semaphores when starting and stopping GC task threads" (2015).
//
//              workers are started by                     the coordinator is woken by
//   semaphore  W permits, one addition and one wake       the last worker, one permit; it does what nobody has begun itself
//   monitor    notify_all, then one after the other       the last worker, notify_all (which wakes everybody)
//   sequence   likewise; a number tells old from new      every worker, notify_all (the thundering herd of the source's baseline)
//
// One coordinator, one task at a time: a new one is dispatched only after all workers have finished the last. So neither semaphore nor
// monitor needs a number to tell tasks apart; the baseline keeps its one for comparison.
// (G1) Each of the numbers 0 .. W-1 is given out once per task.   A quick worker may take two of them, one after the other.
//      The source's coordinator only waits. Ours, if it dispatches by semaphores, takes permits like a worker: its core is awake and its caches are
//      warm, while a worker takes some microseconds to wake, which is longer than many a task.
// (G2) What the coordinator wrote before dispatch() is visible to the workers, what they wrote to the coordinator after it.
#pragma once

#include <cstdint>
#include <memory>

namespace minijvm::gc {

// What the workers do. A door: the collectors implement it.
class GangTask {
 public:
  virtual const char* name() const = 0;
  // worker: 0 .. W-1, each once (G1). On a worker's thread, which has no ExecEnv, or on the coordinator's; in the stopped world.
  virtual void work(unsigned worker) = 0;

 protected:
  ~GangTask() = default;
};

enum class GangSynchronization : std::uint8_t { kSemaphore, kMonitor, kSequence };
const char* gang_synchronization_name(GangSynchronization how);

class GangDispatcher {
 public:
  virtual ~GangDispatcher() = default;

  // The coordinator: hands the task out `workers` times and returns when all are done. Null tells the workers to leave.
  // REQUIRES: workers is at least 1 and at most the number of threads that call next().
  virtual void dispatch(GangTask* task, unsigned workers) = 0;

  // A worker: sleeps until there is something for it; then it does it and says so.
  struct Assignment {
    GangTask* task;
    unsigned worker;
  };
  // last_sequence: the worker's own memory of the last task it took; starts at 0 with the dispatcher. Only the baseline needs it.
  virtual Assignment next(std::uint64_t& last_sequence) = 0;
  virtual void finished() = 0;
};

// threads: how many will call next(). cores: spinning pays only if each thread has one.
std::unique_ptr<GangDispatcher> make_dispatcher(GangSynchronization how, unsigned threads, unsigned cores);

}  // namespace minijvm::gc
