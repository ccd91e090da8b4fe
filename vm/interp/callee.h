// Finds the method that a linked call runs (JVMS 6.5.invokevirtual, invokeinterface,
// invokespecial), and throws where there is none. It serves both engines.
// Tested by tests/java/calls, tests/java/invoke and tests/java/instrument.
//
// The site says how to find the method (link_sites.h: CallTarget). These functions apply that to a
// receiver. If the result cannot run itself, they go on: it may be an intrinsic of
// java.lang.invoke, a method that a redefinition has deleted, or an abstract one.
//
// A function that takes pc and fp may stop; a null result means that an exception is pending.
#pragma once

#include "vm/interp/activation.h"
#include "vm/interp/link_sites.h"

namespace minijvm::interp {

// Returns the method that the target runs on this receiver.
Method* select_callee(JavaThread& self, const void* pc, Slot* fp, const vm::CallTarget& target,
                      runtime::Class& receiver);

// Returns the method that runs when this one is called: usually the method itself, but its
// successor if it is deleted. Throws AbstractMethodError, or NoSuchMethodError if a deleted method
// has no successor.
Method* runnable(JavaThread& self, const void* pc, Slot* fp, Method& method);

// Returns the method that a call of an intrinsic with these arguments runs next, which may be an
// intrinsic, too (method_handle_calls.h).
Method* follow_intrinsic(JavaThread& self, const void* pc, Slot* fp, const Method& intrinsic,
                         const Slot* args);

}  // namespace minijvm::interp
