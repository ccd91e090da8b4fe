// Implements the slow paths of the reference interpreter's instructions: implicit exceptions and
// polls. Callers are in kInJava.
#include "vm/interp/reference/state.h"

#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

Step raise_null_pointer(State& s) {
  StateSlowPath slow(s);
  return thrown(vm::throw_null_pointer(s.self));
}

Step raise(State& s, const char* class_name, const char* message) {
  StateSlowPath slow(s);
  return thrown(vm::throw_new(s.self, class_name, message));
}

// kJump makes the loop execute the instruction at pc, which has not started.
Step poll_slow(State& s) {
  bool goes_on = poll(s.self, s.pc, s.fp);
  s.refresh_method();
  return goes_on ? Step::kJump : Step::kThrow;
}

}  // namespace minijvm::interp
