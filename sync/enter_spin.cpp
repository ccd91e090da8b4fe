// The bounded spin of a contender, between the failed fast enter and the meta-lock. The caller is
// in kInVm and holds a NoSafepoint, so a safepoint waits for the spin: 12 us at most.
#include "sync/enter_spin.h"

#include <algorithm>

#include "base/events/event_clock.h"
#include "sync/block_events.h"
#include "sync/monitor_fast.h"
#include "sync/sync_state.h"
#include "sync/threads/processors.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {
// The most pauses between two looks. Each look takes the word's cache line from the owner, so looks
// become rarer: 2, 4, 8, 16.
constexpr int kMostBetweenLooks = 16;

// Returns true if the thread that owns the monitor neither runs Java nor works in the VM. The
// pointers stay good: a record belongs to one ExecEnv between two safepoints, and ExecEnvs are
// never freed. If the owner has left the monitor or ended meanwhile, the answer is about a later
// state or another thread; then the next look at the word decides. REQUIRES: `bits` were loaded
// with acquire and are LOCKED.
bool owner_is_off(LockBits bits) {
  return !touches_heap(lock_record(bits)->owner.load(std::memory_order_relaxed)->state());
}
}  // namespace

bool EnterSpin::try_enter(ExecEnv& self, MultiUseWord& word) {
  // Only the mode meta-fast fills the list that peek() sees.
  if (self.lock_records_.peek() == nullptr || !several_processors()) {
    return false;
  }
  const bool asks_owner = sync_state.locks.spins_for_mounted.load(std::memory_order_relaxed);
  const std::uint64_t began = is_wanted(Event::monitor_spun) ? event_ticks() : 0;
  const bool lets_waiter_pass = self.wait_spin_.waiter_is_coming();
  int between_looks = 1;
  for (int left = bounded_spin(pauses_); left > 0; left -= between_looks) {
    // acquire: the owner is read from the record.
    LockBits bits = word.load(std::memory_order_acquire);
    LockState state = lock_state(bits);
    if (state == LockState::NEUTRAL && try_fast_enter(self, word)) {
      pauses_ = std::min(2 * pauses_, kMost);
      LockCounters::count(self.counters_.enter_spins_won);
      if (began != 0) {
        self.events().record(Event::monitor_spun, address_of(word), began);
      }
      return true;
    }
    if ((state == LockState::WAITERS && !lets_waiter_pass) ||
        (state == LockState::LOCKED && queue_bit(bits))) {
      // Other threads came first. Overtaking them by spinning would be unfair to them.
      return false;
    }
    if (asks_owner && state == LockState::LOCKED && owner_is_off(bits)) {
      // The owner needs longer than a spin, which says nothing about whether spins help.
      return false;
    }
    between_looks = std::min(2 * between_looks, kMostBetweenLooks);
    for (int i = 0; i < between_looks; ++i) {
      spin_pause();
    }
  }
  pauses_ = std::max(pauses_ / 2, kLeast);
  return false;
}

}  // namespace minijvm::sync
