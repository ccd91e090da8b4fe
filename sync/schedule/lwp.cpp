// The loop of an LWP: it gets a P, takes a user thread from the P's queue, runs the thread and
// decides what becomes of it. All functions run on the LWP's own stack, except leave(), which runs
// on the user thread's.
#include "sync/schedule/lwp.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

#include "base/check.h"
#include "sync/block_events.h"
#include "sync/schedule/fault_stack.h"
#include "sync/schedule/lwp_pool.h"
#include "sync/schedule/thread_key.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/futex.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

[[gnu::noinline]] Lwp* this_lwp() { return this_kernel_thread.lwp; }

void Lwp::run() {
  this_kernel_thread.lwp = this;
  begin_kernel_thread();
  pthread_setname_np(pthread_self(), "LWP");
  pthread_sigmask(SIG_SETMASK, &pool_.signal_mask(), nullptr);
  // An LWP that is used again has a new kernel thread, and so another stack of its own.
  strand_ = Strand();
  FaultStack faults;
  while (pool_.wait_for_place(*this)) {
    UserThread* next = pool_.next_for(*this);
    // There is nothing to run, so the LWP gives the P up and sleeps until ring().
    if (next == nullptr) {
      MJ_EVENT(events_, Event::lwp_idle, 0, 0);
      pool_.go_idle(*this);
      continue;
    }
    carry(*next);
    // The thread may have left the P and regained it on the way, but it must have one now.
    MJ_CHECK(place.load(std::memory_order_acquire) != nullptr,
             "LWP %d ran Java without a place (I1)", kernel_id());
    pool_.serve_waiters(*this);
  }
  empty_key();
}

void Lwp::begin_kernel_thread() {
  const std::int32_t id = gettid();
  kernel_id_.store(id, std::memory_order_relaxed);
  events_.set_owner(kKernelThread | static_cast<std::uint32_t>(id));
  this_kernel_thread.events = &events_;
}

void Lwp::bind_to(ExecEnv* ee) {
  this_kernel_thread.lwp = ee == nullptr ? nullptr : this;
  begin_kernel_thread();
  if (ee == nullptr) {
    this_kernel_thread.events = nullptr;  // the log may soon be another kernel thread's
  }
  bound_to_.store(ee, std::memory_order_release);
}

ExecEnv* Lwp::runs() const {
  if (ExecEnv* bound = bound_to_.load(std::memory_order_acquire)) {
    return bound;
  }
  UserThread* thread = mounted();
  return thread == nullptr ? nullptr : thread->ee.load(std::memory_order_acquire);
}

void Lwp::carry(UserThread& thread) {
  // The mount is complete before the switch, because a thread dump or sysmon may read it at any
  // time.
  thread.mounted_at_ns.store(machine_ns(), std::memory_order_relaxed);
  thread.lwp.store(this, std::memory_order_release);
  mounted_.store(&thread, std::memory_order_release);
  mounts_.fetch_add(1, std::memory_order_relaxed);
  // The old state does not matter: a wake-up that came before this point is consumed, because the
  // thread is about to look again itself.
  thread.state.exchange(UserState::kRunning, std::memory_order_acq_rel);
  mount_exec_env(thread.ee.load(std::memory_order_relaxed));
  MJ_EVENT(events_, Event::lwp_carry, id_of(thread), 0);
  // The thread runs now. This call returns when it leaves its stack.
  Strand::switch_to(strand_, thread.strand);
  mount_exec_env(nullptr);
  mounted_.store(nullptr, std::memory_order_release);
  MJ_EVENT(events_, Event::lwp_left, id_of(thread), why_);
  settle(thread);
}

void Lwp::settle(UserThread& left) {
  left.run_ns.fetch_add(machine_ns() - left.mounted_at_ns.load(std::memory_order_relaxed),
                        std::memory_order_relaxed);
  // Only now is the context saved, so only from here on may another LWP go on with the thread.
  left.lwp.store(nullptr, std::memory_order_release);
  switch (why_) {
    case Leave::kPark: {
      UserState expected = UserState::kParking;
      // release: an LWP that goes on with the thread finds its context saved. A failed CAS means
      // that the thread was woken between its look and here: then it is queued. acquire: self sees
      // what the waker wrote.
      if (!left.state.compare_exchange_strong(
              expected, UserState::kParked, std::memory_order_acq_rel, std::memory_order_acquire)) {
        pool_.queue(left);
      }
      break;
    }
    // The thread goes behind the others of this P, so that they get a turn.
    case Leave::kYield:
      pool_.queue(left);
      break;
    // The thread goes behind all threads that used up a slice, on any P (ready_threads.h).
    case Leave::kSliceEnd:
      pool_.queue_common(left);
      break;
    case Leave::kEnd:
      recycle_user_thread(left);
      break;
  }
}

void Lwp::leave(UserThread& thread, Leave why) {
  MJ_DCHECK(mutexes_held() == 0, "a user thread leaves its LWP with %zu mutexes held",
            mutexes_held());
  Lwp& lwp = *thread.lwp.load(std::memory_order_relaxed);
  // A plain store is enough: the field is read on the same kernel thread, after the switch.
  lwp.why_ = why;
  Strand::switch_to(thread.strand, lwp.strand_, why == Leave::kEnd);
}

void Lwp::ring() {
  bell_.fetch_add(1, std::memory_order_release);
  futex_wake_one(bell_);
}

bool Lwp::wait_for_bell(std::uint32_t seen, MachineDeadline until) {
  return futex_wait(bell_, seen, until);
}

}  // namespace minijvm::sync
