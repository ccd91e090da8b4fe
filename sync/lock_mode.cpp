#include "sync/lock_mode.h"

#include "base/check.h"
#include "sync/meta_lock_tas.h"

namespace minijvm::sync {
namespace {

Atomic<LockingMode> chosen_mode{LockingMode::kMetaFast};
Atomic<MonitorPolicy> chosen_policy{MonitorPolicy::kSingle};
Atomic<LockMode*> chosen{nullptr};

LockMode& class_of(LockingMode mode) {
  switch (mode) {
    case LockingMode::kMetaFast:
    case LockingMode::kMeta:
    case LockingMode::kTas: return meta_monitor();
    case LockingMode::kThin: return thin_locks();
    case LockingMode::kMonitorCache: return monitor_cache();
  }
  MJ_UNREACHABLE("locking mode %d", static_cast<int>(mode));
}

}  // namespace

void set_locking_mode(LockingMode mode) {
  chosen_mode.store(mode, std::memory_order_relaxed);
  set_test_and_set(mode == LockingMode::kTas);
  chosen.store(&class_of(mode), std::memory_order_release);
}

void set_monitor_policy(MonitorPolicy policy) { chosen_policy.store(policy, std::memory_order_relaxed); }

LockingMode locking_mode() { return chosen_mode.load(std::memory_order_relaxed); }

MonitorPolicy monitor_policy() { return chosen_policy.load(std::memory_order_relaxed); }

LockMode& lock_mode() {
  LockMode* mode = chosen.load(std::memory_order_acquire);
  return mode == nullptr ? meta_monitor() : *mode;
}

}  // namespace minijvm::sync
