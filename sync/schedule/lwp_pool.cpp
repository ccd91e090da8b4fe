#include "sync/schedule/lwp_pool.h"

#include <pthread.h>

#include <algorithm>
#include <new>

#include "base/check.h"
#include "sync/schedule/one_to_one.h"
#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

constexpr std::int64_t kIdleNs = 5 * kNanosPerSecond;  // as long as Solaris kept an idle LWP

void run_lwp(void* lwp) { static_cast<Lwp*>(lwp)->run(); }

}  // namespace

LwpPool::LwpPool(std::size_t places) : ready_(places) {
  pthread_sigmask(SIG_SETMASK, nullptr, &signal_mask_);
  for (std::size_t i = 0; i < places; ++i) {
    places_.push_back(std::make_unique<Place>());
    places_.back()->index = i;
    free_places_.push_back(places_.back().get());
  }
  free_count_.store(static_cast<std::uint32_t>(places), std::memory_order_seq_cst);
}

// The place of the calling LWP, so that a thread runs where it was woken; else one after the other.
std::size_t LwpPool::place_for_queueing() {
  Lwp* lwp = this_lwp();
  Place* own = lwp == nullptr ? nullptr : lwp->place.load(std::memory_order_acquire);
  if (own != nullptr) {
    return own->index;
  }
  return next_place_.fetch_add(1, std::memory_order_relaxed) % places_.size();
}

