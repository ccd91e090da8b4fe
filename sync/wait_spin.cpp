// Spins before a waiter sleeps, and adapts the frequency of spins. The caller is in kBlocked.
#include "sync/wait_spin.h"

#include <algorithm>
#include <utility>

#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/processors.h"

namespace minijvm::sync {
namespace {
constexpr int kBetweenClocks = 64;  // pauses between two looks at the clock: about a microsecond
}  // namespace

void WaitSpin::count(bool paid) {
  if (std::exchange(is_new_, false) && !paid) {
    sleeps_ = std::min(sync_state.latest_wait_sleeps.load(std::memory_order_relaxed), kMostAtFirst);
  }
  // The number goes from 0 to 1, 5, 21, 85 ... up to 4096.
  sleeps_ = paid ? sleeps_ / 2 : std::min(4 * sleeps_ + 1, kMostSleeps);
  left_ = sleeps_;
  sync_state.latest_wait_sleeps.store(sleeps_, std::memory_order_relaxed);
}

bool WaitSpin::await_permit(ExecEnv& self, Deadline until) {
  // Only the mode meta-fast fills the list that peek() sees. In that mode the list may be empty
  // too; skipping a spin then does no harm.
  if (self.lock_records_.peek() == nullptr || !several_processors()) {
    return false;
  }
  if (self.user_thread_.load(std::memory_order_relaxed) != nullptr) {
    // The notifier may need this thread's LWP.
    return false;
  }
  if (left_ > 0) {
    --left_;
    return false;
  }
  // relaxed: meet() may as well miss it.
  self.spins_at_wait_.store(true, std::memory_order_relaxed);
  bool came = spin(self, until);
  self.spins_at_wait_.store(false, std::memory_order_relaxed);
  return came;
}

bool WaitSpin::spin(ExecEnv& self, Deadline until) {
  const int pauses = sleeps_ < kRare ? kPauses : kRarePauses;
  for (int left = bounded_spin(pauses); left > 0; --left) {
    if (self.monitor_parker().has_permit()) {
      count(true);
      return true;
    }
    if (left % kBetweenClocks == 0 && until.passed()) {
      // A deadline that is shorter than the spin says nothing about whether spinning helps.
      return false;
    }
    spin_pause();
  }
  count(false);
  return false;
}

void WaitSpin::meet(const ExecEnv& waiter) {
  if (waiter.spins_at_wait_.load(std::memory_order_relaxed)) {
    left_ = 0;
    waiter_is_coming_ = true;
  }
}

}  // namespace minijvm::sync
