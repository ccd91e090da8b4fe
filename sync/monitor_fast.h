// Enter and exit of an uncontended monitor in one atomic instruction each, for the interpreter in Java state.
// Proved by tests/sync/monitor_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.2.  Departure: recursive enter and exit are fast too, an exit tries the record taken last before it
// looks at the word (try_latest_exit), and Q also stands for changed stored bits (README, E5). False means "not this way": go to
// monitor.h, which knows all cases. In lock modes without these paths (lock_mode.h) they find no record to take and none that names its owner.
#pragma once

#include "sync/exec_env.h"
#include "sync/lock_record.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

inline bool try_fast_enter(ExecEnv& self, MultiUseWord& word) {
  LockRecord* record = self.lock_records_.peek();
  if (record == nullptr) {
    return false;
  }
  // acquire: pairs with whoever published the record that we are about to read.
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
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
  LockRecord* locked_by = lock_record(bits);
  if (locked_by->fast_owner.load(std::memory_order_relaxed) != &self) {
    return false;
  }
  ++locked_by->lock_count;
  return true;
}

// OPTIMIZATION: the record that this thread took last most likely is the word's, and the CAS finds out. A look at a word that has just been
// swapped waits until that is done, which takes as long as a third of the CAS.
inline bool try_latest_exit(ExecEnv& self, MultiUseWord& word) {
  LockRecord* record = self.lock_records_.latest();
  if (record == nullptr || record->lock_count > 1) {
    return false;
  }
  LockBits restored = record->stored_bits.load(std::memory_order_relaxed);
  if (!word.cas(locked_bits(record, false), restored, std::memory_order_release, std::memory_order_relaxed)) {  // release: as below
    self.lock_records_.forget_latest();  // whoever exits by monitor.h after this does not try again
    return false;
  }
  self.lock_records_.push_fast(record);
  return true;
}

inline bool try_fast_exit(ExecEnv& self, MultiUseWord& word) {
  if (try_latest_exit(self, word)) {
    return true;
  }
  if (self.lock_records_.peek() == nullptr) {
    return false;
  }
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
