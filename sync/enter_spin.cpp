// The bounded spin of a contender, between the failed fast enter and the meta-lock. The caller is
// in kInVm and holds a NoSafepoint, so a safepoint waits for the spin: 12 us at most.
#include "sync/enter_spin.h"

#include <algorithm>

#include "sync/monitor_fast.h"
#include "sync/threads/processors.h"

namespace minijvm::sync {
namespace {
// The most pauses between two looks. Each look takes the word's cache line from the owner, so looks
// become rarer: 2, 4, 8, 16.
constexpr int kMostBetweenLooks = 16;
}  // namespace

bool EnterSpin::try_enter(ExecEnv& self, MultiUseWord& word) {
  // Only the mode meta-fast fills the list that peek() sees.
  if (self.lock_records_.peek() == nullptr || !several_processors()) {
    return false;
  }
  int between_looks = 1;
  for (int left = bounded_spin(pauses_); left > 0; left -= between_looks) {
    LockBits bits = word.load(std::memory_order_relaxed);
    LockState state = lock_state(bits);
    if (state == LockState::NEUTRAL && try_fast_enter(self, word)) {
      pauses_ = std::min(2 * pauses_, kMost);
      return true;
    }
    if (state == LockState::WAITERS || (state == LockState::LOCKED && queue_bit(bits))) {
      // Other threads came first. Overtaking them by spinning would be unfair to them.
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
