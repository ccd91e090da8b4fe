#include "gc/work_gang.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>

#include "base/bits.h"
#include "sync/atomic.h"
#include "sync/clock.h"

namespace minijvm::gc {
namespace {

constexpr std::size_t kStackBytes = 1 * kMiB;  // oop maps are made on it

// Process signals are for Java's threads; a fault of the worker's own still stops the process with a report.
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
  pthread_sigmask(SIG_BLOCK, &blocked, &before);  // a thread inherits the mask
  bool made = pthread_create(thread, &attributes, entry, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return made;
}

}  // namespace

struct WorkGang::Worker {
  GangDispatcher* dispatcher;
  unsigned number;
  pthread_t thread;
  std::int64_t start_ns;
  sync::Atomic<std::int32_t> kernel_id{0};
};

WorkGang::WorkGang(GangSynchronization how, unsigned workers) : how_(how), wanted_(workers) {}

WorkGang::~WorkGang() { stop(); }

void* WorkGang::run_worker(void* argument) {
  auto& self = *static_cast<Worker*>(argument);
  self.kernel_id.store(static_cast<std::int32_t>(syscall(SYS_gettid)), std::memory_order_relaxed);
  char name[16];
  std::snprintf(name, sizeof name, "GC Thread#%u", self.number);
  pthread_setname_np(pthread_self(), name);
  std::uint64_t last_sequence = 0;
  bool at_work = true;
  while (at_work) {
    GangDispatcher::Assignment next = self.dispatcher->next(last_sequence);
    at_work = next.task != nullptr;
    if (at_work) {
      next.task->work(next.worker);
    }
    self.dispatcher->finished();
  }
  return nullptr;
}

bool WorkGang::start_one() {
  auto worker = std::make_unique<Worker>();
  worker->dispatcher = dispatcher_.get();
  worker->number = size();
  worker->start_ns = sync::monotonic_ns();
  if (!create_thread(&worker->thread, run_worker, worker.get())) {
    return false;
  }
  workers_.push_back(std::move(worker));
  return true;
}

bool WorkGang::start() {
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
  std::int64_t begin = sync::monotonic_ns();
  if (workers_.empty()) {
    task.work(0);
  } else {
    dispatcher_->dispatch(&task, usable(workers));
  }
  statistics_.add(task.name(), sync::monotonic_ns() - begin);
}

std::vector<GangThread> WorkGang::threads() const {
  std::vector<GangThread> all;
  for (const auto& worker : workers_) {
    all.push_back({worker->number, worker.get(), worker->kernel_id.load(std::memory_order_relaxed), worker->start_ns});
  }
  return all;
}

unsigned default_gang_size(unsigned cores) {
  constexpr unsigned kAllUpTo = 8;
  return cores <= kAllUpTo ? std::max(cores, 1U) : kAllUpTo + (cores - kAllUpTo) * 5 / 8;
}

}  // namespace minijvm::gc
