// Calls and returns in the reference interpreter, without C++ recursion from Java to Java.
// runtime/frame/frame.h draws the frames; activation.h has what both engines do with them.
// Tested by tests/vm/interp_loop_test.cpp and tests/java/calls.
#pragma once

#include "vm/interp/hooks.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

// Starts a method whose arguments are at `args`, on top of the caller's operands. If the method is
// native, it has run and returned when this function returns. `s.pc` is the invoke instruction
// (null when C++ calls).
Step enter_method(State& s, Method& method, Slot* args);

// Takes the lock of a method whose frame the other engine has made, and tells the observers
// (large_frame.h).
Step begin_made_frame(State& s);

// Executes the return instructions (JVMS 6.5.ireturn and the others), with a result of 0, 1 or 2
// slots on top of the operands. The caller goes on behind its invoke instruction.
Step return_from_method(State& s, int result_slots);

// Ends the frame before the instruction at s.pc (early_exit.h).
Step leave_early(State& s, const vm::EarlyExit& exit);

}  // namespace minijvm::interp
