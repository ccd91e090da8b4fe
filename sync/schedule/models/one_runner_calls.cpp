// Calls a tool at a tick (DeterministicRun::call_at). The tick is made due for the running thread,
// as that of a question is, whichever comes first; and nobody is asked there. Only the thread that
// runs comes here.
#include <algorithm>
#include <utility>

#include "sync/schedule/models/one_runner.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

bool OneRunner::asks_now(const ExecEnv& self) const {
  return self.ticks_.taken() >= turns_.asks_at();
}

void OneRunner::arm(const UserThread& thread) {
  ExecEnv* ee = thread.ee.load(std::memory_order_relaxed);
  if (ee == nullptr || reached_ == nullptr || !turns_.has_begun()) {
    return;
  }
  const std::int64_t taken = ee->ticks_.taken();
  const std::int64_t asks_at = turns_.asks_at();
  const std::uint64_t now =
      ticks_ + static_cast<std::uint64_t>(std::max(taken - thread.clocked_ticks, std::int64_t{0}));
  const std::uint64_t left = call_at_ > now ? call_at_ - now : 1;
  if (asks_at > taken && left < static_cast<std::uint64_t>(asks_at - taken)) {
    ee->ticks_.set_due(taken + static_cast<std::int64_t>(left));
  }
}

void OneRunner::arm_again() {
  if (ExecEnv* ee = running_->ee.load(std::memory_order_relaxed)) {
    ee->ticks_.set_due(turns_.asks_at());
    arm(*running_);
  }
}

void OneRunner::call_if_reached(ExecEnv& self) {
  if (reached_ != nullptr && all_ticks() >= call_at_) {
    std::exchange(reached_, nullptr)(self);
  }
  arm_again();
}

void OneRunner::call_at(std::uint64_t all_ticks, TickReached reached) {
  call_at_ = all_ticks;
  reached_ = reached;
  arm_again();
}

std::uint64_t OneRunner::all_ticks() const {
  if (!turns_.has_begun()) {
    return 0;
  }
  const ExecEnv* ee = running_->ee.load(std::memory_order_relaxed);
  const std::int64_t passed = ee == nullptr ? 0 : ee->ticks_.taken() - running_->clocked_ticks;
  return ticks_ + static_cast<std::uint64_t>(std::max(passed, std::int64_t{0}));
}

}  // namespace minijvm::sync
