// The meta-lock: a short lock, held in an object's own header, that guards its lock records.
// Proved by tests/sync/meta_lock_test.cpp; under load by tests/sync/stress_test.cpp; its length by tests/sync/fast_path_length.
// Source: Agesen et al., OOPSLA '99, section 4.2, figures 4, 5, 10, 11 (garbled in print: README, E1) and 12.
// Departure: one gate word in each ExecEnv in place of figure 12's mutex and condition variable (meta_lock.cpp); figure 12 itself is
// meta_lock_paper.h, and section 5.4's variant without CAS meta_lock_tas.h.
//
//   from     arrow              to       by              effect
//   NEUTRAL  meta_acquire       BUSY     any thread      old word returned to the caller
//   LOCKED   meta_acquire       BUSY     any thread      old word returned to the caller
//   WAITERS  meta_acquire       BUSY     any thread      old word returned to the caller
//   BUSY     meta_queue         BUSY     successor       predecessor = EE found in the old word   (I2)
//   BUSY     meta_receive       BUSY     successor       the predecessor's release bits are returned to the caller
//   BUSY     meta_release       any      holder          CAS from own EE; failure means I2, hand over
//   BUSY     meta_hand_over     BUSY     holder          release bits given to the successor's ExecEnv
//
// (I1) The thread whose EE is in the word is the last in the meta-lock queue.   Kept by: meta_acquire, meta_queue.
// (I2) Each thread but the first has exactly one predecessor, which cannot leave without it.
// (I3) No word is BUSY at a safepoint: holders and successors carry a NoSafepoint.
// (I4) An ExecEnv holds at most one meta-lock, and never asks for it again while it does: its gate is single (E13).
// Between get and release: a few instructions, no allocation, no state change, no other lock.
// Blocks: the Java thread and its LWP, for as long as the predecessors' few instructions take; delays a safepoint as long.
#pragma once

#include "base/check.h"
#include "base/event_ring.h"
#include "sync/exec_env.h"
#include "sync/meta_lock_tas.h"
#include "sync/multi_use_word.h"
#include "sync/no_safepoint.h"

namespace minijvm::sync {

enum class MetaLockGate : std::uint8_t { kWord, kPaper };

// -XX:MetaLockGate. Chosen before the first contention and then left alone.
void set_meta_lock_gate(MetaLockGate gate);
MetaLockGate meta_lock_gate();

LockBits get_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits pred_bits, const NoSafepoint& still);
void release_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits release_bits, const NoSafepoint& still);

// Figure 10: both in seven and four instructions, as on the paper's SPARC. What stands around them below (a counter for Table 3, the switch for
// 5.4, the event ring) takes fifteen more; tests/sync/fast_path_length counts them all.
// False: a thread is in the word before self.
inline bool swap_busy(ExecEnv& self, MultiUseWord& word, LockBits& lock_bits) {
  // acquire: pairs with the release of the previous holder. release: our successor dereferences this ExecEnv.
  lock_bits = word.swap(busy_bits(&self), std::memory_order_acq_rel);
  return lock_state(lock_bits) != LockState::BUSY;
}
// False: the value seen is a successor, which will find us.
inline bool cas_released(ExecEnv& self, MultiUseWord& word, LockBits release_bits) {
  // release: pairs with the acquire of the next swap or fast path.
  return word.cas(busy_bits(&self), release_bits, std::memory_order_release, std::memory_order_relaxed);
}

inline LockBits get_meta_lock(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
#ifdef MINIJVM_DEBUG
  MJ_DCHECK(self.meta_held_ == nullptr, "thread %u takes a second meta-lock", self.id());
  self.meta_held_ = &word;
#endif
  LockCounters::count(self.counters_.get_meta_lock);
  if (uses_test_and_set()) [[unlikely]] {
    return tas_get_meta_lock(self, word);
  }
  LockBits lock_bits = 0;
  if (!swap_busy(self, word, lock_bits)) [[unlikely]] {
    return get_meta_lock_slow(self, word, lock_bits, still);
  }
  MJ_EVENT(self.events(), Event::meta_acquire, reinterpret_cast<std::uintptr_t>(&word), lock_bits);
  return lock_bits;
}

inline void release_meta_lock(ExecEnv& self, MultiUseWord& word, LockBits release_bits, const NoSafepoint& still) {
#ifdef MINIJVM_DEBUG
  MJ_DCHECK(self.meta_held_ == &word, "thread %u releases a meta-lock that it does not hold", self.id());
  MJ_DCHECK(lock_state(release_bits) != LockState::BUSY, "the release bits %#zx are BUSY", release_bits);
  self.meta_held_ = nullptr;
#endif
  if (uses_test_and_set()) [[unlikely]] {
    tas_release_meta_lock(word, release_bits);
    return;
  }
  if (!cas_released(self, word, release_bits)) [[unlikely]] {
    release_meta_lock_slow(self, word, release_bits, still);
    return;
  }
  MJ_EVENT(self.events(), Event::meta_release, reinterpret_cast<std::uintptr_t>(&word), release_bits);
}

}  // namespace minijvm::sync
