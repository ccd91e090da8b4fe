// The collector's workers: N kernel threads that do one task at a time for a coordinator, which waits. Proved by tests/gc/work_gang_test.cpp.
// Source: JDK-8087324 and, for the split of gang and dispatcher, JDK-8087323.  Departure: workers can be shut down and started again, which
// the source could not; its unit test for that is ours.
// How workers are woken is the dispatcher's business (gang_dispatcher.h). Each dispatch is timed, by name of its task.
// Workers are no Java threads: they have no ExecEnv, never stop at safepoints and work only while the coordinator waits for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gc/gang_dispatcher.h"
#include "gc/gang_statistics.h"
#include "gc/gang_thread.h"

namespace minijvm::gc {

class WorkGang {
 public:
  WorkGang(GangSynchronization how, unsigned workers);
  ~WorkGang();
  WorkGang(const WorkGang&) = delete;
  WorkGang& operator=(const WorkGang&) = delete;

  // Makes the threads. False: the kernel gave fewer, or none; the gang works with what there is.
  bool start();
  // Sends all workers home and waits for them. start() may follow.
  void stop();

  // The coordinator: runs the task with `workers` workers, at most as many as there are, and returns when the last is done. Without
  // any worker it does the task itself, as worker 0. One call at a time.
  void run(GangTask& task, unsigned workers);

  // How many run(task, wanted) would employ.
  unsigned usable(unsigned wanted) const;
  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  GangSynchronization synchronization() const { return how_; }
  const GangStatistics& statistics() const { return statistics_; }
  std::vector<GangThread> threads() const;

 private:
  struct Worker;
  static void* run_worker(void* worker);
  bool start_one();

  GangSynchronization how_;
  unsigned wanted_;
  std::unique_ptr<GangDispatcher> dispatcher_;
  std::vector<std::unique_ptr<Worker>> workers_;
  GangStatistics statistics_;
};

// HotSpot's default for -XX:ParallelGCThreads: one for each core up to 8, then five for each eight more.
unsigned default_gang_size(unsigned cores);

}  // namespace minijvm::gc
