// Makes the threads of the gang, runs their loop, and ends them. start() runs while the VM boots,
// run() in a stopped world.
#include "gc/gang/work_gang.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>

#include "base/bits.h"
#include "gc/gang/timed_task.h"
#include "sync/atomic.h"
#include "sync/block_events.h"
#include "sync/sync_state.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

// Oop maps are computed on this stack.
constexpr std::size_t kStackBytes = 1 * kMiB;

// Returns all signals but the thread's own faults. Java's threads handle signals to the process; a
// fault in a worker still stops the process with a report.
sigset_t signals_of_others() {
  sigset_t set;
  sigfillset(&set);
  for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
    sigdelset(&set, own);
  }
  return set;
}

bool create_thread(pthread_t* thread, void* (*entry)(void*), void* argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  sigset_t blocked = signals_of_others();
  sigset_t before;
  // The new thread inherits the mask.
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  bool made = pthread_create(thread, &attributes, entry, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return made;
}

std::uint64_t name_value(const GangTask& task) {
  return reinterpret_cast<std::uintptr_t>(task.name());
}

// A task that does another one and records when each worker begins and ends it.
class RecordedTask final : public GangTask {
 public:
  explicit RecordedTask(GangTask& task) : task_(task) {}

  const char* name() const override { return task_.name(); }
  void work(unsigned worker) override {
    sync::record_here(Event::task_begin, name_value(task_), worker);
    task_.work(worker);
    sync::record_here(Event::task_end, name_value(task_), worker);
  }

 private:
  GangTask& task_;
};

}  // namespace

// The thread's own record, which stays at one address while the thread lives.
struct WorkGang::Worker {
  GangDispatcher* dispatcher;
  unsigned number;
  pthread_t thread;
  std::int64_t start_ns;
  // 0 until the thread runs.
  sync::Atomic<std::int32_t> kernel_id{0};
  SharedEventLog events;
};

WorkGang::WorkGang(GangSynchronization how, unsigned workers, bool is_watched)
    : how_(how), wanted_(workers), is_watched_(is_watched) {}

WorkGang::~WorkGang() { stop(); }

void* WorkGang::run_worker(void* argument) {
  auto& self = *static_cast<Worker*>(argument);
  const auto id = static_cast<std::int32_t>(syscall(SYS_gettid));
  self.kernel_id.store(id, std::memory_order_relaxed);
  self.events.set_owner(kKernelThread | static_cast<std::uint32_t>(id));
  sync::this_kernel_thread.events = &self.events;
  char name[16];
  std::snprintf(name, sizeof name, "GC Thread#%u", self.number);
  pthread_setname_np(pthread_self(), name);
  std::uint64_t last_sequence = 0;
  // A null task ends the loop. finished() is called for it as well, so that stop() knows that each
  // worker has taken its own task.
  bool at_work = true;
  while (at_work) {
    GangDispatcher::Assignment next = self.dispatcher->next(last_sequence);
    at_work = next.task != nullptr;
    if (at_work) {
      next.task->work(next.worker);
    }
    self.dispatcher->finished();
  }
  sync::this_kernel_thread.events = nullptr;
  return nullptr;
}

bool WorkGang::start_one() {
  // The record must be complete before the thread runs, except for `thread`, which the new thread
  // does not read.
  auto worker = std::make_unique<Worker>();
  worker->dispatcher = dispatcher_.get();
  worker->number = size();
  worker->start_ns = sync::machine_ns();
  if (!create_thread(&worker->thread, run_worker, worker.get())) {
    return false;
  }
  workers_.push_back(std::move(worker));
  return true;
}

bool WorkGang::start() {
  // No thread has called next() yet, so the dispatcher can still be chosen.
  if (dispatcher_ == nullptr) {
    dispatcher_ = make_dispatcher(how_, wanted_, std::thread::hardware_concurrency());
  }
  while (size() < wanted_) {
    if (!start_one()) {
      return false;
    }
  }
  return true;
}

void WorkGang::stop() {
  // Each worker takes one null task, since no worker calls next() again after it.
  if (!workers_.empty()) {
    dispatcher_->dispatch(nullptr, size());
  }
  for (auto& worker : workers_) {
    pthread_join(worker->thread, nullptr);
  }
  workers_.clear();
  dispatcher_.reset();
}

unsigned WorkGang::usable(unsigned wanted) const { return std::max(1U, std::min(wanted, size())); }

void WorkGang::run(GangTask& task, unsigned workers) {
  if (is_wanted(Event::gang_dispatch)) [[unlikely]] {
    run_recorded(task, workers);
  } else {
    run_counted(task, workers);
  }
}

void WorkGang::run_recorded(GangTask& task, unsigned workers) {
  RecordedTask recorded(task);
  const std::uint64_t number = usable(workers);
  sync::record_here(Event::gang_dispatch, name_value(task), number);
  run_counted(recorded, workers);
  sync::record_here(Event::gang_done, name_value(task), number);
}

void WorkGang::run_counted(GangTask& task, unsigned workers) {
  if (is_watched_) {
    run_watched(task, workers);
  } else {
    hand_out(task, workers);
  }
}

void WorkGang::hand_out(GangTask& task, unsigned workers) {
  if (workers_.empty()) {
    task.work(0);
  } else {
    dispatcher_->dispatch(&task, usable(workers));
  }
}

// The whole time includes the wake-ups, which the statistics must show.
void WorkGang::run_watched(GangTask& task, unsigned workers) {
  TimedTask timed(task, usable(workers));
  ContextSwitches before = switches_of_this_thread();
  std::int64_t begin = sync::machine_ns();
  hand_out(timed, workers);
  std::int64_t end = sync::machine_ns();
  statistics_.add(task.name(), {.whole_ns = end - begin,
                                .to_first_ns = timed.first_ns() - begin,
                                .first_to_last_ns = timed.last_ns() - timed.first_ns(),
                                .coordinator = switches_of_this_thread() - before});
}

ContextSwitches WorkGang::worker_switches() const {
  ContextSwitches all;
  for (const auto& worker : workers_) {
    all += switches_of_thread(worker->kernel_id.load(std::memory_order_relaxed));
  }
  return all;
}

std::vector<GangThread> WorkGang::threads() const {
  std::vector<GangThread> all;
  for (const auto& worker : workers_) {
    all.push_back({worker->number, worker.get(), worker->kernel_id.load(std::memory_order_relaxed),
                   worker->start_ns});
  }
  return all;
}

unsigned default_gang_size(unsigned cores) {
  constexpr unsigned kAllUpTo = 8;
  // HOTSPOT: the number is 8 + (cores - 8) * 5 / 8.
  return cores <= kAllUpTo ? std::max(cores, 1U) : kAllUpTo + (cores - kAllUpTo) * 5 / 8;
}

}  // namespace minijvm::gc
