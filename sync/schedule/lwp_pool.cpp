// Hands Ps to LWPs: hires an LWP, gives a P up and gets it back, or takes it away. The code runs on
// LWPs and on user threads in a safe state; the mutex is held for a few instructions.
#include "sync/schedule/lwp_pool.h"

#include <pthread.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/check.h"
#include "base/machine_processors.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

std::size_t places_of(const PoolRules& rules) {
  return rules.places == 0 ? static_cast<std::size_t>(allowed_processors()) : rules.places;
}

void run_lwp(void* lwp) { static_cast<Lwp*>(lwp)->run(); }

}  // namespace

LwpPool::LwpPool(const PoolRules& rules)
    : rules_(rules), first_places_(places_of(rules)), ready_(rules.hands_off ? first_places_ : 1) {
  pthread_sigmask(SIG_SETMASK, nullptr, &signal_mask_);
  for (std::size_t i = 0; i < first_places_; ++i) {
    places_.push_back(std::make_unique<Place>());
    places_.back()->lane = i % ready_.lanes();
    free_places_.push_back(places_.back().get());
  }
  unclaimed_.store(static_cast<std::uint32_t>(places_.size()), std::memory_order_seq_cst);
}

// Returns the lane of the calling LWP's P, so that a thread runs where it was woken. For a caller
// without a P the lanes take turns.
std::size_t LwpPool::lane_for_queueing() {
  Lwp* lwp = this_lwp();
  Place* own = lwp == nullptr ? nullptr : lwp->place.load(std::memory_order_acquire);
  if (own != nullptr) {
    return own->lane;
  }
  return next_lane_.fetch_add(1, std::memory_order_relaxed) % ready_.lanes();
}

void LwpPool::queue(UserThread& thread) {
  std::uint32_t length = ready_.push(lane_for_queueing(), thread);
  // This is the exception of I2, which the header explains. A bound waker's LWP runs no other
  // thread.
  Lwp* waker = this_lwp();
  if (length == 1 && waker != nullptr && !waker->is_bound()) {
    helper_->note_backlog();
  } else {
    hire_or_note();
  }
}

void LwpPool::queue_common(UserThread& thread) {
  ready_.push_common(thread);
  hire_or_note();
}

void LwpPool::hire_or_note() {
  // Dekker's pattern with pass_on (I2): the thread was pushed before this look. The P may have been
  // retired since.
  if (!has_free_place() || !hire()) {
    helper_->note_backlog();
  }
}

void LwpPool::hire_for_queued() {
  while (any_queued() && has_free_place()) {
    if (!hire()) {
      return;
    }
  }
}

void LwpPool::assign(Place& place, Lwp& lwp) {
  place.lwp.store(&lwp, std::memory_order_release);
  // release: pairs with the acquire in wait_for_place.
  lwp.place.store(&place, std::memory_order_release);
}

void LwpPool::give_up(Lwp& lwp) {
  Place* place = lwp.place.load(std::memory_order_relaxed);
  MJ_CHECK(place != nullptr, "LWP %d gives up a place that it has not (I1)", lwp.kernel_id());
  lwp.place.store(nullptr, std::memory_order_release);
  pass_on(*place);
}

// Makes a P free, and rings for one more LWP that waits to regain one (I3).
void LwpPool::pass_on(Place& place) {
  place.lwp.store(nullptr, std::memory_order_release);
  free_places_.push_back(&place);
  count_unclaimed();
  const std::size_t claimed = std::min(free_places_.size(), waiters_.size());
  for (std::size_t i = 0; i < claimed; ++i) {
    if (!std::exchange(waiters_[i]->is_rung, true)) {
      waiters_[i]->ring();
      return;
    }
  }
}

// An LWP that waits with a thread mounted comes before queued threads, so it claims a free P.
void LwpPool::count_unclaimed() {
  const std::size_t claimed = std::min(free_places_.size(), waiters_.size());
  // seq_cst: Dekker's pattern with queue() (I2). The callers of pass_on read the queues after this.
  unclaimed_.store(static_cast<std::uint32_t>(free_places_.size() - claimed),
                   std::memory_order_seq_cst);
}

// REQUIRES: there is a free P.
Place& LwpPool::pop_free() {
  Place& place = *free_places_.back();
  free_places_.pop_back();
  count_unclaimed();
  return place;
}

