// Implements the four dispatchers, the two with semaphores as one class. dispatch() runs on the
// coordinator, which has stopped the world; next() and finished() run on the workers' threads,
// which have no ExecEnv.
#include "gc/gang/gang_dispatcher.h"

#include <algorithm>

#include "base/check.h"
#include "gc/gang/semaphore.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::gc {
namespace {

// `start_` holds one permit per worker number that is still to be given out; `end_` gets one permit
// when the last worker has finished.
class SemaphoreDispatcher final : public GangDispatcher {
 public:
  // `wakes` is the number of workers that a post wakes at most.
  SemaphoreDispatcher(bool coordinator_helps, unsigned spins, std::uint32_t wakes)
      : coordinator_helps_(coordinator_helps), start_(spins, wakes), end_(spins) {}

  void dispatch(GangTask* task, unsigned workers) override {
    task_ = task;
    // relaxed: post() publishes task_ and both counters together with the permits (G2).
    unfinished_.store(workers, std::memory_order_relaxed);
    started_.store(0, std::memory_order_relaxed);
    // For a null task each worker must take its own permit, so the coordinator takes none.
    if (coordinator_helps_ && task != nullptr) {
      share(*task, workers);
    } else {
      start_.post(workers);
    }
    // This is right even if the coordinator did the last number itself, because finished() has
    // posted a permit then.
    end_.wait();
  }

  Assignment next(std::uint64_t&) override {
    start_.wait();
    return {task_, next_number()};
  }

  void finished() override {
    // acq_rel: the last worker has seen all others' work, and passes it on with its permit (G2).
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      end_.post(1);
    }
  }

 private:
  // The coordinator works as well: it takes permits as long as there are any.
  void share(GangTask& task, unsigned workers) {
    // release (in post): each thread that gets a permit sees what dispatch() wrote.
    start_.post_and_share(workers);
    while (start_.try_wait()) {
      task.work(next_number());
      finished();
    }
  }

  unsigned next_number() { return started_.fetch_add(1, std::memory_order_relaxed); }

  bool coordinator_helps_;
  Semaphore start_;
  Semaphore end_;
  // The permits publish it.
  GangTask* task_ = nullptr;
  alignas(128) sync::Atomic<std::uint32_t> started_{0};
  alignas(128) sync::Atomic<std::uint32_t> unfinished_{0};
};

// All threads wait for one condition, under one mutex. The announcement measured this design as
// "Monitor". Each wake-up ends in a queue for the mutex.
class MonitorDispatcher final : public GangDispatcher {
 public:
  void dispatch(GangTask* task, unsigned workers) override {
    sync::MutexLock lock(mutex_);
    task_ = task;
    started_ = 0;
    finished_ = 0;
    workers_ = workers;
    changed_.notify_all();
    while (finished_ < workers_) {
      changed_.wait(mutex_);
    }
    // No task runs, so a worker that comes late keeps waiting.
    workers_ = 0;
  }

  Assignment next(std::uint64_t&) override {
    // The worker waits until a task has numbers left. A fast worker may get a second one (G1).
    sync::MutexLock lock(mutex_);
    while (started_ == workers_ || workers_ == 0) {
      changed_.wait(mutex_);
    }
    return {task_, started_++};
  }

  void finished() override {
    // Only the last worker needs to wake the coordinator, but the condition is shared, so all wake
    // up.
    sync::MutexLock lock(mutex_);
    if (++finished_ == workers_) {
      changed_.notify_all();
    }
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kGang};
  sync::CondVar changed_;  // for workers and coordinator alike
  GangTask* task_ MJ_GUARDED_BY(mutex_) = nullptr;
  // 0 if no task runs.
  unsigned workers_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned started_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned finished_ MJ_GUARDED_BY(mutex_) = 0;
};

// This is the baseline of the announcement: each worker looks at each task and takes part in it if
// numbers are left. Each start and each end wakes every thread.
class SequenceDispatcher final : public GangDispatcher {
 public:
  void dispatch(GangTask* task, unsigned workers) override {
    sync::MutexLock lock(mutex_);
    task_ = task;
    workers_ = workers;
    started_ = 0;
    finished_ = 0;
    ++sequence_;
    changed_.notify_all();
    while (finished_ < workers_) {
      changed_.wait(mutex_);
    }
    task_ = nullptr;
    workers_ = 0;
  }

  Assignment next(std::uint64_t& last_sequence) override {
    sync::MutexLock lock(mutex_);
    for (;;) {
      // The sequence number keeps a worker from taking part in one task twice.
      bool is_new = sequence_ != last_sequence;
      if (is_new && started_ < workers_) {
        last_sequence = sequence_;
        ++started_;
        // This is the redundant wake-up of the baseline, kept for comparison.
        changed_.notify_all();
        return {task_, started_ - 1};
      }
      changed_.wait(mutex_);
    }
  }

  void finished() override {
    sync::MutexLock lock(mutex_);
    ++finished_;
    changed_.notify_all();
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kGang};
  sync::CondVar changed_;
  GangTask* task_ MJ_GUARDED_BY(mutex_) = nullptr;
  std::uint64_t sequence_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned workers_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned started_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned finished_ MJ_GUARDED_BY(mutex_) = 0;
};

// This takes a few microseconds, which is less than a sleep and a wake-up.
constexpr unsigned kSpins = 1000;

}  // namespace

const char* gang_synchronization_name(GangSynchronization how) {
  switch (how) {
    case GangSynchronization::kHelpingSemaphore:
      return "helping semaphore";
    case GangSynchronization::kWaitingSemaphore:
      return "waiting semaphore";
    case GangSynchronization::kMonitor:
      return "monitor";
    case GangSynchronization::kSequence:
      return "baseline";
  }
  MJ_UNREACHABLE("gang synchronization %d", static_cast<int>(how));
}

std::unique_ptr<GangDispatcher> make_dispatcher(GangSynchronization how, unsigned threads,
                                                unsigned cores) {
  // Spinning costs another thread's time unless each worker and the coordinator can have a core.
  const unsigned spins = threads < cores ? kSpins : 0;
  switch (how) {
    case GangSynchronization::kHelpingSemaphore:
      // The coordinator has a core already, so a post wakes at most as many workers as there are
      // other cores.
      return std::make_unique<SemaphoreDispatcher>(true, spins, std::max(cores, 2U) - 1);
    case GangSynchronization::kWaitingSemaphore:
      return std::make_unique<SemaphoreDispatcher>(false, spins, Semaphore::kWakeForEach);
    case GangSynchronization::kMonitor:
      return std::make_unique<MonitorDispatcher>();
    case GangSynchronization::kSequence:
      return std::make_unique<SequenceDispatcher>();
  }
  MJ_UNREACHABLE("gang synchronization %d", static_cast<int>(how));
}

}  // namespace minijvm::gc
