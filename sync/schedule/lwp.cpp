#include "sync/schedule/lwp.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

#include "base/check.h"
#include "sync/exec_env.h"
#include "sync/futex.h"
#include "sync/schedule/fault_stack.h"
#include "sync/schedule/lwp_pool.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {
namespace {

thread_local Lwp* lwp_of_this_kernel_thread = nullptr;

}  // namespace

[[gnu::noinline]] Lwp* this_lwp() { return lwp_of_this_kernel_thread; }

void Lwp::run() {
  lwp_of_this_kernel_thread = this;
  kernel_id_.store(gettid(), std::memory_order_relaxed);
  pthread_setname_np(pthread_self(), "LWP");
  pthread_sigmask(SIG_SETMASK, &pool_.signal_mask(), nullptr);
  strand_ = Strand();  // an ended LWP's may have been another kernel thread's
  FaultStack faults;
  while (pool_.wait_for_place(*this)) {
    UserThread* next = pool_.next_for(*this);
    if (next == nullptr) {
      pool_.go_idle(*this);
      continue;
    }
    carry(*next);
    MJ_CHECK(place.load(std::memory_order_acquire) != nullptr, "LWP %d ran Java without a place (I1)", kernel_id());
    pool_.serve_waiters(*this);
  }
}

void Lwp::carry(UserThread& thread) {
  thread.mounted_at_ns.store(monotonic_ns(), std::memory_order_relaxed);
  thread.lwp.store(this, std::memory_order_release);
  mounted_.store(&thread, std::memory_order_release);
  mounts_.fetch_add(1, std::memory_order_relaxed);
  thread.state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  mount_exec_env(thread.ee.load(std::memory_order_relaxed));
  Strand::switch_to(strand_, thread.strand);
  mount_exec_env(nullptr);
  mounted_.store(nullptr, std::memory_order_release);
  settle(thread);
}

void Lwp::settle(UserThread& left) {
  left.run_ns.fetch_add(monotonic_ns() - left.mounted_at_ns.load(std::memory_order_relaxed), std::memory_order_relaxed);
  left.lwp.store(nullptr, std::memory_order_release);
  switch (why_) {
    case Leave::kPark: {
      UserState expected = UserState::kParking;
      // release: whoever carries on with it finds its context saved. acquire: or somebody woke it meanwhile, and we see why.
      if (!left.state.compare_exchange_strong(expected, UserState::kParked, std::memory_order_acq_rel, std::memory_order_acquire)) {
        pool_.queue(left);
      }
      break;
    }
    case Leave::kYield: pool_.queue(left); break;
    case Leave::kSliceEnd: pool_.queue_common(left); break;
    case Leave::kEnd: recycle_user_thread(left); break;
  }
}

void Lwp::leave(UserThread& thread, Leave why) {
  MJ_DCHECK(mutexes_held() == 0, "a user thread leaves its LWP with %zu mutexes held", mutexes_held());
  Lwp& lwp = *thread.lwp.load(std::memory_order_relaxed);
  lwp.why_ = why;
  Strand::switch_to(thread.strand, lwp.strand_, why == Leave::kEnd);
}

void Lwp::ring() {
  bell_.fetch_add(1, std::memory_order_release);
  futex_wake_one(bell_);
}

bool Lwp::wait_for_bell(std::uint32_t seen, Deadline until) { return futex_wait(bell_, seen, until); }

}  // namespace minijvm::sync
