// A dispatcher hands one task to W workers and tells the coordinator when all of them have
// finished. There are four designs, which -XX:+PrintGangStatistics compares.
// Tested by tests/gc/work_gang_test.cpp; measured by bench/gang/run.
// Source: Stefan Karlsson, "Use semaphores when starting and stopping GC task threads"
// (JDK-8087324), 2015, called "the announcement" below.
//
//                      workers are started by              meanwhile the      the coordinator is
//                                                          coordinator        woken by
//   helping semaphore  W permits; wakes those that are     takes permits      the last to finish,
//                      needed beside the coordinator       like a worker      with one permit
//   waiting semaphore  W permits; one call wakes W         waits              the last worker,
//                                                                             with one permit
//   monitor            notify_all; they take the mutex     waits              the last worker,
//                      in turn                                                with notify_all
//   sequence           likewise; a number tells a new      waits              every worker, with
//                      task from an old one                                   notify_all
//
// "waiting semaphore" is the announcement's own design. "sequence" is the one that the announcement
// calls the baseline. All of its workers wake for each start and for each end, and then wait for
// one mutex: the "thundering herd". The monitor still wakes all of them for each start.
//
// There is one coordinator and one task at a time: a task is dispatched only after all workers have
// finished the last one. So neither semaphores nor a monitor need a number to tell tasks apart; the
// baseline keeps its number for comparison.
//
// (G1) Each of the numbers 0 .. W-1 is given out once per task. A fast worker may take two of them,
//      one after the other.
// (G2) The workers see every write of the coordinator before dispatch(). After dispatch() the
//      coordinator sees every write of the workers.
//
// Departure: the announcement's coordinator only waits. The helping semaphore's, which is the
// default, takes permits like a worker: its core is awake and its caches are warm, while a worker
// needs some microseconds to wake up. Many tasks are shorter than that.
#pragma once

#include <cstdint>
#include <memory>

namespace minijvm::gc {

// A task for the workers. The collectors implement it.
class GangTask {
 public:
  // Returns the task's name in the statistics. The text lives as long as the process.
  virtual const char* name() const = 0;
  // Called once for each worker number in 0 .. W-1 (G1), while the world is stopped, on a worker's
  // thread, which has no ExecEnv, or on the coordinator's.
  virtual void work(unsigned worker) = 0;

 protected:
  ~GangTask() = default;
};

enum class GangSynchronization : std::uint8_t {
  kHelpingSemaphore,
  kWaitingSemaphore,
  kMonitor,
  kSequence
};
const char* gang_synchronization_name(GangSynchronization how);

class GangDispatcher {
 public:
  virtual ~GangDispatcher() = default;

  // The coordinator calls this. It hands the task out `workers` times and returns when all are
  // done. A null task makes the workers leave. REQUIRES: workers is at least 1, and at most the
  // number of threads that call next().
  virtual void dispatch(GangTask* task, unsigned workers) = 0;

  // A worker calls next() and finished(): next() sleeps until there is a task. The worker does the
  // task and calls finished().
  struct Assignment {
    GangTask* task;
    unsigned worker;
  };
  // last_sequence is the worker's own memory of the last task that it took. It starts at 0 with the
  // dispatcher; only the baseline uses it.
  virtual Assignment next(std::uint64_t& last_sequence) = 0;
  virtual void finished() = 0;
};

// `threads` is the number of threads that will call next(). `cores` matters because waiters spin
// only if each thread can have a core.
std::unique_ptr<GangDispatcher> make_dispatcher(GangSynchronization how, unsigned threads,
                                                unsigned cores);

}  // namespace minijvm::gc