void LwpPool::queue(UserThread& thread) {
  std::uint32_t length = ready_.push(place_for_queueing(), thread);
  if (length == 1 && this_lwp() != nullptr) {
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
  if (has_free_place()) {  // Dekker with give_up (I2)
    hire();
  } else {
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

// REQUIRES for the next three: the mutex is held.
void LwpPool::assign(Place& place, Lwp& lwp) {
  place.lwp.store(&lwp, std::memory_order_release);
  lwp.place.store(&place, std::memory_order_release);  // acquire: wait_for_place
}

void LwpPool::give_up(Lwp& lwp) {
  Place* place = lwp.place.load(std::memory_order_relaxed);
  MJ_CHECK(place != nullptr, "LWP %d gives up a place that it has not (I1)", lwp.kernel_id());
  lwp.place.store(nullptr, std::memory_order_release);
  if (!waiters_.empty()) {
    Lwp* next = waiters_.front();
    waiters_.pop_front();
    waiter_count_.fetch_sub(1, std::memory_order_relaxed);
    assign(*place, *next);
    next->ring();
    return;
  }
  place->lwp.store(nullptr, std::memory_order_release);
  free_places_.push_back(place);
  free_count_.fetch_add(1, std::memory_order_seq_cst);  // Dekker with queue (I2)
}

Lwp* LwpPool::idle_or_new_lwp(bool* is_new) {
  *is_new = idle_.empty();
  if (!idle_.empty()) {
    Lwp* lwp = idle_.back();  // the one whose caches are warm
    idle_.pop_back();
    return lwp;
  }
  ++made_;
  if (!ended_.empty()) {
    Lwp* lwp = ended_.back();
    ended_.pop_back();
    return lwp;
  }
  auto* lwp = new Lwp(*this);
  all_.push_back(lwp);
  return lwp;
}

// False: there was no free place, or no LWP to be had.
bool LwpPool::hire() {
  bool is_new = false;
  Lwp* lwp = nullptr;
  {
    MutexLock lock(mutex_);
    if (free_places_.empty()) {
      return false;
    }
    lwp = idle_or_new_lwp(&is_new);
    assign(*free_places_.back(), *lwp);
    free_places_.pop_back();
    free_count_.fetch_sub(1, std::memory_order_relaxed);
  }
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

// The kernel has no more threads: those that there are must do.
void LwpPool::take_back(Lwp& lwp) {
  MutexLock lock(mutex_);
  give_up(lwp);
  --made_;
  ended_.push_back(&lwp);
}

bool LwpPool::wait_for_place(Lwp& lwp) {
  for (;;) {
    std::uint32_t seen = lwp.bell();
    if (lwp.place.load(std::memory_order_acquire) != nullptr) {  // acquire: pairs with assign
      return true;
    }
    bool rung = lwp.wait_for_bell(seen, Deadline::after_ns(kIdleNs));
    if (!rung && dismiss(lwp)) {
      return false;
    }
  }
}

// An idle LWP ends if there are enough without it.
bool LwpPool::dismiss(Lwp& lwp) {
  MutexLock lock(mutex_);
  auto found = std::find(idle_.begin(), idle_.end(), &lwp);
  if (found == idle_.end() || idle_.size() <= places_.size()) {
    return false;
  }
  idle_.erase(found);
  ended_.push_back(&lwp);
  return true;
}

// Before it goes idle an LWP asks the poller itself: the clerk would have to be woken for each event, and would then wake us.
UserThread* LwpPool::next_for(Lwp& lwp) {
  std::size_t place = lwp.place.load(std::memory_order_relaxed)->index;
  UserThread* next = ready_.next(place);
  return next == nullptr && helper_->collect_ready() ? ready_.next(place) : next;
}

void LwpPool::go_idle(Lwp& lwp) {
  {
    MutexLock lock(mutex_);
    idle_.push_back(&lwp);
    give_up(lwp);
  }
  hire_or_note_free();
}

// A place has become free.
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
  if (!waiters_.empty()) {
    idle_.push_back(&lwp);
    give_up(lwp);
  }
}

void LwpPool::leave_place(Lwp& lwp) {
  {
    MutexLock lock(mutex_);
    if (lwp.place.load(std::memory_order_relaxed) == nullptr) {
      return;
    }
    give_up(lwp);
  }
  hire_or_note_free();
}

// True: it has one. False: it was put on the list of those that wait.
bool LwpPool::begin_regain(Lwp& lwp) {
  MutexLock lock(mutex_);
  if (lwp.place.load(std::memory_order_relaxed) != nullptr) {
    return true;
  }
  if (!free_places_.empty()) {
    assign(*free_places_.back(), lwp);
    free_places_.pop_back();
    free_count_.fetch_sub(1, std::memory_order_relaxed);
    return true;
  }
  lwp.regains = true;
  waiters_.push_back(&lwp);
  waiter_count_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

void LwpPool::regain_place(Lwp& lwp) {
  if (begin_regain(lwp)) {
    return;
  }
  helper_->note_backlog();  // a place must be freed for us one day
  std::uint32_t seen = lwp.bell();
  while (lwp.place.load(std::memory_order_acquire) == nullptr) {  // acquire: pairs with assign
    lwp.wait_for_bell(seen, Deadline::forever());
    seen = lwp.bell();
  }
  MutexLock lock(mutex_);
  lwp.regains = false;
}

bool LwpPool::take_place(Lwp& lwp, const UserThread& thread) {
  {
    MutexLock lock(mutex_);
    if (lwp.place.load(std::memory_order_relaxed) == nullptr || lwp.regains || lwp.mounted() != &thread) {
      return false;
    }
    ExecEnv* ee = thread.ee.load(std::memory_order_acquire);
    // seq_cst: Dekker with the thread's return, which stores its state and then reads the poll word that was armed before.
    if (ee == nullptr || ee->state_.load(std::memory_order_seq_cst) != ThreadState::kInNative) {
      return false;
    }
    // A thread that has cleared the bit by now came back before us and looks no more; one that clears it later has to wait for our mutex.
    if ((ee->poll_.load(std::memory_order_seq_cst) & kPollPlace) == 0) {
      return false;
    }
    taken_.fetch_add(1, std::memory_order_relaxed);
    give_up(lwp);
  }
  hire_for_queued();
  return true;
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
  result.places = static_cast<std::uint32_t>(places_.size());
  return result;
}

}  // namespace minijvm::sync
