// Names an object whose lock is wanted across a wait: the address of a slot that the collector updates, not the object.
// Proved by tests/sync/lock_target_test.cpp.  A raw Object* here would be stale after the first park (README, E12).
#pragma once

#include <cstddef>

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

class LockTarget {
 public:
  // The multi-use word follows the class word.
  static constexpr std::size_t kWordOffset = 8;

  // REQUIRES: the slot holds a non-null object pointer and is a root for as long as the target is used (a handle, a frame slot).
  explicit LockTarget(void* const* slot) : slot_(slot) {}

  // Asks the slot again each time. The reference is good until the next step that may stop.
  MultiUseWord& word() const { return *reinterpret_cast<MultiUseWord*>(static_cast<std::byte*>(*slot_) + kWordOffset); }
  void* const* slot() const { return slot_; }

 private:
  void* const* slot_;
};

}  // namespace minijvm::sync
