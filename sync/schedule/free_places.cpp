// Decides which LWP gets a P that becomes free.
#include "sync/schedule/free_places.h"

#include <algorithm>
#include <utility>

#include "sync/schedule/lwp.h"

namespace minijvm::sync {

std::size_t FreePlaces::claimed() const { return std::min(places_.size(), waiters_.size()); }

void FreePlaces::count() {
  // seq_cst: Dekker's pattern with LwpPool::queue (I2). Who adds a P reads the queues after this.
  unclaimed_.store(static_cast<std::uint32_t>(places_.size() - claimed()),
                   std::memory_order_seq_cst);
  waiter_count_.store(static_cast<std::uint32_t>(waiters_.size()), std::memory_order_relaxed);
}

void FreePlaces::add(Place& place) {
  places_.push_back(&place);
  count();
  for (std::size_t i = 0; i < claimed(); ++i) {
    if (!std::exchange(waiters_[i]->is_rung, true)) {
      waiters_[i]->ring();
      return;
    }
  }
}

// REQUIRES: there is a free P.
Place* FreePlaces::pop() {
  Place* place = places_.back();
  places_.pop_back();
  count();
  return place;
}

Place* FreePlaces::take_unclaimed() { return has_unclaimed() ? pop() : nullptr; }

Place* FreePlaces::take_or_wait(Lwp& lwp, Turn turn) {
  // The first of the LWPs that wait is overtaken only once.
  const bool overtakes = turn == Turn::kAtOnce && (waiters_.empty() || !waiters_.front()->was_late);
  if (overtakes ? !places_.empty() : has_unclaimed()) {
    return pop();
  }
  waiters_.push_back(&lwp);
  count();
  return nullptr;
}

Place* FreePlaces::take_if_rung(Lwp& lwp) {
  // A futex may wake for no reason, and a free P is for an LWP that was rung.
  if (!std::exchange(lwp.is_rung, false)) {
    return nullptr;
  }
  lwp.was_late = places_.empty();
  if (lwp.was_late) {
    return nullptr;
  }
  waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &lwp));
  return pop();
}

}  // namespace minijvm::sync
