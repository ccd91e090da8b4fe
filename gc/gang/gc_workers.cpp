// Chooses how many workers a collection gets, runs their tasks, and finds victims for thieves. The
// code runs on the coordinator while the world is stopped, except for victim(), which the workers
// call.
#include "gc/gang/gc_workers.h"

#include <algorithm>
#include <thread>

#include "base/bits.h"
#include "gc/heap/stress.h"

namespace minijvm::gc {
namespace {

// A wake-up of a worker takes about as long as a visit of this many bytes.
constexpr std::size_t kBytesPerWorker = 256 * kKiB;
// An upper bound for -XX:ParallelGCThreads, because each worker has a queue and a stack.
constexpr unsigned kMostWorkers = 512;
// gc-stress builds collect a tiny heap all the time. One worker is fastest there; each eighth
// collection is parallel, so that the parallel code is tested, too.
constexpr unsigned kStressParallelEvery = 8;

class EmptyTask final : public GangTask {
 public:
  const char* name() const override { return "Empty task"; }
  void work(unsigned) override {}
};

GangSynchronization synchronization(const HeapOptions& options) {
  if (options.sequence_gang) {
    return GangSynchronization::kSequence;
  }
  if (!options.semaphore_gang) {
    return GangSynchronization::kMonitor;
  }
  return options.coordinator_helps ? GangSynchronization::kHelpingSemaphore
                                   : GangSynchronization::kWaitingSemaphore;
}

unsigned wanted_threads(const HeapOptions& options) {
  if (options.serial) {
    return 0;
  }
  unsigned cores = options.cores != 0 ? options.cores : std::thread::hardware_concurrency();
  return options.gc_threads != 0 ? options.gc_threads : default_gang_size(cores);
}

}  // namespace

void GcWorkers::initialize(const HeapOptions& options) {
  unsigned wanted = std::min(wanted_threads(options), kMostWorkers);
  dynamic_ = options.dynamic_gc_threads;
  empty_task_test_ = options.empty_task_test;
  gang_ =
      std::make_unique<WorkGang>(synchronization(options), wanted, options.print_gang_statistics);
  // The kernel may have given fewer threads than wanted. Without any thread, the coordinator is the
  // only worker.
  gang_->start();
  size_ = std::max(gang_->size(), 1U);
  for (unsigned worker = 0; worker < size_; ++worker) {
    queues_.push_back(std::make_unique<WorkQueue>());
  }
}

void GcWorkers::run_empty_tasks() {
  constexpr int kEmptyTasks = 10;
  EmptyTask task;
  for (int i = 0; empty_task_test_ && i < kEmptyTasks; ++i) {
    gang_->run(task, size_);
  }
}

unsigned GcWorkers::active_for(std::size_t bytes) {
  // With -XX:-UseDynamicNumberOfGCThreads all workers always take part.
  if (!dynamic_) {
    return size_;
  }
  if (kGcStress) {
    return ++collections_ % kStressParallelEvery == 0 ? size_ : 1;
  }
  return static_cast<unsigned>(std::clamp<std::size_t>(bytes / kBytesPerWorker, 1, size_));
}

void GcWorkers::run(GangTask& task, unsigned active) {
  // With one worker the coordinator does the task itself, which needs no dispatch.
  if (active == 1) {
    task.work(0);
  } else {
    tally.add(tally.posts);
    gang_->run(task, active);
  }
}

void GcWorkers::give_back_memory() {
  for (auto& queue : queues_) {
    queue->give_back_memory();
  }
}

WorkQueue* GcWorkers::victim(unsigned thief, unsigned active, unsigned& seed) const {
  // A linear congruential generator is good enough: its upper bits choose the first candidate. The
  // numbers are those of "Numerical Recipes".
  seed = seed * 1'664'525U + 1'013'904'223U;
  unsigned first = seed >> 16;
  for (unsigned i = 0; i < active; ++i) {
    unsigned other = (first + i) % active;
    // invites_thieves() is an estimate; a steal may still fail.
    if (other != thief && queues_[other]->invites_thieves()) {
      return queues_[other].get();
    }
  }
  return nullptr;
}

}  // namespace minijvm::gc
