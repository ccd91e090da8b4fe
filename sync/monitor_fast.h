// Enter and exit of an uncontended monitor in one atomic instruction each, for the interpreter in Java state.
// Proved by tests/sync/monitor_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.2.  Departure: recursive enter and exit are fast too, and Q also stands for changed stored
// bits (concurrency-design.md E5). False means "not this way": go to monitor.h, which knows all cases. In lock modes without these paths
// (lock_mode.h) they find no record to take and none that names its owner.
#pragma once

#include "sync/exec_env.h"
#include "sync/lock_record.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

inline bool try_fast_enter(ExecEnv& self, MultiUseWord& word) {
  // acquire: pairs with whoever published the record that we are about to read.
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    LockRecord* record = self.lock_records_.peek();
    if (record == nullptr) {
      return false;
    }
    record->stored_bits.store(bits, std::memory_order_relaxed);
    // acquire: the monitor. release: the record's content, for the next swapper.
    if (!word.cas(bits, locked_bits(record, false), std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return false;
    }
    self.lock_records_.pop_peeked();
    return true;
  }
  if (state != LockState::LOCKED) {
    return false;
  }
  LockRecord* record = lock_record(bits);
  if (record->fast_owner.load(std::memory_order_relaxed) != &self) {
    return false;
  }
  ++record->lock_count;
  return true;
}

inline bool try_fast_exit(ExecEnv& self, MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);  // as above
  if (lock_state(bits) != LockState::LOCKED) {
    return false;
  }
  LockRecord* record = lock_record(bits);
  if (record->fast_owner.load(std::memory_order_relaxed) != &self) {
    return false;
  }
  if (record->lock_count > 1) {
    --record->lock_count;
    return true;
  }
  if (queue_bit(bits)) {
    return false;
  }
  LockBits restored = record->stored_bits.load(std::memory_order_relaxed);
  // release: the critical section, for the next enter. Fails when another thread queued itself or changed the stored bits (Q).
  if (!word.cas(bits, restored, std::memory_order_release, std::memory_order_relaxed)) {
    return false;
  }
  self.lock_records_.push_fast(record);
  return true;
}

}  // namespace minijvm::sync
