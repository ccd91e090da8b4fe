// The threads behind the 16 bits that a thin lock has for its owner (modes/thin_locks.cpp).
// Tested by tests/sync/lock_mode_test.cpp.
#pragma once

#include <cstdint>

#include "sync/multi_use_word.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// Maps the thread number in a thin word to its ExecEnv: 16 bits, so 65,535 numbers. A number stays
// with its ExecEnv, which later threads use again. A thread that finds no number left inflates each
// lock that it takes.
class ThinNumbers {
 public:
  // Returns self's number, or 0 if there is none.
  std::uint64_t number_of(ExecEnv& self) {
    if (self.thin_number_ == 0) {
      std::uint32_t next = last_.fetch_add(1, std::memory_order_relaxed) + 1;
      self.thin_number_ = next <= ThinOwnerField::kMax ? next : kNone;
      if (next <= ThinOwnerField::kMax) {
        // release: pairs with the acquire in thread_of.
        threads_[next].store(&self, std::memory_order_release);
      }
    }
    return self.thin_number_ == kNone ? 0 : self.thin_number_;
  }
  // Returns the owner in a thin word; null if `bits` are free.
  ExecEnv* thread_of(LockBits bits) const {
    return threads_[ThinOwnerField::get(bits)].load(std::memory_order_acquire);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Atomic<std::uint32_t> last_{0};
  Atomic<ExecEnv*> threads_[ThinOwnerField::kMax + 1] = {};
};

}  // namespace minijvm::sync
