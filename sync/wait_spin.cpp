#include "sync/wait_spin.h"

#include <algorithm>

#include "sync/exec_env.h"
#include "sync/processors.h"

namespace minijvm::sync {
namespace {
constexpr int kBetweenClocks = 64;  // about a microsecond
}  // namespace

void WaitSpin::count(bool paid) {
  sleeps_ = paid ? sleeps_ / 2 : std::min(4 * sleeps_ + 1, kMostSleeps);
  left_ = sleeps_;
}

bool WaitSpin::await_permit(ExecEnv& self, Deadline until) {
  if (left_ > 0) {
    --left_;
    return false;
  }
  if (self.lock_records_.peek() == nullptr || !several_processors()) {
    return false;
  }
  if (self.user_thread_.load(std::memory_order_relaxed) != nullptr) {
    return false;  // who is to notify it may need its LWP
  }
  for (int left = bounded_spin(kPauses); left > 0; --left) {
    if (self.monitor_parker().has_permit()) {
      count(true);
      return true;
    }
    if (left % kBetweenClocks == 0 && until.passed()) {
      return false;  // a short deadline says nothing
    }
    spin_pause();
  }
  count(false);
  return false;
}

}  // namespace minijvm::sync
