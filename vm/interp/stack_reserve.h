// Keeps the last part of a Java stack (JavaThread::true_stack_limit to stack_end) for code that
// must run when the rest is used up: the search for the handler of a StackOverflowError, which may
// load classes.
// Tested by tests/java/exceptions.
#pragma once

#include "runtime/thread/java_thread.h"

namespace minijvm::vm {

// Sets the limit that method entries compare with to the true one, or to null while a poll is
// requested. Another thread may request a poll between the first look and the store, and the store
// would hide that request; so there is a second look.
inline void rearm_stack_limit(runtime::JavaThread& self) {
  self.arm_stack_limit(self.poll_requested());
  if (self.poll_requested()) {
    self.arm_stack_limit(true);
  }
}

// Opens the reserve for a scope.
class [[nodiscard]] StackReserve {
 public:
  explicit StackReserve(runtime::JavaThread& self)
      : self_(self), usual_(self.true_stack_limit.load(std::memory_order_relaxed)) {
    set_limit(self.stack_end - kLastSlots);
  }
  ~StackReserve() { set_limit(usual_); }
  StackReserve(const StackReserve&) = delete;

 private:
  // Even then, this part stays closed: the few slots of a native's result or an upcall's entry
  // frame are not checked.
  static constexpr int kLastSlots = 1024;

  void set_limit(runtime::Slot* limit) {
    self_.true_stack_limit.store(limit, std::memory_order_relaxed);
    rearm_stack_limit(self_);
  }
  runtime::JavaThread& self_;
  runtime::Slot* usual_;
};

// Returns the first free slot above the frame at the anchor. An upcall's entry frame begins there.
runtime::Slot* top_of_stack(const runtime::JavaThread& self);

}  // namespace minijvm::vm
