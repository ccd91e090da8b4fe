// Keeps the lock mode and the monitor policy that were chosen. Both are set once, at start, before
// threads run.
#include "sync/lock_mode.h"

#include "base/check.h"
#include "sync/modes/meta_lock_tas.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

constexpr LockChoices& chosen = sync_state.locks;

const LockMode& class_of(LockingMode mode) {
  switch (mode) {
    case LockingMode::kMetaFast:
    case LockingMode::kMeta:
    case LockingMode::kTas:
      return meta_monitor();
    case LockingMode::kThin:
    case LockingMode::kHeavy:
      return thin_locks();
    case LockingMode::kMonitorCache:
      return monitor_cache();
  }
  MJ_UNREACHABLE("locking mode %d", static_cast<int>(mode));
}

}  // namespace

void set_locking_mode(LockingMode mode) {
  chosen.mode.store(mode, std::memory_order_relaxed);
  set_test_and_set(mode == LockingMode::kTas);
  // release: pairs with the acquire in lock_mode().
  chosen.mode_class.store(&class_of(mode), std::memory_order_release);
}

void set_monitor_policy(MonitorPolicy policy) {
  chosen.policy.store(policy, std::memory_order_relaxed);
}

void prefer_releasers(bool on) { chosen.prefers_releasers.store(on, std::memory_order_relaxed); }

void spin_for_mounted_owners(bool only) {
  chosen.spins_for_mounted.store(only, std::memory_order_relaxed);
}

const LockMode& lock_mode() {
  // The pointer is null until an option or a test has chosen.
  const LockMode* mode = chosen.mode_class.load(std::memory_order_acquire);
  return mode == nullptr ? meta_monitor() : *mode;
}

}  // namespace minijvm::sync
