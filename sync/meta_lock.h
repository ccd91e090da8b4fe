// The meta-lock: a short lock, held in an object's own header, that guards the object's lock
// records.
//
// A thread takes it by swapping "its ExecEnv | BUSY" into the word. If the old word was not BUSY,
// the thread holds the meta-lock. If it was BUSY, the thread found its predecessor there and waits
// for it. So the swaps form a queue, in which each thread knows only its predecessor:
//
//   swap order:     A          B          C              word = C | BUSY
//   knows:        (first) <--- A <------- B
//   release:      A finds C in the word, not itself: it hands the bits to B, its successor
//
//   from     arrow              to       by              effect
//   NEUTRAL  meta_acquire       BUSY     any thread      old word returned to the caller
//   LOCKED   meta_acquire       BUSY     any thread      old word returned to the caller
//   WAITERS  meta_acquire       BUSY     any thread      old word returned to the caller
//   BUSY     meta_queue         BUSY     successor       predecessor = EE in the old word (I2)
//   BUSY     meta_receive       BUSY     successor       the predecessor's bits are returned
//   BUSY     meta_release       any      holder          CAS from own EE; failure: I2, hand over
//   BUSY     meta_hand_over     BUSY     holder          release bits given to the successor's EE
//
// (I1) The thread whose EE is in the word is the last in the meta-lock queue.
//     Kept by: meta_acquire, meta_queue.
// (I2) Each thread but the first has exactly one predecessor, which cannot leave without it.
// (I3) No word is BUSY at a safepoint: holders and successors carry a NoSafepoint.
// (I4) An ExecEnv holds at most one meta-lock and never asks for it again while it does: its gate
//     is single (README, E13).
// Between get and release a thread runs a few instructions: no allocation, no state change, no
// other lock.
// The meta-lock blocks the Java thread and its LWP while the predecessors run their few
// instructions. A safepoint is delayed for the same time.
//
// Tested by tests/sync/meta_lock_test.cpp; under load by tests/sync/stress_test.cpp; its length in
// instructions by tests/sync/fast_path_length.
// Source: Agesen et al., OOPSLA '99, section 4.2, figures 4, 5, 10, 11 (garbled in print: README,
// E1) and 12.
// Departure: one gate word in each ExecEnv replaces figure 12's mutex and condition variable
// (meta_lock.cpp). Figure 12 itself is modes/meta_lock_paper.h, and section 5.4's variant without
// CAS is modes/meta_lock_tas.h.
#pragma once

#include "base/check.h"
#include "base/events/event_log.h"
#include "sync/lock_choices.h"
#include "sync/modes/meta_lock_tas.h"
#include "sync/multi_use_word.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::sync {

// Chooses between the gates of -XX:MetaLockGate. REQUIRES: no meta-lock has been contended yet; the
// two gates do not mix.
void set_meta_lock_gate(MetaLockGate gate);
MetaLockGate meta_lock_gate();

// This is the slow path of getMetaLock. It waits for the predecessor, whose BUSY word is
// `pred_bits`, and returns the bits that it releases.
LockBits get_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits pred_bits,
                            const NoSafepoint& still);
// This is the slow path of releaseMetaLock. It hands `release_bits` to the successor that has
// swapped itself into the word. It may wait for that successor to arrive.
void release_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits release_bits,
                            const NoSafepoint& still);

// Figure 10: the next two functions are the paper's seven and four instructions. The counter for
// Table 3, the switch for section 5.4 and the event ring around them take fifteen more.
// tests/sync/fast_path_length counts them all.
// swap_busy returns false if the word already was BUSY: a predecessor is in it.
inline bool swap_busy(ExecEnv& self, MultiUseWord& word, LockBits& lock_bits) {
  // acquire: pairs with the release of the previous holder. release: a successor dereferences this
  // ExecEnv.
  lock_bits = word.swap(busy_bits(&self), std::memory_order_acq_rel);
  return lock_state(lock_bits) != LockState::BUSY;
}
// Returns false if the word holds another ExecEnv: a successor has come, and it knows self.
inline bool cas_released(ExecEnv& self, MultiUseWord& word, LockBits release_bits) {
  // release: pairs with the acquire of the next swap or fast path.
  return word.cas(busy_bits(&self), release_bits, std::memory_order_release,
                  std::memory_order_relaxed);
}

// getMetaLock of figure 11: leaves the word BUSY and returns its value from before, which is not
// BUSY.
// REQUIRES: self holds no meta-lock (I4).
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

// releaseMetaLock of figure 11. Writes `release_bits`, which may differ from what get_meta_lock
// returned, or hands them to the successor, who gets them as if they had been in the word.
// REQUIRES: self holds this word's meta-lock; `release_bits` is not BUSY.
inline void release_meta_lock(ExecEnv& self, MultiUseWord& word, LockBits release_bits,
                              const NoSafepoint& still) {
#ifdef MINIJVM_DEBUG
  MJ_DCHECK(self.meta_held_ == &word, "thread %u releases a meta-lock that it does not hold",
            self.id());
  MJ_DCHECK(lock_state(release_bits) != LockState::BUSY, "the release bits %#zx are BUSY",
            release_bits);
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
  MJ_EVENT(self.events(), Event::meta_release, reinterpret_cast<std::uintptr_t>(&word),
           release_bits);
}

}  // namespace minijvm::sync
