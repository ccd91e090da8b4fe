#include "sync/enter_spin.h"

#include <algorithm>

#include "sync/monitor_fast.h"
#include "sync/processors.h"

namespace minijvm::sync {
namespace {
constexpr int kMostBetweenLooks = 16;  // each look takes the word's cache line from the owner
}  // namespace

bool EnterSpin::try_enter(ExecEnv& self, MultiUseWord& word) {
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
      return false;  // others came first
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
