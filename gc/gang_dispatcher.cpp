#include "gc/gang_dispatcher.h"

#include <algorithm>

#include "base/check.h"
#include "gc/semaphore.h"
#include "sync/vm_mutex.h"

namespace minijvm::gc {
namespace {

class SemaphoreDispatcher final : public GangDispatcher {
 public:
  // The coordinator has a core already: a post wakes no more workers than there are others.
  SemaphoreDispatcher(unsigned spins, unsigned cores) : start_(spins, std::max(cores, 2U) - 1), end_(spins) {}

  void dispatch(GangTask* task, unsigned workers) override {
    task_ = task;
    unfinished_.store(workers, std::memory_order_relaxed);
    started_.store(0, std::memory_order_relaxed);
    if (task == nullptr) {
      start_.post(workers);  // to leave is each worker's own business
    } else {
      share(*task, workers);
    }
    end_.wait();
  }

  Assignment next(std::uint64_t&) override {
    start_.wait();
    return {task_, next_number()};
  }

  void finished() override {
    // acq_rel: the last one has seen all others' work, and passes it on with its permit (G2).
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      end_.post(1);
    }
  }

 private:
  void share(GangTask& task, unsigned workers) {
    start_.post_and_share(workers);  // release: what dispatch() wrote is visible to whoever gets a permit
    while (start_.try_wait()) {
      task.work(next_number());
      finished();
    }
  }

  unsigned next_number() { return started_.fetch_add(1, std::memory_order_relaxed); }

  Semaphore start_;
  Semaphore end_;
  GangTask* task_ = nullptr;  // handed over with the permits
  alignas(128) sync::Atomic<std::uint32_t> started_{0};
  alignas(128) sync::Atomic<std::uint32_t> unfinished_{0};
};

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
    workers_ = 0;
  }

  Assignment next(std::uint64_t&) override {
    sync::MutexLock lock(mutex_);
    while (started_ == workers_ || workers_ == 0) {
      changed_.wait(mutex_);
    }
    return {task_, started_++};
  }

  void finished() override {
    sync::MutexLock lock(mutex_);
    if (++finished_ == workers_) {
      changed_.notify_all();
    }
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kGang};
  sync::CondVar changed_;  // for workers and coordinator alike
  GangTask* task_ MJ_GUARDED_BY(mutex_) = nullptr;
  unsigned workers_ MJ_GUARDED_BY(mutex_) = 0;  // of the task that runs; 0: none does
  unsigned started_ MJ_GUARDED_BY(mutex_) = 0;
  unsigned finished_ MJ_GUARDED_BY(mutex_) = 0;
};

// The source's baseline: every thread looks at every task, and takes part if it is not too late.
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
      bool is_new = sequence_ != last_sequence;
      if (is_new && started_ < workers_) {
        last_sequence = sequence_;
        ++started_;
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

constexpr unsigned kSpins = 1000;  // a few microseconds, less than a sleep and a wake

}  // namespace

const char* gang_synchronization_name(GangSynchronization how) {
  switch (how) {
    case GangSynchronization::kSemaphore: return "semaphore";
    case GangSynchronization::kMonitor: return "monitor";
    case GangSynchronization::kSequence: return "baseline";
  }
  MJ_UNREACHABLE("gang synchronization %d", static_cast<int>(how));
}

std::unique_ptr<GangDispatcher> make_dispatcher(GangSynchronization how, unsigned threads, unsigned cores) {
  switch (how) {
    case GangSynchronization::kSemaphore: return std::make_unique<SemaphoreDispatcher>(threads < cores ? kSpins : 0, cores);
    case GangSynchronization::kMonitor: return std::make_unique<MonitorDispatcher>();
    case GangSynchronization::kSequence: return std::make_unique<SequenceDispatcher>();
  }
  MJ_UNREACHABLE("gang synchronization %d", static_cast<int>(how));
}

}  // namespace minijvm::gc