// Returns the cheapest LWP that is available: an idle one, an ended one with a new kernel thread,
// or a new one.
Lwp* LwpPool::idle_or_new_lwp(bool* is_new) {
  *is_new = idle_.empty();
  if (!idle_.empty()) {
    // The LWP that became idle last is taken, because its caches are warm.
    Lwp* lwp = idle_.back();
    idle_.pop_back();
    return lwp;
  }
  ++made_;
  if (ended_.empty()) {
    all_.push_back(new Lwp(*this));
    ended_.push_back(all_.back());
  }
  Lwp* lwp = ended_.back();
  ended_.pop_back();
  most_lwps_ = std::max(most_lwps_, all_.size() - ended_.size());
  return lwp;
}

// Gives a free P to an LWP. Returns false if all free Ps are claimed, or if no LWP could be made.
bool LwpPool::hire() {
  bool is_new = false;
  Lwp* lwp = nullptr;
  {
    MutexLock lock(mutex_);
    if (!has_free_place()) {
      return false;
    }
    lwp = idle_or_new_lwp(&is_new);
    assign(pop_free(), *lwp);
  }
  // The mutex is released already, because waking and starting are system calls.
  if (!is_new) {
    lwp->ring();
    return true;
  }
  if (start_kernel_thread(kLwpStackBytes, run_lwp, lwp)) {
    return true;
  }
  take_back(*lwp);
  return false;
}

// Takes the P back from a new LWP: the kernel has no more threads, so the existing LWPs must be
// enough.
void LwpPool::take_back(Lwp& lwp) {
  MutexLock lock(mutex_);
  give_up(lwp);
  --made_;
  ended_.push_back(&lwp);
}

bool LwpPool::wait_for_place(Lwp& lwp) {
  for (;;) {
    // The bell is read first, then the P: a P that is assigned between the two ends the wait at
    // once.
    std::uint32_t seen = lwp.bell();
    // acquire: pairs with assign().
    if (lwp.place.load(std::memory_order_acquire) != nullptr) {
      return true;
    }
    bool rung = lwp.wait_for_bell(seen, Deadline::after_ns(rules_.idle_ns));
    if (!rung && dismiss(lwp)) {
      return false;
    }
  }
}

// Takes a free P away, if there are more than at the start. Returns false if none can go.
bool LwpPool::retire_place() {
  if (places_.size() - retired_places_.size() == first_places_ || !has_free_place()) {
    return false;
  }
  retired_places_.push_back(&pop_free());
  return true;
}

// An idle LWP ends if more LWPs are idle than there were Ps at the start. If Ps were added, it ends
// together with a P, so a pool that had to grow becomes small again. As many LWPs as there were Ps
// at the start remain. Solaris's LWPs ended in 5 minutes.
bool LwpPool::dismiss(Lwp& lwp) {
  MutexLock lock(mutex_);
  auto found = std::find(idle_.begin(), idle_.end(), &lwp);
  // An LWP that is not on the list has just been hired.
  if (found == idle_.end() || all_.size() - ended_.size() <= first_places_ ||
      (!retire_place() && idle_.size() <= first_places_)) {
    return false;
  }
  idle_.erase(found);
  ended_.push_back(&lwp);
  return true;
}

// An LWP asks the poller itself before it becomes idle. Sysmon would have to be woken for each
// event, and would then wake this LWP.
UserThread* LwpPool::next_for(Lwp& lwp) {
  std::size_t lane = lwp.place.load(std::memory_order_relaxed)->lane;
  UserThread* next = ready_.next(lane);
  return next == nullptr && helper_->collect_ready() ? ready_.next(lane) : next;
}

void LwpPool::go_idle(Lwp& lwp) {
  {
    MutexLock lock(mutex_);
    idle_.push_back(&lwp);
    give_up(lwp);
  }
  // The queues are read after the P was counted as free (I2).
  hire_or_note_free();
}

// Uses a P that has become free for a queued thread, or reports it to sysmon.
void LwpPool::hire_or_note_free() {
  hire_for_queued();
  if (has_free_place()) {
    helper_->note_free_place();
  }
}

void LwpPool::serve_waiters(Lwp& lwp) {
  if (!has_waiters()) {
    return;
  }
  MutexLock lock(mutex_);
  // This LWP becomes idle, and its P is claimed by an LWP that waits and has no other to take.
  if (waiters_.size() > free_places_.size()) {
    idle_.push_back(&lwp);
    give_up(lwp);
  }
}

void LwpPool::leave_place(Lwp& lwp) {
  {
    MutexLock lock(mutex_);
    // Sysmon has taken the P already.
    if (lwp.place.load(std::memory_order_relaxed) == nullptr) {
      return;
    }
    give_up(lwp);
  }
  hire_or_note_free();
}

