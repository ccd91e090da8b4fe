// Enter and exit of an uncontended monitor in one atomic instruction each, for the interpreter in
// Java state. Meta-lock and monitor-lock are one step here.
//
// Each function returns false if it cannot do the whole operation. The caller then goes to
// monitor.h, which handles all cases. In lock modes without these paths (lock_mode.h) the functions
// always return false: the thread finds no record to take, and no record names it as fast owner.
//
// Tested by tests/sync/monitor_test.cpp.
// Source: Agesen et al., OOPSLA '99, section 5.2.
// Departures: recursive enter and exit are fast, too. An exit tries the record taken last before it
// looks at the word (try_latest_exit). Q also stands for changed stored bits (README, E5).
#pragma once

#include "sync/lock_choices.h"
#include "sync/lock_record.h"
#include "sync/multi_use_word.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// 5.2, "extra fast locking": the word goes from NEUTRAL to LOCKED by one CAS, or the owner enters
// once more.
inline bool try_fast_enter(ExecEnv& self, MultiUseWord& word) {
  LockRecord* record = self.lock_records_.peek();
  if (record == nullptr) {
    return false;
  }
  // acquire: pairs with the CAS or the meta-lock release that published the record, if the word
  // refers to one; its owner is read below.
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  if (state == LockState::NEUTRAL) {
    // The record is prepared before the CAS publishes it. If the CAS fails no thread has seen the
    // record, and it stays on the list.
    record->stored_bits.store(bits, std::memory_order_relaxed);
    // acquire: self sees the previous owner's critical section. release: the next thread that swaps
    // the word sees the record's content.
    if (!word.cas(bits, locked_bits(record, false), std::memory_order_acq_rel,
                  std::memory_order_relaxed)) {
      return false;
    }
    self.lock_records_.pop_peeked();
    return true;
  }
  if (state != LockState::LOCKED) {
    return false;
  }
  LockRecord* locked_by = lock_record(bits);
  // The record may be another thread's. No record changes its thread between two safepoints, so a
  // relaxed load is enough.
  if (locked_by->fast_owner.load(std::memory_order_relaxed) != &self) {
    return false;
  }
  if (kCountInQueueBit && !queue_bit(bits) &&
      !word.cas(bits, bits | kQueueBit, std::memory_order_acq_rel, std::memory_order_relaxed)) {
    return false;
  }
  ++locked_by->lock_count;
  return true;
}

// Section 7, "extra fast locking could be extended to allow a non-empty queue with lock state
// WAITERS": one CAS puts self's record before the queue. While the word was WAITERS for the last
// time `first` may have been the first record, gone, and the first again, with another tail and
// other stored bits. So self copies neither, and says so by a null tail (keeper_of).
// Not in the interpreter's inline path: a program that queues threads comes here soon enough.
inline bool try_enter_waiters(ExecEnv& self, MultiUseWord& word) {
  LockRecord* record = self.lock_records_.peek();
  LockBits bits = word.load(std::memory_order_relaxed);
  if (record == nullptr || lock_state(bits) != LockState::WAITERS) {
    return false;
  }
  record->queue.store(lock_record(bits), std::memory_order_relaxed);
  record->tail = nullptr;
  // The owner asks its own record for the hash; a hash that is not there is looked for by the
  // meta-lock.
  record->stored_bits.store(0, std::memory_order_relaxed);
  // acquire and release as in try_fast_enter. Q: a queue is left behind `record`.
  if (!word.cas(bits, locked_bits(record, true), std::memory_order_acq_rel,
                std::memory_order_relaxed)) {
    record->queue.store(nullptr, std::memory_order_relaxed);
    record->tail = record;
    return false;
  }
  self.lock_records_.take();
  return true;
}

// OPTIMIZATION: the word most likely refers to the record that this thread took last, and the CAS
// finds out. A load of a word that has just been swapped waits for the swap, which takes as long as
// a third of the CAS.
inline bool try_latest_exit(ExecEnv& self, MultiUseWord& word) {
  LockRecord* record = self.lock_records_.latest();
  if (record == nullptr || (!kCountInQueueBit && record->lock_count > 1)) {
    return false;
  }
  LockBits restored = record->stored_bits.load(std::memory_order_relaxed);
  // release: pairs with the acquire of the next enter, as in try_fast_exit.
  if (!word.cas(locked_bits(record, false), restored, std::memory_order_release,
                std::memory_order_relaxed)) {
    // The record is forgotten, so that the slower exits that follow do not try again.
    self.lock_records_.forget_latest();
    return false;
  }
  self.lock_records_.push_fast(record);
  return true;
}

// 5.2, "extra fast unlocking": the CAS expects Q = 0, that is, an empty queue and unchanged stored
// bits.
inline bool try_fast_exit(ExecEnv& self, MultiUseWord& word) {
  if (try_latest_exit(self, word)) {
    return true;
  }
  // The list is empty in modes without fast paths, where the word may have another format. In
  // meta-fast an empty list only means that all records are in use; the slow exit then does the
  // work.
  if (self.lock_records_.peek() == nullptr) {
    return false;
  }
  // acquire: pairs with the CAS or release that published the record, as in try_fast_enter.
  LockBits bits = word.load(std::memory_order_acquire);
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
  // release: the next enter sees the critical section. The CAS fails if another thread has queued
  // itself or changed the stored bits: both set Q.
  if (!word.cas(bits, restored, std::memory_order_release, std::memory_order_relaxed)) {
    return false;
  }
  self.lock_records_.push_fast(record);
  return true;
}

}  // namespace minijvm::sync
