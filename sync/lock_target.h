// A LockTarget refers to an object whose lock is wanted across a wait. It holds the address of a
// slot that the collector updates, and not the object's address, which would be stale after the
// first park (README, E12).
// Tested by tests/sync/lock_target_test.cpp.
#pragma once

#include <cstddef>

#include "sync/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::sync {

class LockTarget {
 public:
  // The offset in bytes: the multi-use word follows the class word.
  static constexpr std::size_t kWordOffset = 8;

  // REQUIRES: the slot holds a non-null object pointer, and is a root for as long as the target is
  // used (a handle or a frame's slot).
  explicit LockTarget(void* const* slot) : slot_(slot) {}

  // Reads the slot each time. The reference stays valid until the next step that may stop at a
  // safepoint.
  MultiUseWord& word() const {
    return *reinterpret_cast<MultiUseWord*>(static_cast<std::byte*>(*slot_) + kWordOffset);
  }
  void* const* slot() const { return slot_; }

 private:
  void* const* slot_;
};

}  // namespace minijvm::sync
