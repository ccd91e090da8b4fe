// Finds hash and age of an object that may be locked. Collector threads call this in a stopped
// world.
#include "sync/multi_use_word.h"

#include "base/check.h"
#include "sync/lock_mode.h"

namespace minijvm::sync {

Atomic<LockBits>& displaced_word(MultiUseWord& word) {
  // acquire: pairs with the release that published the lock record, which the mode is about to
  // read.
  LockBits bits = word.load(std::memory_order_acquire);
  return lock_state(bits) == LockState::NEUTRAL ? word.cell() : lock_mode().displaced_word(word);
}

void set_object_age(MultiUseWord& word, std::uint32_t age) {
  Atomic<LockBits>& cell = displaced_word(word);
  LockBits bits = cell.load(std::memory_order_relaxed);
  MJ_DCHECK(is_neutral_format(bits), "the displaced word %#zx is not in NEUTRAL format", bits);
  cell.store(with_age(bits, age), std::memory_order_relaxed);
}

}  // namespace minijvm::sync
