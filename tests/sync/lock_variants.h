// Every way to make a monitor, for tests that must hold in all of them.
#pragma once

#include <catch2/catch.hpp>
#include <ostream>

#include "sync/lock_mode.h"
#include "sync/meta_lock.h"

namespace minijvm::sync::test {

struct Variant {
  const char* name;
  LockingMode mode;
  MonitorPolicy policy = MonitorPolicy::kSingle;
  MetaLockGate gate = MetaLockGate::kWord;
  bool prefers_releasers = false;

  bool uses_meta_lock() const {
    return mode == LockingMode::kMetaFast || mode == LockingMode::kMeta ||
           mode == LockingMode::kTas;
  }
};

inline std::ostream& operator<<(std::ostream& out, const Variant& variant) {
  return out << variant.name;
}

inline auto every_variant() {
  return Catch::Generators::values<Variant>(
      {{"meta-fast", LockingMode::kMetaFast},
       {"meta-fast, paper's gate", LockingMode::kMetaFast, MonitorPolicy::kSingle,
        MetaLockGate::kPaper},
       {"meta-fast, three queues", LockingMode::kMetaFast, MonitorPolicy::kThree},
       {"meta", LockingMode::kMeta},
       {"meta, releasers preferred", LockingMode::kMeta, MonitorPolicy::kSingle,
        MetaLockGate::kWord, true},
       {"meta, three queues, paper's gate", LockingMode::kMeta, MonitorPolicy::kThree,
        MetaLockGate::kPaper},
       {"tas", LockingMode::kTas},
       {"thin", LockingMode::kThin},
       {"heavy", LockingMode::kHeavy},
       {"monitorcache", LockingMode::kMonitorCache}});
}

// Chosen for a scope in which no object stays locked. Make ExecEnvs inside it.
class Chosen {
 public:
  explicit Chosen(const Variant& variant) {
    set_locking_mode(variant.mode);
    set_monitor_policy(variant.policy);
    set_meta_lock_gate(variant.gate);
    prefer_releasers(variant.prefers_releasers);
  }
  ~Chosen() {
    set_locking_mode(LockingMode::kMetaFast);
    set_monitor_policy(MonitorPolicy::kSingle);
    set_meta_lock_gate(MetaLockGate::kWord);
    prefer_releasers(false);
  }
  Chosen(const Chosen&) = delete;
  Chosen& operator=(const Chosen&) = delete;
};

}  // namespace minijvm::sync::test
