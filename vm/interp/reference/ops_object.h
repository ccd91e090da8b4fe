// Runs constants that link, object and array creation, type tests, monitors, athrow (JVMS 6.5). The
// bodies are in the .cpp, since each may allocate or link.
// Tested by tests/java/objects and tests/java/monitors.
#pragma once

#include "vm/interp/reference/state.h"

namespace minijvm::interp {

Step load_constant(State& s, std::uint16_t pool_index);
Step new_object(State& s);
Step new_primitive_array(State& s);
Step new_reference_array(State& s);
Step new_multi_array(State& s);
Step check_cast(State& s);
Step instance_of(State& s);
Step enter_monitor_of_operand(State& s);
Step exit_monitor_of_operand(State& s);
Step throw_operand(State& s);

MJ_BYTECODE op_ldc(State& s) { return load_constant(s, s.u1(1)); }
MJ_BYTECODE op_ldc_w(State& s) { return load_constant(s, s.u2(1)); }
MJ_BYTECODE op_ldc2_w(State& s) { return load_constant(s, s.u2(1)); }
MJ_BYTECODE op_new_(State& s) { return new_object(s); }
MJ_BYTECODE op_newarray(State& s) { return new_primitive_array(s); }
MJ_BYTECODE op_anewarray(State& s) { return new_reference_array(s); }
MJ_BYTECODE op_multianewarray(State& s) { return new_multi_array(s); }
MJ_BYTECODE op_checkcast(State& s) { return check_cast(s); }
MJ_BYTECODE op_instanceof(State& s) { return instance_of(s); }
MJ_BYTECODE op_monitorenter(State& s) { return enter_monitor_of_operand(s); }
MJ_BYTECODE op_monitorexit(State& s) { return exit_monitor_of_operand(s); }
MJ_BYTECODE op_athrow(State& s) { return throw_operand(s); }

}  // namespace minijvm::interp
