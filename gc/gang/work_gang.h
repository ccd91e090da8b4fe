// The collector's worker threads. They are N kernel threads that do one task at a time for a
// coordinator, which waits for them.
// Tested by tests/gc/work_gang_test.cpp.
// Source: JDK-8087324 (gang_dispatcher.h) and, for the split into gang and dispatcher, JDK-8087323,
// "Unify and split the work gang classes".
// Departure: workers can be shut down and started again. The announcement says that this was not
// yet possible in HotSpot, so its unit test could not be added; work_gang_test.cpp is such a test.
//
// The dispatcher decides how workers are woken. The dispatches of a watched gang are timed, under
// their tasks' names.
// Workers are no Java threads: they have no ExecEnv, never stop at safepoints, and work only while
// the coordinator waits for them in a stopped world, or at the VM's start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gc/gang/gang_dispatcher.h"
#include "gc/gang/gang_statistics.h"
#include "gc/gang/gang_thread.h"

namespace minijvm::gc {

class WorkGang {
 public:
  // Makes a gang without threads. Only a watched gang keeps statistics.
  WorkGang(GangSynchronization how, unsigned workers, bool is_watched = false);
  ~WorkGang();
  WorkGang(const WorkGang&) = delete;
  WorkGang& operator=(const WorkGang&) = delete;

  // Makes the threads. Returns false if the kernel gave fewer, or none; the gang then works with
  // the threads that it has.
  bool start();
  // Makes all workers leave and waits for their ends. start() may follow.
  void stop();

  // Runs the task for the coordinator with `workers` workers, or with all workers if there are
  // fewer, and returns when the last one is done. Without any thread the coordinator does the task
  // itself, as worker 0. Only one call may run at a time.
  void run(GangTask& task, unsigned workers);

  // Returns the number of workers that run(task, wanted) would employ, at least 1.
  unsigned usable(unsigned wanted) const;
  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  GangSynchronization synchronization() const { return how_; }
  const GangStatistics& statistics() const { return statistics_; }
  // Returns how often the workers that there are have slept and were preempted, all together.
  ContextSwitches worker_switches() const;
  std::vector<GangThread> threads() const;

 private:
  struct Worker;
  static void* run_worker(void* worker);
  bool start_one();
  void hand_out(GangTask& task, unsigned workers);
  void run_recorded(GangTask& task, unsigned workers);
  void run_counted(GangTask& task, unsigned workers);
  void run_watched(GangTask& task, unsigned workers);

  GangSynchronization how_;
  // The number of threads that start() should make; fewer may exist.
  unsigned wanted_;
  bool is_watched_;
  std::unique_ptr<GangDispatcher> dispatcher_;
  std::vector<std::unique_ptr<Worker>> workers_;
  GangStatistics statistics_;
};

// HOTSPOT: this is the same default for -XX:ParallelGCThreads: one worker per core up to 8 cores,
// then five for each eight more; for example 13 workers on 16 cores.
unsigned default_gang_size(unsigned cores);

}  // namespace minijvm::gc
