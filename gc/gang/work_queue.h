// One worker's queue in a parallel collection. It is a private stack of the youngest entries, and a
// deque of the oldest ones for thieves.
// Tested by tests/gc/work_deque_test.cpp.
//
//   private stack   oldest, [moved to the deque] ........ youngest    push, pop: the owner only
//   deque           top (thieves) ...... bottom (the owner, when its stack is empty)
//
// Only the owner ever sees most entries, so the stack has no atomic accesses. Some of the oldest
// entries move to the deque, but only when it runs low; they lead to the largest parts of the
// object graph. A worker that is alone never shares.
#pragma once

#include <vector>

#include "gc/gang/work_deque.h"
#include "gc/heap/spare_memory.h"

namespace minijvm::gc {

class WorkQueue {
 public:
  void push(WorkEntry entry) { stack_.push_back(entry); }

  // Takes the youngest entry. Returns 0 if there is none, neither here nor in the deque.
  WorkEntry pop() {
    if (stack_.size() > shared_) {
      WorkEntry entry = stack_.back();
      stack_.pop_back();
      return entry;
    }
    // All entries that are left in the stack have moved to the deque.
    stack_.clear();
    shared_ = 0;
    return deque_.take();
  }

  // Refills the deque if thieves have nearly emptied it. The owner calls this now and then.
  void share() {
    if (deque_.size() < kLow && stack_.size() - shared_ > kKept) {
      share_oldest();
    }
  }

  // Frees a large stack after a collection. REQUIRES: pop() found nothing.
  void give_back_memory() { free_if_large(stack_); }

  // --- other workers ---
  WorkEntry steal() { return deque_.steal(); }
  // Returns true if a thief should try. A single entry is left to its owner, which is about to take
  // it.
  bool invites_thieves() const { return deque_.size() > 1; }

 private:
  // A deque with fewer entries is refilled.
  static constexpr std::size_t kLow = 4;
  // This many entries always stay private.
  static constexpr std::size_t kKept = 8;
  // At most this many entries move at once.
  static constexpr std::size_t kMost = 32;
  // Moves half of the private entries, at most kMost, oldest first.
  void share_oldest() {
    std::size_t share = (stack_.size() - shared_) / 2;
    for (std::size_t i = 0; i < share && i < kMost && deque_.push(stack_[shared_]); ++i) {
      ++shared_;
    }
  }

  std::vector<WorkEntry> stack_;
  // The number of the oldest entries of stack_ that have moved to the deque.
  std::size_t shared_ = 0;
  WorkDeque deque_;
};

}  // namespace minijvm::gc
