// The gang and what each of its workers keeps from one collection to the next; and how many of them a collection is worth.
// Proved by tests/gc/scavenger_test.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gc/heap.h"
#include "gc/terminator.h"
#include "gc/work_gang.h"
#include "gc/work_queue.h"

namespace minijvm::gc {

class GcWorkers {
 public:
  // Starts the gang.
  void initialize(const HeapOptions& options);

  // For a collection with so many bytes to look at.
  unsigned active_for(std::size_t bytes);
  // -XX:+GCEmptyTaskTest: with each collection ten tasks that do nothing, to see what dispatching costs.
  void run_empty_tasks();
  // Runs the task with `active` workers; one alone is the coordinator itself, which spares it the dispatch.
  void run(GangTask& task, unsigned active);

  WorkQueue& queue(unsigned worker) { return *queues_[worker]; }
  // After a collection.
  void give_back_memory();
  // Some queue but the asker's with work to steal; null: none has any.
  WorkQueue* victim(unsigned thief, unsigned active, unsigned& seed) const;

  const WorkGang& gang() const { return *gang_; }
  unsigned size() const { return size_; }
  bool prints_statistics() const { return prints_statistics_; }

 private:
  std::unique_ptr<WorkGang> gang_;
  std::vector<std::unique_ptr<WorkQueue>> queues_;
  unsigned size_ = 1;
  bool dynamic_ = true;
  bool empty_task_test_ = false;
  bool prints_statistics_ = false;
  unsigned collections_ = 0;
};

// What each worker of a phase does once it has claimed all tasks there are: its own work, others', until none is left.
//   do_own(): empties the own queue. do_entry(entry): for one that was stolen.
template <class DoOwn, class DoEntry>
void share_until_done(GcWorkers& workers, unsigned self, unsigned active, Terminator& terminator, DoOwn do_own, DoEntry do_entry) {
  constexpr unsigned kTriesPerWorker = 2;
  unsigned seed = self;
  do {
    do_own();
    for (unsigned tries = 0; tries < kTriesPerWorker * active; ++tries) {
      WorkQueue* victim = workers.victim(self, active, seed);
      WorkEntry entry = victim == nullptr ? 0 : victim->steal();
      if (entry != 0) {
        do_entry(entry);
        do_own();
        tries = 0;
      }
    }
  } while (!terminator.offer([&] { return workers.victim(self, active, seed) != nullptr; }));
}

}  // namespace minijvm::gc
