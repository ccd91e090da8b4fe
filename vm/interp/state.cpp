#include "vm/interp/state.h"

#include "sync/safepoint.h"
#include "vm/java/exceptions.h"
#include "vm/java/thread_control.h"

namespace minijvm::interp {

Step raise_null_pointer(State& s) {
  SlowPath slow(s);
  return thrown(vm::throw_null_pointer(s.self));
}

Step raise(State& s, const char* class_name, const char* message) {
  SlowPath slow(s);
  return thrown(vm::throw_new(s.self, class_name, message));
}

Step poll_slow(State& s) {
  s.publish();
  sync::poll(s.self);
  s.refresh_method();
  vm::accept_async_exception(s.self);
  s.self.arm_stack_limit(s.self.poll_requested());
  if (s.self.poll_requested()) {
    s.self.arm_stack_limit(true);  // armed between the look and the store
  }
  return s.self.has_pending_exception() ? Step::kThrow : Step::kJump;
}

}  // namespace minijvm::interp
