// Runs the five invoke instructions and the returns (JVMS 6.5). Tested by tests/java/calls and
// tests/java/invoke.
#pragma once

#include "runtime/link/resolution.h"
#include "vm/interp/reference/calls.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

Step invoke(State& s, runtime::InvokeKind kind);
Step invoke_dynamic(State& s);

MJ_BYTECODE op_invokevirtual(State& s) { return invoke(s, runtime::InvokeKind::kVirtual); }
MJ_BYTECODE op_invokespecial(State& s) { return invoke(s, runtime::InvokeKind::kSpecial); }
MJ_BYTECODE op_invokestatic(State& s) { return invoke(s, runtime::InvokeKind::kStatic); }
MJ_BYTECODE op_invokeinterface(State& s) { return invoke(s, runtime::InvokeKind::kInterface); }
MJ_BYTECODE op_invokedynamic(State& s) { return invoke_dynamic(s); }

MJ_BYTECODE op_ireturn(State& s) { return return_from_method(s, 1); }
MJ_BYTECODE op_freturn(State& s) { return return_from_method(s, 1); }
MJ_BYTECODE op_areturn(State& s) { return return_from_method(s, 1); }
MJ_BYTECODE op_lreturn(State& s) { return return_from_method(s, 2); }
MJ_BYTECODE op_dreturn(State& s) { return return_from_method(s, 2); }
MJ_BYTECODE op_return_(State& s) { return return_from_method(s, 0); }

}  // namespace minijvm::interp
