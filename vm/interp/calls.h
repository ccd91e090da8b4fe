// Entering and leaving methods in the reference interpreter: frames as runtime/frame.h draws them, no C++ recursion from Java to Java.
// Proved by tests/vm/interp_loop_test.cpp and tests/java/calls.
#pragma once

#include "vm/interp/hooks.h"
#include "vm/interp/state.h"

namespace minijvm::vm {
struct CallTarget;
}

namespace minijvm::interp {

// Starts a method whose arguments stand at `args`, on top of the caller's operands. A native method has run and returned when this does.
// `s.pc` is the invoke instruction (null when C++ calls).
Step enter_method(State& s, Method& method, Slot* args);

// Runs the method of a frame that somebody else has made and entered, which needs a lock and the news of its entry (large_frame.h).
Step begin_guest(State& s);

// The return instructions (JVMS 6.5.ireturn and its kin) with a result of 0, 1 or 2 slots on top of the operands: locks, finalizer
// registration, then the caller goes on behind its invoke instruction.
Step return_from_method(State& s, int result_slots);

// Ends the frame before the instruction at s.pc (early_exit.h).
Step leave_early(State& s, const vm::EarlyExit& exit);

// What a call with a guard runs; null: the receiver does not implement that interface.
Method* guarded_method(const vm::CallTarget& target, const Class& receiver);
// 6.5.invokespecial in an interface: the receiver is of that interface, or IllegalAccessError. 6.5.invokeinterface of a method of Object's: or
// IncompatibleClassChangeError.
[[nodiscard]] vm::Pending throw_wrong_receiver(JavaThread& self, const Class& receiver, const vm::CallTarget& target);

}  // namespace minijvm::interp
