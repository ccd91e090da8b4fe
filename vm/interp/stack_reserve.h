// The last part of a Java stack, kept for what must run when the rest is used up: the search for the handler of a StackOverflowError, which
// may load classes. Proved by tests/java/exceptions.
#pragma once

#include "runtime/java_thread.h"

namespace minijvm::vm {

class [[nodiscard]] StackReserve {
 public:
  explicit StackReserve(runtime::JavaThread& self) : self_(self), usual_(self.true_stack_limit) {
    set_limit(self.stack_end - kLastSlots);
  }
  ~StackReserve() { set_limit(usual_); }
  StackReserve(const StackReserve&) = delete;

 private:
  static constexpr int kLastSlots = 1024;  // no frame check covers a native's or an upcall's few extra slots

  void set_limit(runtime::Slot* limit) {
    self_.true_stack_limit = limit;
    self_.arm_stack_limit(self_.poll_requested());
    if (self_.poll_requested()) {
      self_.arm_stack_limit(true);  // armed between the look and the store
    }
  }
  runtime::JavaThread& self_;
  runtime::Slot* usual_;
};

// The first free slot above the frame at the anchor, for an upcall's entry frame.
runtime::Slot* top_of_stack(const runtime::JavaThread& self);

}  // namespace minijvm::vm
