// Hands Ps to LWPs: hires an LWP, gives a P up and gets it back, or takes it away. The code runs on
// LWPs and on user threads in a safe state; the mutex is held for a few instructions.
#include "sync/schedule/lwp_pool.h"

#include <pthread.h>

#include <algorithm>
#include <new>

#include "base/check.h"
#include "base/machine_processors.h"
#include "sync/block_events.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

std::size_t places_of(const PoolRules& rules) {
  return rules.places == 0 ? static_cast<std::size_t>(allowed_processors()) : rules.places;
}

void record_ready(const UserThread& thread) {
  if (is_wanted(Event::thread_ready)) {
    record_on_kernel_thread(Event::thread_ready, id_of(thread), 0);
  }
}

void run_lwp(void* lwp) { static_cast<Lwp*>(lwp)->run(); }

}  // namespace

LwpPool::LwpPool(const PoolRules& rules)
    : rules_(rules), first_places_(places_of(rules)), ready_(rules.hands_off ? first_places_ : 1) {
  pthread_sigmask(SIG_SETMASK, nullptr, &signal_mask_);
  for (std::size_t i = 0; i < first_places_; ++i) {
    places_.push_back(std::make_unique<Place>());
    places_.back()->lane = i % ready_.lanes();
    free_.add(*places_.back());
  }
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
  record_ready(thread);
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
  record_ready(thread);
  ready_.push_common(thread);
  hire_or_note();
}

void LwpPool::hire_or_note() {
  // Dekker's pattern with give_up (I2): the thread was pushed before this look. The P may have been
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
  place->lwp.store(nullptr, std::memory_order_release);
  free_.add(*place);
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
    Place* place = free_.take_unclaimed();
    if (place == nullptr) {
      return false;
    }
    lwp = idle_or_new_lwp(&is_new);
    assign(*place, *lwp);
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
    bool rung = lwp.wait_for_bell(seen, MachineDeadline::after_ns(rules_.idle_ns));
    if (!rung && dismiss(lwp)) {
      return false;
    }
  }
}

// Takes a free P away, if there are more than at the start. Returns false if none can go.
bool LwpPool::retire_place() {
  if (places_.size() - retired_places_.size() == first_places_) {
    return false;
  }
  Place* place = free_.take_unclaimed();
  if (place != nullptr) {
    retired_places_.push_back(place);
  }
  return place != nullptr;
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
  do {
    if (UserThread* next = ready_.next(lane)) {
      return next;
    }
    if (UserThread* stolen = ready_.steal(lane)) {
      if (is_wanted(Event::thread_stolen)) {
        record_on_kernel_thread(Event::thread_stolen, 0, 0);
      }
      // An LWP that looked for threads in the middle of the theft missed those that were stolen
      // together with this one, and freed its P (I2).
      hire_for_queued();
      return stolen;
    }
  } while (helper_->collect_ready());
  return nullptr;
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
  if (free_.is_short()) {
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
  Place* place = free_.take_or_wait(lwp, turn);
  if (place != nullptr) {
    assign(*place, lwp);
  }
  return place != nullptr;
}

// A look of an LWP that waits. Returns true if the LWP has a P now.
bool LwpPool::end_regain(Lwp& lwp) {
  MutexLock lock(mutex_);
  Place* place = free_.take_if_rung(lwp);
  if (place != nullptr) {
    lwp.note_return();
    // Those of bound LWPs are not counted either.
    if (is_wanted(Event::lwp_return) && !lwp.is_bound()) {
      const ExecEnv* thread = lwp.runs();
      record_on_kernel_thread(Event::lwp_return, thread == nullptr ? 0 : thread->id(), 0);
    }
    assign(*place, lwp);
  }
  return place != nullptr;
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
    lwp.wait_for_bell(seen, MachineDeadline::forever());
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
    if (is_wanted(Event::lwp_place_taken)) {
      record_on_kernel_thread(Event::lwp_place_taken, thread.id(),
                              static_cast<std::uint32_t>(lwp.kernel_id()));
    }
    give_up(lwp);
  }
  hire_for_queued();
  return true;
}

void LwpPool::add_place(std::size_t waiting) {
  {
    MutexLock lock(mutex_);
    if (waiting != places_.size() - retired_places_.size() || !free_.empty()) {
      return;
    }
    if (retired_places_.empty()) {
      places_.push_back(std::make_unique<Place>());
      retired_places_.push_back(places_.back().get());
    }
    Place& added = *retired_places_.back();
    retired_places_.pop_back();
    free_.add(added);
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