// Returns true if the LWP has a P now. Otherwise the LWP is on the list of those that wait for a P.
bool LwpPool::begin_regain(Lwp& lwp, Turn turn) {
  MutexLock lock(mutex_);
  // Sysmon had set kPollPlace, but did not take the P.
  if (lwp.place.load(std::memory_order_relaxed) != nullptr) {
    return true;
  }
  // The first of the LWPs that wait is overtaken only once.
  const bool overtakes = turn == Turn::kAtOnce && (waiters_.empty() || !waiters_.front()->was_late);
  if (overtakes ? !free_places_.empty() : has_free_place()) {
    assign(pop_free(), lwp);
    return true;
  }
  waiters_.push_back(&lwp);
  waiter_count_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

// A look of an LWP that waits. Returns true if the LWP has a P now.
bool LwpPool::end_regain(Lwp& lwp) {
  MutexLock lock(mutex_);
  // A futex may wake for no reason, and a free P is for an LWP that was rung.
  if (!std::exchange(lwp.is_rung, false)) {
    return false;
  }
  lwp.was_late = free_places_.empty();
  if (lwp.was_late) {
    return false;
  }
  waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &lwp));
  waiter_count_.fetch_sub(1, std::memory_order_relaxed);
  lwp.note_return();
  assign(pop_free(), lwp);
  return true;
}

void LwpPool::regain_place(Lwp& lwp, Turn turn) {
  // The bell is read before each look: a ring that comes after the look ends the wait at once.
  std::uint32_t seen = lwp.bell();
  if (begin_regain(lwp, turn)) {
    return;
  }
  // Sysmon has to end some thread's slice, so that a P is freed for this LWP.
  helper_->note_backlog();
  do {
    lwp.wait_for_bell(seen, Deadline::forever());
    seen = lwp.bell();
  } while (!end_regain(lwp));
}

void LwpPool::bind(ExecEnv& self) {
  Lwp* lwp = nullptr;
  {
    MutexLock lock(mutex_);
    if (unbound_.empty()) {
      ++bound_made_;
    } else {
      lwp = unbound_.back();
      unbound_.pop_back();
    }
  }
  lwp = lwp == nullptr ? new Lwp(*this) : lwp;
  lwp->bind_to(&self);
  regain_place(*lwp);
}

void LwpPool::unbind(Lwp& bound) {
  leave_place(bound);
  bound.bind_to(nullptr);
  MutexLock lock(mutex_);
  unbound_.push_back(&bound);
}

bool LwpPool::take_place(Lwp& lwp, const ExecEnv& thread, ThreadState state) {
  {
    MutexLock lock(mutex_);
    // The LWP may have gone on with another thread since sysmon looked.
    if (lwp.place.load(std::memory_order_relaxed) == nullptr || lwp.runs() != &thread) {
      return false;
    }
    // seq_cst: Dekker's pattern with the thread's return, which stores its state and then reads the
    // poll word that was armed before.
    if (thread.state_.load(std::memory_order_seq_cst) != state) {
      return false;
    }
    // If the thread has cleared the bit by now, it came back before self took the mutex, and will
    // not look again. If it clears the bit later, it has to wait for the mutex.
    if ((thread.poll_.load(std::memory_order_seq_cst) & kPollPlace) == 0) {
      return false;
    }
    taken_.fetch_add(1, std::memory_order_relaxed);
    give_up(lwp);
  }
  hire_for_queued();
  return true;
}

void LwpPool::add_place(std::size_t waiting) {
  {
    MutexLock lock(mutex_);
    if (waiting != places_.size() - retired_places_.size() || !free_places_.empty()) {
      return;
    }
    if (retired_places_.empty()) {
      places_.push_back(std::make_unique<Place>());
      retired_places_.push_back(places_.back().get());
    }
    Place& added = *retired_places_.back();
    retired_places_.pop_back();
    pass_on(added);
  }
  hire_for_queued();
}

ModelStatistics LwpPool::statistics() {
  ModelStatistics result{};
  MutexLock lock(mutex_);
  for (const Lwp* lwp : all_) {
    result.switches += lwp->mounts();
  }
  result.steals = ready_.steals();
  result.places_taken = taken_.load(std::memory_order_relaxed);
  result.lwps_made = made_;
  result.lwps = static_cast<std::uint32_t>(all_.size() - ended_.size());
  result.lwps_most = static_cast<std::uint32_t>(most_lwps_ + bound_made_);
  result.places = static_cast<std::uint32_t>(places_.size() - retired_places_.size());
  return result;
}

}  // namespace minijvm::sync
