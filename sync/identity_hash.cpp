// Computes and installs identity hashes in the meta-lock modes. The caller is in a heap-touching
// state and holds a NoSafepoint.
#include "sync/identity_hash.h"

#include "sync/lock_record.h"
#include "sync/meta_lock.h"
#include "sync/sync_state.h"

namespace minijvm::sync {
namespace {

// Works in each state of the word. It is slow only because it takes the meta-lock.
std::uint32_t hash_under_meta_lock(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  LockBits bits = get_meta_lock(self, word, still);
  if (lock_state(bits) == LockState::NEUTRAL) {
    install_hash(self, bits);
    release_meta_lock(self, word, bits, still);
    return hash_of(bits);
  }
  // The word is LOCKED or WAITERS, so the displaced word is in the first record.
  LockRecord* first = settled(lock_record(bits));
  LockBits stored = first->stored_bits.load(std::memory_order_relaxed);
  bool installed = install_hash(self, stored);
  if (installed) {
    first->stored_bits.store(stored, std::memory_order_relaxed);
    // E5: the owner may have read the stored bits already, and be about to restore them by one CAS
    // on this very word. Q makes that CAS fail.
    bits |= sync_state.locks.hash_sets_queue_bit.load(std::memory_order_relaxed) ? kQueueBit : 0;
  }
  release_meta_lock(self, word, bits, still);
  return hash_of(stored);
}

}  // namespace

bool install_hash(ExecEnv& self, LockBits& neutral) {
  MJ_DCHECK(is_neutral_format(neutral),
            "hash and age are read from %#zx, which is not in NEUTRAL format", neutral);
  if (hash_of(neutral) != 0) {
    return false;
  }
  neutral = with_hash(neutral, self.next_hash());
  return true;
}

void set_hash_sets_queue_bit(bool repaired) {
  sync_state.locks.hash_sets_queue_bit.store(repaired, std::memory_order_relaxed);
}

std::uint32_t meta_identity_hash(ExecEnv& self, MultiUseWord& word, const NoSafepoint& still) {
  // acquire: a record is read below.
  LockBits bits = word.load(std::memory_order_acquire);
  LockState state = lock_state(bits);
  // In a NEUTRAL word one CAS installs the hash. Mode tas has no CAS (5.4), so it goes through the
  // meta-lock.
  if (state == LockState::NEUTRAL && !uses_test_and_set()) {
    LockBits hashed = bits;
    if (!install_hash(self, hashed) ||
        word.cas(bits, hashed, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return hash_of(hashed);
    }
  } else if (state == LockState::LOCKED) {
    LockRecord* first = lock_record(bits);
    // Only the owner may read its record without the meta-lock. Another thread's record may be
    // recycled for another object meanwhile (E11).
    bool mine = first->owner.load(std::memory_order_relaxed) == &self;
    std::uint32_t hash = mine ? hash_of(first->stored_bits.load(std::memory_order_relaxed)) : 0;
    if (hash != 0) {
      return hash;
    }
  }
  return hash_under_meta_lock(self, word, still);
}

}  // namespace minijvm::sync
