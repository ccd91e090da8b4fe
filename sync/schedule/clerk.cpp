#include "sync/schedule/clerk.h"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <limits>

#include "sync/schedule/one_to_one.h"
#include "sync/safepoint.h"
#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

constexpr std::int64_t kTickNs = kNanosPerMilli;
constexpr unsigned kSliceTicks = 10;       // the time slice
constexpr unsigned kSystemCallTicks = 2;   // so long a thread may be in one native call, with others waiting for its place
constexpr unsigned kTicksToDoze = 50;      // without a backlog
constexpr std::size_t kStackBytes = 256 * 1024;

}  // namespace

bool Clerk::start() {
  // It serves no signal: a thread inherits the mask.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  bool made = start_kernel_thread(kStackBytes, [](void* clerk) { static_cast<Clerk*>(clerk)->run(); }, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

void Clerk::wake_at(UserThread& thread, Deadline until) {
  bool is_next = timers_.add(thread, until);
  // seq_cst: Dekker with next_wake, which stores its moment and then reads the timers.
  if (is_next && until.ns() < sleeps_until_ns_.load(std::memory_order_seq_cst)) {
    poller_.ring();
  }
}

void Clerk::note_backlog() {
  if (!ticking_.load(std::memory_order_relaxed) && !ticking_.exchange(true, std::memory_order_acq_rel)) {
    poller_.ring();
  }
}

void Clerk::note_free_place() {
  if (looks_away_.load(std::memory_order_seq_cst)) {  // Dekker with leave_descriptors_alone
    poller_.ring();
  }
}

void Clerk::note_poller_waiter() {
  if (looks_away_.load(std::memory_order_seq_cst)) {  // Dekker with next_wake
    note_backlog();
  }
}

// True: all places are taken. Who frees one from now on rings.
bool Clerk::leave_descriptors_alone() {
  looks_away_.store(true, std::memory_order_seq_cst);
  if (!pool_.has_free_place()) {
    return true;
  }
  looks_away_.store(false, std::memory_order_relaxed);
  return false;
}

// While it is awake (0) nobody needs to ring: it looks at the timers before it sleeps.
Deadline Clerk::next_wake(std::int64_t next_tick_ns) {
  bool ticks = ticking_.load(std::memory_order_acquire) || (looks_away_.load(std::memory_order_relaxed) && poller_.has_waiters());
  std::int64_t until = ticks ? next_tick_ns : std::numeric_limits<std::int64_t>::max();
  sleeps_until_ns_.store(until, std::memory_order_seq_cst);
  until = std::min(until, timers_.next().ns());
  return Deadline::at(until);
}

void Clerk::run() {
  pthread_setname_np(pthread_self(), "clerk");
  std::int64_t next_tick_ns = monotonic_ns() + kTickNs;
  for (;;) {
    if (leave_descriptors_alone()) {
      poller_.wait_for_ring(next_wake(next_tick_ns));
      looks_away_.store(false, std::memory_order_relaxed);
    } else {
      poller_.wait(next_wake(next_tick_ns), wake_);
    }
    sleeps_until_ns_.store(0, std::memory_order_relaxed);
    fire_timers();
    std::int64_t now_ns = monotonic_ns();
    if (now_ns >= next_tick_ns) {
      tick();
      next_tick_ns = now_ns + kTickNs;
    }
  }
}

void Clerk::fire_timers() {
  std::int64_t now_ns = monotonic_ns();
  while (UserThread* expired = timers_.take_expired(now_ns)) {
    wake_(*expired);
  }
}

// Somebody could use a place: he is queued, or waits to regain his, or for descriptors that nobody looks at while all places are taken.
bool Clerk::has_backlog() const {
  return pool_.any_queued() || pool_.has_waiters() || (poller_.has_waiters() && !pool_.has_free_place());
}

void Clerk::tick() {
  collect_ready();
  pool_.hire_for_queued();
  bool backlog = has_backlog();
  if (!backlog && ++idle_ticks_ < kTicksToDoze) {
    return;
  }
  idle_ticks_ = 0;
  if (!backlog) {
    ticking_.store(false, std::memory_order_release);
    if (has_backlog()) {  // came just now, and saw us ticking
      ticking_.store(true, std::memory_order_release);
    }
    return;
  }
  for (const auto& place : pool_.places()) {
    look_at(*place);
  }
}

// Has the place's LWP carried the same thread since the last look? Then it yields at its next poll once its slice is used up; or, if it is
// in one and the same native call, it loses its place to somebody who can use it.
void Clerk::look_at(Place& place) {
  Lwp* lwp = place.lwp.load(std::memory_order_acquire);
  UserThread* thread = lwp == nullptr ? nullptr : lwp->mounted();
  ExecEnv* ee = thread == nullptr ? nullptr : thread->ee.load(std::memory_order_acquire);
  if (ee == nullptr) {
    place.seen_thread = nullptr;
    return;
  }
  std::uint64_t calls = ee->native_calls_.load(std::memory_order_relaxed);
  bool same = place.seen_thread == thread && place.seen_mounts == lwp->mounts();
  bool same_call = same && place.seen_calls == calls && ee->state() == ThreadState::kInNative;
  place.seen_thread = thread;
  place.seen_mounts = lwp->mounts();
  place.seen_calls = calls;
  place.ticks_mounted = same ? place.ticks_mounted + 1 : 0;
  if (same_call) {
    if (++place.ticks_in_call < kSystemCallTicks) {
      return;
    }
    arm_poll(*ee, kPollPlace);  // first: from here on the thread cannot come back without asking for its place
    pool_.take_place(*lwp, *thread);
    return;
  }
  place.ticks_in_call = 0;
  if (place.ticks_mounted >= kSliceTicks) {
    place.ticks_mounted = 0;
    if (ee->state() != ThreadState::kInJava) {
      deferrals_.fetch_add(1, std::memory_order_relaxed);
    }
    arm_poll(*ee, kPollYield);
  }
}

}  // namespace minijvm::sync
