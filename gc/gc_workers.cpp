#include "gc/gc_workers.h"

#include <algorithm>
#include <thread>

#include "base/bits.h"
#include "gc/stress.h"

namespace minijvm::gc {
namespace {

// To wake a worker takes as long as to look through that much.
constexpr std::size_t kBytesPerWorker = 256 * kKiB;
constexpr unsigned kMostWorkers = 512;  // whatever is asked for: each has queues and a stack
// gc-stress builds collect a tiny heap all the time: most often alone, for speed.
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
  return options.semaphore_gang ? GangSynchronization::kSemaphore : GangSynchronization::kMonitor;
}

}  // namespace

void GcWorkers::initialize(const HeapOptions& options) {
  unsigned cores = options.cores != 0 ? options.cores : std::thread::hardware_concurrency();
  unsigned wanted = std::min(options.gc_threads != 0 ? options.gc_threads : default_gang_size(cores), kMostWorkers);
  dynamic_ = options.dynamic_gc_threads;
  empty_task_test_ = options.empty_task_test;
  prints_statistics_ = options.print_gang_statistics;
  gang_ = std::make_unique<WorkGang>(synchronization(options), wanted);
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
  if (!dynamic_) {
    return size_;
  }
  if (kGcStress) {
    return ++collections_ % kStressParallelEvery == 0 ? size_ : 1;
  }
  return static_cast<unsigned>(std::clamp<std::size_t>(bytes / kBytesPerWorker, 1, size_));
}

void GcWorkers::run(GangTask& task, unsigned active) {
  if (active == 1) {
    task.work(0);
  } else {
    gang_->run(task, active);
  }
}

void GcWorkers::give_back_memory() {
  for (auto& queue : queues_) {
    queue->give_back_memory();
  }
}

WorkQueue* GcWorkers::victim(unsigned thief, unsigned active, unsigned& seed) const {
  seed = seed * 1'664'525U + 1'013'904'223U;
  unsigned first = seed >> 16;
  for (unsigned i = 0; i < active; ++i) {
    unsigned other = (first + i) % active;
    if (other != thief && queues_[other]->invites_thieves()) {
      return queues_[other].get();
    }
  }
  return nullptr;
}

}  // namespace minijvm::gc
