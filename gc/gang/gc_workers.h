// The gang together with the data that each of its workers keeps from one collection to the next,
// and the rule that gives the number of workers for a collection.
// Tested by tests/gc/scavenger_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/atomic.h"
#include "gc/gang/terminator.h"
#include "gc/gang/work_gang.h"
#include "gc/gang/work_queue.h"
#include "gc/heap/heap.h"
#include "sync/block_events.h"

namespace minijvm::gc {

class GcWorkers {
 public:
  // Starts the gang and makes a queue for each worker.
  void initialize(const HeapOptions& options);

  // Returns how many workers should take part in a collection that has this many bytes to visit.
  unsigned active_for(std::size_t bytes);
  // -XX:+GCEmptyTaskTest: runs ten tasks that do nothing before each collection, to measure what a
  // dispatch costs.
  void run_empty_tasks();
  // Runs the task with `active` workers. If there is only one worker, the coordinator itself does
  // the task, without a dispatch.
  void run(GangTask& task, unsigned active);

  WorkQueue& queue(unsigned worker) { return *queues_[worker]; }
  // Called after a collection: frees queues that grew large.
  void give_back_memory();
  // Returns a queue that has work to steal, but not the thief's own; null if there is none. The
  // search starts at a random worker, so that thieves spread out. `seed` is the thief's random
  // state.
  WorkQueue* victim(unsigned thief, unsigned active, unsigned& seed) const;

  // A tool that shows collections has the posts to the gang and the thefts counted.
  struct Tally {
    Atomic<bool> is_wanted{false};
    Atomic<std::uint64_t> posts{0};
    Atomic<std::uint64_t> steals{0};
    // relaxed: the counts order nothing.
    void add(Atomic<std::uint64_t>& count) {
      if (is_wanted.load(std::memory_order_relaxed)) [[unlikely]] {
        count.fetch_add(1, std::memory_order_relaxed);
      }
    }
  };
  Tally tally;

  const WorkGang& gang() const { return *gang_; }
  unsigned size() const { return size_; }

 private:
  std::unique_ptr<WorkGang> gang_;
  std::vector<std::unique_ptr<WorkQueue>> queues_;
  unsigned size_ = 1;
  // The flag -XX:+UseDynamicNumberOfGCThreads.
  bool dynamic_ = true;
  bool empty_task_test_ = false;
  // gc-stress builds: how many collections were asked about.
  unsigned collections_ = 0;
};

// For the event log: the calling thread has stolen an entry.
inline void record_steal() {
  if (is_wanted(Event::task_steal)) [[unlikely]] {
    sync::record_here(Event::task_steal, 0, 0);
  }
}

// Work stealing: the last step of each worker of a phase, when all tasks are claimed. The worker
// does its own work, then that of others, until no worker has any.
//
//   do_own()         empties the worker's own queue
//   do_entry(entry)  does one stolen entry
template <class DoOwn, class DoEntry>
void share_until_done(GcWorkers& workers, unsigned self, unsigned active, Terminator& terminator,
                      DoOwn do_own, DoEntry do_entry) {
  constexpr unsigned kTriesPerWorker = 2;
  unsigned seed = self;
  do {
    do_own();
    // A failed attempt is not yet a sign that there is no work: the victim may just have taken its
    // entry back. After a successful attempt they are counted from the start again.
    for (unsigned tries = 0; tries < kTriesPerWorker * active; ++tries) {
      WorkQueue* victim = workers.victim(self, active, seed);
      WorkEntry entry = victim == nullptr ? 0 : victim->steal();
      if (entry != 0) {
        record_steal();
        workers.tally.add(workers.tally.steals);
        do_entry(entry);
        do_own();
        tries = 0;
      }
    }
    // Nothing was found, so the worker offers to stop. If there is work to steal before all agree,
    // it goes on.
  } while (!terminator.offer([&] { return workers.victim(self, active, seed) != nullptr; }));
}

}  // namespace minijvm::gc
