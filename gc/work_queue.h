// One worker's work in a parallel collection: a private stack, and a deque of the oldest entries for thieves. Proved by tests/gc/work_deque_test.cpp.
//
//   private:  oldest, [moved to the deque] ........... youngest      pushed and popped by the owner without any ordered access
//   deque:    top (thieves) ...... bottom (owner, once the private stack is empty)
//
// The common entry is never seen by anybody but its owner, so it should not pay for thieves: only when the deque runs low are some of the
// oldest entries, which lead to the largest parts of the graph, put there. A worker that is alone never shares.
#pragma once

#include <vector>

#include "gc/spare_memory.h"
#include "gc/work_deque.h"

namespace minijvm::gc {

class WorkQueue {
 public:
  void push(WorkEntry entry) { stack_.push_back(entry); }

  // The youngest entry; 0: there is none, here or in the deque.
  WorkEntry pop() {
    if (stack_.size() > shared_) {
      WorkEntry entry = stack_.back();
      stack_.pop_back();
      return entry;
    }
    stack_.clear();
    shared_ = 0;
    return deque_.take();
  }

  // Refills the deque if thieves have nearly emptied it. Call it now and then.
  void share() {
    if (deque_.size() < kLow && stack_.size() - shared_ > kKept) {
      share_oldest();
    }
  }

  // After a collection. REQUIRES: pop() found nothing.
  void give_back_memory() { free_if_large(stack_); }

  // --- other workers ---
  WorkEntry steal() { return deque_.steal(); }
  // Worth a visit? One entry alone is left to its owner, who is about to take it.
  bool invites_thieves() const { return deque_.size() > 1; }

 private:
  static constexpr std::size_t kLow = 4;     // entries in the deque below which it is refilled
  static constexpr std::size_t kKept = 8;    // entries that stay private in any case
  static constexpr std::size_t kMost = 32;   // entries shared at once
  void share_oldest() {
    std::size_t share = (stack_.size() - shared_) / 2;
    for (std::size_t i = 0; i < share && i < kMost && deque_.push(stack_[shared_]); ++i) {
      ++shared_;
    }
  }

  std::vector<WorkEntry> stack_;
  std::size_t shared_ = 0;  // the oldest entries of stack_, gone to the deque
  WorkDeque deque_;
};

}  // namespace minijvm::gc
